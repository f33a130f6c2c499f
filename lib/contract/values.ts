import { z } from "zod";

/**
 * Text of an ISO 8601 date-time in UTC, kept as sent. The time zone of the location is in a related attribute
 * (supplement.md, Dates).
 */
export const instantSchema = z.string().refine((text) => !Number.isNaN(Date.parse(text)), {
  error: "expected an ISO 8601 date-time",
});

/** A nullable attribute that may be absent. Absent means not sent, null means no value. */
export const maybe = <T extends z.ZodType>(schema: T) => schema.nullish();

export const text = maybe(z.string());
export const flag = maybe(z.boolean());
export const number = maybe(z.number());
export const instant = maybe(instantSchema);
export const textList = maybe(z.array(z.string()));

/** A calendar day or a date-time. Text that is not a day ("TBD") is read as null. */
export const dayOrInstant = maybe(
  z.string().transform((day) => (Number.isNaN(Date.parse(day)) ? null : day)),
);

/** Coordinates are sent as numbers or as text ("40.684"). Both are read as a number, other values as null. */
export const coordinate = maybe(
  z.union([z.number(), z.string()]).transform((value) => {
    const degrees = value === "" ? Number.NaN : Number(value);
    return Number.isFinite(degrees) ? degrees : null;
  }),
);
