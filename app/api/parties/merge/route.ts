import { z } from "zod";
import { readJsonBody, readParameters, respondSignedIn, respondToCommand } from "@/app/api/_http/responses";
import { mergeParties } from "@/lib/features/bulk-job-runner/merge-parties";
import { readJob } from "@/lib/features/bulk-jobs/queries/read-jobs";
import { previewMerge } from "@/lib/features/parties/queries/merge-preview";
import { db } from "@/lib/platform/database/client";

const partyIds = z.strictObject({ from: z.string().min(1).max(200), into: z.string().min(1).max(200) });

/** The counts of a merge, before it starts. See docs/api.md. */
export function GET(request: Request): Promise<Response> {
  return respondSignedIn("dispatch", async () => {
    const { from, into } = readParameters(request, partyIds);
    return previewMerge(db(), from, into);
  });
}

/** Creates the job that merges a party into another, and returns it. */
export function POST(request: Request): Promise<Response> {
  return respondToCommand(
    request,
    mergeParties,
    () => readJsonBody(request, partyIds, 1_000),
    (id, ctx) => readJob(ctx.db, ctx.actor, id),
  );
}
