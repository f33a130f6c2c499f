import { z } from "zod";
import { feeList, holdList, importDeadlines, importDeadlinesSchema } from "@/lib/contract/container";
import {
  anyValue,
  code,
  coordinate,
  flag,
  instant,
  longText,
  number,
  text,
  textList,
  zone,
} from "@/lib/contract/values";
import { readFees, readHolds, readTextList } from "./read-lists";
import {
  isObject,
  type Reading,
  readAnyValue,
  readable,
  readCode,
  readCoordinate,
  readFlag,
  readInstant,
  readLongText,
  readNumber,
  readText,
  readZone,
  UNREADABLE,
} from "./read-values";

/** An attribute that could not be read, or not as a whole, and what was sent. A member has its object's name and a dot. */
export type UnreadableAttribute = { name: string; value: unknown };

/** The attributes of one type of record, and which of them the interface does not allow to be null. */
export type AttributesSchema = { schema: z.ZodObject; neverNull: readonly string[] };

const READERS = new Map<unknown, (value: unknown) => Reading>([
  [text, readText],
  [longText, readLongText],
  [code, readCode],
  [zone, readZone],
  [flag, readFlag],
  [number, readNumber],
  [coordinate, readCoordinate],
  [instant, readInstant],
  [anyValue, readAnyValue],
  [textList, readTextList],
  [holdList, readHolds],
  [feeList, readFees],
]);

function readerOf(schema: unknown): (value: unknown) => Reading {
  const kind = schema instanceof z.ZodPipe ? schema.in : schema;
  return READERS.get(kind) ?? readable;
}

const isBlank = (value: unknown): boolean =>
  value === null || (typeof value === "string" && value.trim() === "");

/** Reads one attribute. The schema checks the converted value, and may translate it. */
function readOne(schema: z.ZodType, sent: unknown, mayBeNull: boolean): Reading {
  const reading = sent === null ? readable(null) : readerOf(schema)(sent);
  if (reading.value === undefined || (!mayBeNull && isBlank(reading.value))) return UNREADABLE;
  const checked = schema.safeParse(reading.value);
  return checked.success ? { value: checked.data, whole: reading.whole } : UNREADABLE;
}

/** Reads import_deadlines. Its members have sources of their own, so each is read by itself. */
function readDeadlines(sent: unknown): Partial<ReadAttributes> & Pick<ReadAttributes, "unreadable"> {
  if (isObject(sent)) return readAttributes({ schema: importDeadlinesSchema, neverNull: [] }, sent);
  return { unreadable: Object.keys(importDeadlinesSchema.shape).map((name) => ({ name, value: sent })) };
}

export type ReadAttributes = { attributes: Record<string, unknown>; unreadable: UnreadableAttribute[] };

/**
 * Reads each attribute of a record by itself. Converts what is unambiguous, such as "28097" to a number, and leaves out
 * what is not. Null applies where the interface allows it. Of a list the readable entries apply. Undocumented attributes
 * are kept as sent, unless their name has a dot, which JSON:API does not allow and the mirror uses for members; absent
 * ones stay absent.
 */
export function readAttributes(
  { schema, neverNull }: AttributesSchema,
  sent: Readonly<Record<string, unknown>>,
): ReadAttributes {
  const attributes: [string, unknown][] = [];
  const unreadable: UnreadableAttribute[] = [];
  const shape = new Map<string, unknown>(Object.entries(schema.shape));
  for (const [name, value] of Object.entries(sent)) {
    if (value === undefined || (name.includes(".") && !shape.has(name))) continue;
    const kind = shape.get(name);
    if (kind === importDeadlines) {
      const deadlines = readDeadlines(value);
      if (deadlines.attributes) attributes.push([name, deadlines.attributes]);
      for (const member of deadlines.unreadable)
        unreadable.push({ name: `${name}.${member.name}`, value: member.value });
      continue;
    }
    const reading =
      kind instanceof z.ZodType ? readOne(kind, value, !neverNull.includes(name)) : readable(value);
    if (reading.value !== undefined) attributes.push([name, reading.value]);
    if (!reading.whole) unreadable.push({ name, value });
  }
  return { attributes: Object.fromEntries(attributes), unreadable };
}
