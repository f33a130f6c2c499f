import { z } from "zod";
import { changeSignedIn, readJsonBody } from "@/app/api/_http/responses";
import { normalizeNumber } from "@/lib/contract/container-number";
import { inferNumber } from "@/lib/features/tracking-requests/commands/infer-number";
import { listKnownNumbers } from "@/lib/features/tracking-requests/queries/tracked-numbers";
import { db } from "@/lib/platform/database/client";
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
 * What the service makes of a number somebody types, and whether it is followed already. Where the service cannot be
 * asked, `reading` is null and `why` says so: the dashboard's own guess stands then. It is no read, since it counts against
 * the service's limit.
 */
export function POST(request: Request): Promise<Response> {
  return changeSignedIn("dispatch", request, async () => {
    const { number } = await readJsonBody(request, bodySchema, 1_000);
    const [[known = null], { reading, why }] = await Promise.all([
      listKnownNumbers(db(), [{ key: normalizeNumber(number), scac: null }]),
      inferNumber(number).then(
        (reading) => ({ reading, why: null }),
        (error: unknown) => {
          if (error instanceof AppError) return { reading: null, why: error.message };
          throw error;
        },
      ),
    ]);
    return { reading, why, known };
  });
}
