import { z } from "zod";

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: "expected a time such as 07:00" });

/** A range of local times "HH:mm". One that ends at or before its beginning ends the next day. */
const openRangeSchema = z.object({ from: clock, to: clock });
/** One opening of a terminal's gates every week. Days are from 0 (Sunday) to 6 (Saturday). */
export const openingSchema = openRangeSchema.extend({ day: z.number().int().min(0).max(6) });
export const gateHoursSchema = z.array(openingSchema).max(21);
/** A holiday, a closure or another day with its own hours, which replace the week's. No range: closed. */
export const specialDaySchema = z.object({
  on: z.iso.date(),
  open: z.array(openRangeSchema).max(3),
  name: z.string().max(100),
});
export const specialDaysSchema = z.array(specialDaySchema).max(200);

export type OpenRange = z.infer<typeof openRangeSchema>;
export type Opening = z.infer<typeof openingSchema>;
export type SpecialDay = z.infer<typeof specialDaySchema>;
