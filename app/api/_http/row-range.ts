import { z } from "zod";

/** The most rows that one answer has. */
const MOST = 200;
const whole = z.coerce.number().int().min(0);

/** Which rows of a list a request is for. */
export const rangeSchema = z.object({
  offset: whole.max(1_000_000).default(0),
  limit: whole.min(1).max(MOST).default(100),
});

/** A range of a list that also tells its counts alone, where `limit` is 0. */
export const countedRangeSchema = rangeSchema.extend({ limit: whole.max(MOST).default(100) });

/** What of a range cannot be taken, each with its parameter. */
export const rangeProblems = (error: z.ZodError): string[] =>
  error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
