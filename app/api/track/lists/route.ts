import { changeSignedIn, readJsonBody } from "@/app/api/_http/responses";
import { makeTrackJob, trackListSchema } from "@/lib/features/tracking-requests/list-import/create-import";
import { db } from "@/lib/platform/database/client";

/** Room for the largest file as JSON. */
const MAX_BYTES = 12_000_000;

/** Creates a job from a list of numbers. See docs/api.md. */
export function POST(request: Request): Promise<Response> {
  return changeSignedIn("dispatch", request, async (session) => {
    const list = await readJsonBody(request, trackListSchema, MAX_BYTES);
    return { id: await makeTrackJob(db(), session, list, new Date()) };
  });
}
