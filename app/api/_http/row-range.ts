import { z } from "zod";

/** The maximum number of rows in one response. */
const MOST = 200;
const whole = z.coerce.number().int().min(0);

/** The requested range of rows of a list. */
export const rangeSchema = z.object({
  offset: whole.max(1_000_000).default(0),
  limit: whole.min(1).max(MOST).default(100),
});

/** A range of a list that also accepts `limit` 0 for the counts alone. */
export const countedRangeSchema = rangeSchema.extend({ limit: whole.max(MOST).default(100) });

/** The problems of an invalid range, each with its parameter. */
export const rangeProblems = (error: z.ZodError): string[] =>
  error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
