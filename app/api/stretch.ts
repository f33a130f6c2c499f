import { z } from "zod";

const whole = z.coerce.number().int().min(0);

/** Which rows of a list a request is for. */
export const stretchSchema = z.object({
  offset: whole.max(1_000_000).default(0),
  limit: whole.min(1).max(200).default(100),
});

/** What of a stretch cannot be taken, each with its parameter. */
export const stretchProblems = (error: z.ZodError): string[] =>
  error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
