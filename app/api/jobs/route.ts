import { z } from "zod";
import { jobFieldName } from "@/app/api/_http/field-names";
import { readJsonBody, respondSignedIn, respondToCommand } from "@/app/api/_http/responses";
import { makeJob } from "@/lib/features/bulk-jobs/commands/create-job";
import { jobInputSchema } from "@/lib/features/bulk-jobs/commands/job-inputs";
import { listJobs, readJob } from "@/lib/features/bulk-jobs/queries/read-jobs";
import { selectionSchema } from "@/lib/features/bulk-jobs/queries/selection";
import { db } from "@/lib/platform/database/client";

/** Room for ten thousand ids. */
const MAX_BYTES = 1_000_000;
const bodySchema = z.strictObject({ ask: jobInputSchema, selection: selectionSchema });

/** Running jobs and the jobs of the last day. See docs/api.md. */
export function GET(): Promise<Response> {
  return respondSignedIn("dashboard", async (session) => ({ jobs: await listJobs(db(), session) }));
}

/** Creates a job from a selection and returns it. */
export function POST(request: Request): Promise<Response> {
  return respondToCommand(
    request,
    makeJob,
    async () => {
      const { ask: job, selection } = await readJsonBody(request, bodySchema, MAX_BYTES, jobFieldName);
      return { job, selection };
    },
    (id, ctx) => readJob(ctx.db, ctx.actor, id),
  );
}
