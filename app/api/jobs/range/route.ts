import { z } from "zod";
import { readParameters, respondSignedIn } from "@/app/api/_http/responses";
import { MAX_JOB_ROWS } from "@/lib/features/bulk-jobs/messages";
import { listRange } from "@/lib/features/bulk-jobs/queries/selection";
import { db } from "@/lib/platform/database/client";

const parametersSchema = z.object({
  address: z.string().max(8_000),
  offset: z.coerce.number().int().min(0).max(1_000_000),
  limit: z.coerce.number().int().min(1).max(MAX_JOB_ROWS),
});

/** The ids of a range of the board, in the board's order. */
export function GET(request: Request): Promise<Response> {
  return respondSignedIn("dashboard", async ({ userId }) => {
    const { address, offset, limit } = readParameters(request, parametersSchema);
    return { ids: await listRange(db(), address, { offset, limit }, userId, new Date()) };
  });
}
