import { z } from "zod";
import { changeSignedIn, readJsonBody } from "@/app/api/_http/responses";
import { previewJob } from "@/lib/features/bulk-jobs/queries/preview-job";
import { selectionSchema } from "@/lib/features/bulk-jobs/queries/selection";

const MAX_BYTES = 1_000_000;
const bodySchema = z.strictObject({ selection: selectionSchema });

/** Previews a job for a selection; changes nothing. Uses a body because a selection is too long for an address. */
export function POST(request: Request): Promise<Response> {
  return changeSignedIn("dispatch", request, async ({ db, actor, now }) => {
    const { selection } = await readJsonBody(request, bodySchema, MAX_BYTES);
    return previewJob(db, selection, actor.userId, now);
  });
}
