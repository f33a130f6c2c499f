import { z } from "zod";
import { changeSignedIn, readJsonBody } from "@/app/api/_http/responses";
import type { NumberResponse } from "@/components/tracking-requests/use-number-inference";
import { normalizeNumber } from "@/lib/contract/container-number";
import { inferNumber } from "@/lib/features/tracking-requests/commands/infer-number";
import { listKnownNumbers } from "@/lib/features/tracking-requests/queries/tracked-numbers";
import { AppError } from "@/lib/platform/errors";

const bodySchema = z.strictObject({
  number: z
    .string()
    .trim()
    .min(4)
    .max(100)
    .refine((text) => !text.includes("\0"), { error: "Expected text." }),
});

/**
 * The service's interpretation of a typed number, and whether it is already tracked. If the service is unavailable,
 * `reading` is null and `reason` says why; the dashboard's own guess applies then. It is a POST because it
 * counts against the service's limit.
 */
export function POST(request: Request): Promise<Response> {
  return changeSignedIn(inferNumber.right, request, async (ctx) => {
    const { number } = await readJsonBody(request, bodySchema, 1_000);
    const [[known = null], { reading, reason }] = await Promise.all([
      listKnownNumbers(ctx.db, [{ key: normalizeNumber(number), scac: null }]),
      inferNumber(ctx, { number }).then(
        (reading) => ({ reading, reason: null }),
        (error: unknown) => {
          if (error instanceof AppError) return { reading: null, reason: error.message };
          throw error;
        },
      ),
    ]);
    return { reading, reason, known } satisfies NumberResponse;
  });
}
