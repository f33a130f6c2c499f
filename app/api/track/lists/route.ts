import { readJsonBody, respondToCommand } from "@/app/api/_http/responses";
import { makeTrackJob, trackListSchema } from "@/lib/features/tracking-requests/list-import/create-import";

/** Room for the largest file as JSON. */
const MAX_BYTES = 12_000_000;

/** Creates a job from a list of numbers. See docs/api.md. */
export function POST(request: Request): Promise<Response> {
  return respondToCommand(
    request,
    makeTrackJob,
    () => readJsonBody(request, trackListSchema, MAX_BYTES),
    (id) => ({ id }),
  );
}
