import { changeSignedIn, readJsonBody } from "@/app/api/answers";
import { db } from "@/lib/db/client";
import { makeTrackJob, trackListSchema } from "@/lib/desk-work/jobs/track-list";

/** Room for the largest file as JSON. */
const MOST_BYTES = 12_000_000;

/** Makes a job of a list of numbers: see docs/api.md. */
export function POST(request: Request): Promise<Response> {
  return changeSignedIn("dispatch", request, async (session) => {
    const list = await readJsonBody(request, trackListSchema, MOST_BYTES);
    return { id: await makeTrackJob(db(), session, list, new Date()) };
  });
}
