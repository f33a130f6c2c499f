/**
 * What a reader makes of a value. `value`: what it was converted to; absent when nothing of it could be read. `whole`:
 * false when a part of a list could not be read.
 */
export type Reading = { value: unknown; whole: boolean } | { value?: never; whole: false };

/** Nothing of the value could be read. */
export const UNREADABLE: Reading = { whole: false };

export const readable = (value: unknown): Reading => ({ value, whole: true });

/**
 * The longest text of one line, in UTF-16 units. Numbers and names are columns of indexes, and PostgreSQL refuses index
 * entries of more than 2,704 bytes.
 */
const LINE_LENGTH = 500;
const LONG_TEXT_LENGTH = 20_000;
const CODE_LENGTH = 100;
const LARGEST_NUMBER = 1e12;

/** Whether the value is a JSON object. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const textUpTo = (value: unknown, length: number): string | null => {
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  return typeof value === "string" && value.length <= length ? value : null;
};

const fromText = (text: string | null): Reading => (text === null ? UNREADABLE : readable(text));

/** Text of one line. A number is read as its digits. */
export const readText = (value: unknown): Reading => fromText(textUpTo(value, LINE_LENGTH));

/** A value of any type that is no longer, as JSON, than a long text. */
export const readAnyValue = (value: unknown): Reading =>
  (JSON.stringify(value)?.length ?? 0) <= LONG_TEXT_LENGTH ? readable(value) : UNREADABLE;

export const readLongText = (value: unknown): Reading => fromText(textUpTo(value, LONG_TEXT_LENGTH));

/** A value of a growing list, such as `on_ship`: text with a letter. */
export function readCode(value: unknown): Reading {
  if (typeof value !== "string" || value.length > CODE_LENGTH || !/\p{Letter}/u.test(value))
    return UNREADABLE;
  return readable(value.trim());
}

/** An IANA time zone name. "" is read as not reported. */
export function readZone(value: unknown): Reading {
  if (value === "") return readable(null);
  return typeof value === "string" && /^[A-Za-z][\w+/-]{1,63}$/.test(value) ? readable(value) : UNREADABLE;
}

export function readFlag(value: unknown): Reading {
  if (typeof value === "boolean") return readable(value);
  const word = typeof value === "string" && value.length <= CODE_LENGTH ? value.trim().toLowerCase() : null;
  return word === "true" || word === "false" ? readable(word === "true") : UNREADABLE;
}

/** A number, or text of plain digits such as "28097" or "40.684". */
export function readNumber(value: unknown): Reading {
  const digits = typeof value === "string" && value.length <= CODE_LENGTH ? value.trim() : null;
  const figure = digits !== null && /^[+-]?\d+(\.\d+)?$/.test(digits) ? Number(digits) : value;
  return typeof figure === "number" && Math.abs(figure) <= LARGEST_NUMBER ? readable(figure) : UNREADABLE;
}

/** Degrees, as a number or text. "" is read as not reported. */
export function readCoordinate(value: unknown): Reading {
  if (value === "") return readable(null);
  const reading = readNumber(value);
  return typeof reading.value === "number" && Math.abs(reading.value) <= 180 ? reading : UNREADABLE;
}

const INSTANT =
  /^(?<day>\d{4}-\d{2}-\d{2})(?:[T ](?<time>\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?(?<zone>Z|UTC|[+-]\d{2}:?\d{2})?)?$/;

const isDay = (day: string): boolean => {
  const at = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day) && day >= "1970" && day < "2200";
};

function offset(zone: string | undefined): string {
  if (zone === undefined || zone === "UTC") return "Z";
  return zone.replace(/^([+-]\d{2})(\d{2})$/, "$1:$2");
}

/**
 * An ISO 8601 date-time or day, kept as sent. A date-time without an offset is in UTC (interface.md, What the service
 * does). "" is read as not reported. Numbers are not read: whether they are seconds or milliseconds is not known.
 */
export function readInstant(value: unknown): Reading {
  if (value === "") return readable(null);
  const parts =
    typeof value === "string" && value.length <= CODE_LENGTH ? INSTANT.exec(value)?.groups : undefined;
  if (!parts?.day || !isDay(parts.day)) return UNREADABLE;
  if (parts.time === undefined) return readable(parts.day);
  const instant = `${parts.day}T${parts.time}${offset(parts.zone)}`;
  return Number.isNaN(Date.parse(instant)) ? UNREADABLE : readable(instant);
}
