import { z } from "zod";
import { AppError } from "@/lib/platform/errors";
import type { AddressProblem } from "@/lib/platform/text/query-params";

/** The maximum number of rows in one response. */
const MAX = 200;
const whole = z.coerce.number().int().min(0);

/** The requested range of rows of a list. */
export const rangeSchema = z.object({
  offset: whole.max(1_000_000).default(0),
  limit: whole.min(1).max(MAX).default(100),
});

/** A range of a list that also accepts `limit` 0 for the counts alone. */
export const countedRangeSchema = rangeSchema.extend({ limit: whole.max(MAX).default(100) });

/**
 * Reads a request for rows of a list: its query by `read`, the other parameters by `schema`. Throws `bad_input` that
 * names each invalid parameter.
 */
export function readListRequest<Query, Range extends z.ZodObject>(
  request: Request,
  read: (params: URLSearchParams, also: string[]) => { query: Query; problems: AddressProblem[] },
  schema: Range,
): { query: Query; range: z.infer<Range> } {
  const { searchParams } = new URL(request.url);
  const names = Object.keys(schema.shape);
  const { query, problems } = read(searchParams, names);
  const range = schema.safeParse(
    Object.fromEntries(names.map((name) => [name, searchParams.get(name) ?? undefined])),
  );
  const wrong = problems.map(({ place, text }) => `${place}: ${text}`);
  if (!range.success)
    wrong.push(...range.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`));
  if (!range.success || wrong.length > 0) throw new AppError("bad_input", wrong.join("; "));
  return { query, range: range.data };
}
