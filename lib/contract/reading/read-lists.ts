import type { Fee, Hold } from "@/lib/contract/container";
import {
  isObject,
  type Reading,
  readCode,
  readLongText,
  readNumber,
  readText,
  UNREADABLE,
} from "./read-values";

/** The name of a hold whose own name could not be read, as it is shown. */
export const UNREADABLE_HOLD = "Could not read hold";

type Entry<T> = { value?: T; whole: boolean };

/** Reads the entries of a list one by one. A list with entries of which none can be read is unreadable. */
function readEntries<T>(value: unknown, readEntry: (entry: unknown) => Entry<T>): Reading {
  if (!Array.isArray(value)) return UNREADABLE;
  const read = value.map(readEntry);
  const values = read.flatMap((entry) => (entry.value === undefined ? [] : [entry.value]));
  if (value.length > 0 && values.length === 0) return UNREADABLE;
  return { value: values, whole: read.every(({ whole }) => whole) };
}

/** Texts. Entries that cannot be read are left out. */
export const readTextList = (value: unknown): Reading =>
  readEntries(value, (entry) => {
    const { value: text } = readText(entry);
    return typeof text === "string" ? { value: text, whole: true } : { whole: false };
  });

const description = (value: unknown): string | null => {
  const { value: text } = readLongText(value);
  return typeof text === "string" ? text : null;
};

/** `hold` or `pending` in any letter case, or an undocumented status. Null when it cannot be read. */
function holdStatus(value: unknown): string | null {
  const { value: status } = readCode(value);
  if (typeof status !== "string") return null;
  const known = status.toLowerCase();
  return known === "hold" || known === "pending" ? known : status;
}

function holdName(value: unknown): string | null {
  const { value: name } = readText(value);
  return typeof name === "string" && name.trim() !== "" ? name : null;
}

/** An entry that cannot be read counts as an active hold: it may be one. */
function readHold(entry: unknown): Entry<Hold> {
  const members = isObject(entry) ? entry : {};
  const [name, status] = [holdName(members.name), holdStatus(members.status)];
  const whole = name !== null && status !== null;
  const hold: Hold = {
    ...members,
    name: name ?? UNREADABLE_HOLD,
    status: whole ? status : "hold",
  };
  return {
    value: "description" in hold ? { ...hold, description: description(hold.description) } : hold,
    whole,
  };
}

export const readHolds = (value: unknown): Reading => readEntries(value, readHold);

/** An amount that is no number is null: not posted. A fee without a type is left out: it may be a total. */
function readFee(entry: unknown): Entry<Fee> {
  if (!isObject(entry)) return { whole: false };
  const { value: type } = readCode(entry.type);
  if (typeof type !== "string") return { whole: false };
  const { value: amount } = readNumber(entry.amount);
  const { value: currency } = readCode(entry.currency_code);
  const posted = entry.amount !== null && entry.amount !== "";
  const priced = entry.currency_code !== null && entry.currency_code !== undefined;
  const fee: Fee = { ...entry, type, amount: typeof amount === "number" ? amount : null };
  if (priced) fee.currency_code = typeof currency === "string" ? currency : null;
  return {
    value: fee,
    whole: (typeof amount === "number" || !posted) && (typeof currency === "string" || !priced),
  };
}

export const readFees = (value: unknown): Reading => readEntries(value, readFee);
