import { z } from "zod";
import { changeSignedIn, readJsonBody } from "@/app/api/answers";
import { db } from "@/lib/db/client";
import { previewJob } from "@/lib/desk-work/jobs/preview-job";
import { selectionSchema } from "@/lib/desk-work/jobs/selection";

const MOST_BYTES = 1_000_000;
const bodySchema = z.strictObject({ selection: selectionSchema });

/** What a selection comes to; changes nothing. A body, since a selection is too long for an address. */
export function POST(request: Request): Promise<Response> {
  return changeSignedIn("dispatch", request, async ({ userId }) => {
    const { selection } = await readJsonBody(request, bodySchema, MOST_BYTES);
    return previewJob(db(), selection, userId, new Date());
  });
}
