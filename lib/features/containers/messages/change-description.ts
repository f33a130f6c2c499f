import type { Fee, Hold } from "@/lib/contract/container";
import { UNREADABLE_HOLD } from "@/lib/contract/reading/read-lists";
import { feeLabel } from "@/lib/domain/charges/charges";
import { formatMoney, toMinor } from "@/lib/domain/charges/money";
import { humanise, statusLabel } from "@/lib/domain/container/container-status";
import type { Moment } from "@/lib/domain/time/moment";
import { formatMoment, formatWeekday } from "@/lib/domain/time/time-format";
import { knownZone, localDate } from "@/lib/domain/time/zoned-time";
import { stoppedReasonText } from "@/lib/features/tracking-requests/messages/tracking-status";
import type { Locale } from "@/lib/platform/text/locale";
import { fieldLabel } from "./field-labels";

/** A stored change of one attribute: the values as the service sent them, and the zone of the field's place. */
export type StoredChange = { field: string; before: unknown; after: unknown; zone: string | null };

/**
 * A change as plain text. `before` is null when there was no value, or when the old value adds no information. Times in
 * the text are in the zone of their place. `moments` contains the same times for readers in another zone.
 */
export type ChangeText = {
  label: string;
  before: string | null;
  after: string | null;
  moments?: { before: Moment | null; after: Moment | null };
};

/**
 * Context of a page. `locale` is the format of days and times, `now` adds years other than the present one. `nameOf` maps a terminal id to its name.
 */
export type ChangeContext = { locale: Locale; now?: Date; nameOf?: (id: string) => string | null };

/** The attributes that are lists of holds. */
export const HOLD_FIELDS: ReadonlySet<string> = new Set(["holds_at_pod_terminal", "ind_facility_holds"]);
const FEE_FIELDS = new Set(["fees_at_pod_terminal", "ind_facility_fees"]);
const DAY_FIELD = /(^|\.|_)(pickup_lfd(_line|_terminal|_rail)?|ssl_lfd|ind_facility_lfd_on)$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

/**
 * Describes a stored change. Most attributes give one text, lists of holds and fees give one per entry. A change
 * without a visible difference gives none. Deadlines are days, other times are clock times, all in the zone of their
 * place.
 */
export function changeText(change: StoredChange, context: ChangeContext): ChangeText[] {
  const { field, before, after } = change;
  if (HOLD_FIELDS.has(field)) return holdChanges(holdsIn(before), holdsIn(after));
  if (FEE_FIELDS.has(field)) return feeChanges(feesIn(before), feesIn(after));
  if (field === "import_deadlines") return deadlineChanges(change, context);
  const text = { before: valueText(change, before, context), after: valueText(change, after, context) };
  if (text.before === text.after) return [];
  const moments = { before: momentOf(change, before), after: momentOf(change, after) };
  const timed = moments.before !== null || moments.after !== null;
  return [{ label: fieldLabel(field), ...text, moments: timed ? moments : undefined }];
}

/** Returns a clock time among the values, at its place. Null for all other values. */
function momentOf({ field, zone }: Pick<StoredChange, "field" | "zone">, value: unknown): Moment | null {
  if (typeof value !== "string" || DAY_FIELD.test(field) || !INSTANT.test(value)) return null;
  return { at: value, zone: knownZone(zone) };
}

function deadlineChanges({ before, after, zone }: StoredChange, context: ChangeContext): ChangeText[] {
  const [old, current] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}];
  return [...new Set([...Object.keys(old), ...Object.keys(current)])].flatMap((name) =>
    changeText({ field: `import_deadlines.${name}`, before: old[name], after: current[name], zone }, context),
  );
}

function valueText(
  { field, zone }: StoredChange,
  value: unknown,
  { locale, now, nameOf }: ChangeContext,
): string | null {
  if (value === null || value === undefined || value === "") return null;
  if (field === "available_for_pickup") return value === true ? "available" : "not available";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return String(value);
  if (Array.isArray(value)) return value.length > 0 ? value.map(String).join(", ") : null;
  if (typeof value !== "string") return JSON.stringify(value);
  if (field === "current_status") return statusLabel(value);
  if (field === "pod_terminal") return nameOf?.(value) ?? value;
  if (field === "line_tracking_stopped_reason") return stoppedReasonText(value).what;
  if (field === "equipment_height") return humanise(value).toLowerCase();
  const place = knownZone(zone);
  if (DAY_FIELD.test(field))
    return formatWeekday(locale, localDate(value, place), now && localDate(now, place));
  const moment = momentOf({ field, zone }, value);
  return moment ? formatMoment(locale, moment, now) : value;
}

/**
 * Indexes the entries of a list by name. A second entry of the same name is compared with the second one before the
 * change.
 */
function byName<Entry>(entries: readonly Entry[], nameOf: (entry: Entry) => string): Map<string, Entry> {
  const named = new Map<string, Entry>();
  for (const entry of entries) {
    let key = nameOf(entry);
    while (named.has(key)) key += "\u0000";
    named.set(key, entry);
  }
  return named;
}

function pairs<Entry>(before: readonly Entry[], after: readonly Entry[], nameOf: (entry: Entry) => string) {
  const [old, current] = [byName(before, nameOf), byName(after, nameOf)];
  return [...new Set([...old.keys(), ...current.keys()])].map((key) => ({
    old: old.get(key),
    current: current.get(key),
  }));
}

/** The label of a change of this hold. */
export const holdLabel = (name: string): string =>
  name === UNREADABLE_HOLD ? "unreadable hold" : `${name} hold`;

function holdText({ status }: Hold): string {
  return status === "hold" ? "placed" : status;
}

function holdChanges(before: readonly Hold[], after: readonly Hold[]): ChangeText[] {
  return pairs(before, after, ({ name }) => name).flatMap(({ old, current }) => {
    const label = holdLabel(current?.name ?? old?.name ?? "");
    if (!current) return [{ label, before: null, after: "released" }];
    if (!old) return [{ label, before: null, after: holdText(current) }];
    if (old.status !== current.status) return [{ label, before: holdText(old), after: holdText(current) }];
    const [reported, says] = [old.description ?? null, current.description ?? null];
    return reported === says ? [] : [{ label, before: reported, after: says }];
  });
}

function feeText({ type, amount, currency_code }: Fee): string {
  const currency = currency_code?.trim().toUpperCase() || null;
  const minor = toMinor(Number(amount), currency);
  const name = feeLabel(type).toLowerCase();
  if (minor === null) return `${name}, invalid amount`;
  return minor === 0 ? `${name}, not posted yet` : `${name} ${formatMoney({ currency, minor })}`;
}

function feeChanges(before: readonly Fee[], after: readonly Fee[]): ChangeText[] {
  return pairs(before, after, ({ type }) => type).flatMap(({ old, current }): ChangeText[] => {
    const [was, is] = [old ? feeText(old) : null, current ? feeText(current) : null];
    if (was === is) return [];
    if (was === null) return [{ label: "charges", before: null, after: `reported ${is}` }];
    return [{ label: "charges", before: was, after: is ?? "no longer reported" }];
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isHold(value: unknown): value is Hold {
  return isRecord(value) && typeof value.name === "string" && typeof value.status === "string";
}

function isFee(value: unknown): value is Fee {
  return isRecord(value) && typeof value.type === "string";
}

function holdsIn(value: unknown): Hold[] {
  return Array.isArray(value) ? value.filter(isHold) : [];
}

function feesIn(value: unknown): Fee[] {
  return Array.isArray(value) ? value.filter(isFee) : [];
}
