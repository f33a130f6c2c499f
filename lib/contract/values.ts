import { z } from "zod";

/**
 * The kinds of attributes as the mirror stores them. `readAttributes` (reading/read-attributes.ts) converts what was sent to them;
 * it tells the kinds of text apart by these constants.
 */

/**
 * Text of an ISO 8601 date-time in UTC, kept as sent. The time zone of the location is in a related attribute
 * (supplement.md, Dates).
 */
export const instantSchema = z.string().refine((text) => !Number.isNaN(Date.parse(text)), {
  error: "expected an ISO 8601 date-time",
});

/** A nullable attribute that may be absent. Absent means not sent, null means no value. */
export const maybe = <T extends z.ZodType>(schema: T) => schema.nullish();

/** Text that a person reads in one line, such as a name or number. */
export const text = maybe(z.string());
/** Text of any length, such as a description. */
export const longText = maybe(z.string());
/** A value of a list that may grow, such as a status. */
export const code = maybe(z.string());
/** An IANA time zone name. */
export const zone = maybe(z.string());
export const flag = maybe(z.boolean());
export const number = maybe(z.number());
/** Degrees of latitude or longitude. */
export const coordinate = maybe(z.number());
export const instant = maybe(instantSchema);
/** A value of any type, such as that of a custom field. */
export const anyValue = maybe(z.unknown());
export const textList = maybe(z.array(z.string()));
