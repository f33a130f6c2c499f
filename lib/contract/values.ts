import { z } from "zod";

/**
 * Text of an ISO 8601 date-time in UTC, kept as sent. The zone of its place stands in an attribute next to it
 * (supplement.md, Dates).
 */
export const instantSchema = z.string().refine((text) => !Number.isNaN(Date.parse(text)), {
  error: "expected an ISO 8601 date-time",
});

/** A nullable attribute that may be absent: absent says nothing was sent, null says there is none. */
export const maybe = <T extends z.ZodType>(schema: T) => schema.nullish();

export const text = maybe(z.string());
export const flag = maybe(z.boolean());
export const number = maybe(z.number());
export const instant = maybe(instantSchema);
export const textList = maybe(z.array(z.string()));

/** A calendar day or a date-time; text that names no day ("TBD") counts as none. */
export const dayOrInstant = maybe(
  z.string().transform((day) => (Number.isNaN(Date.parse(day)) ? null : day)),
);

/** Coordinates come as numbers or as text ("40.684"); read as a number, null when neither. */
export const coordinate = maybe(
  z.union([z.number(), z.string()]).transform((value) => {
    const degrees = value === "" ? Number.NaN : Number(value);
    return Number.isFinite(degrees) ? degrees : null;
  }),
);
