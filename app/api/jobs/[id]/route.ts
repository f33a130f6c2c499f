import { z } from "zod";
import { changeSignedIn, readJsonBody, readParameters, respondSignedIn } from "@/app/api/_http/responses";
import { retryJob } from "@/lib/features/bulk-job-runner/retry-job";
import { cancelJob, undoJob } from "@/lib/features/bulk-jobs/commands/end-job";
import { listJobRows, readJob } from "@/lib/features/bulk-jobs/queries/read-jobs";
import { db } from "@/lib/platform/database/client";
import { AppError } from "@/lib/platform/errors";

type Context = { params: Promise<{ id: string }> };

const MAX_ROWS = 200;
const parametersSchema = z.object({
  state: z.enum(["waiting", "done", "failed", "cancelled"]).nullable().default(null),
  offset: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(MAX_ROWS).default(MAX_ROWS),
});
const ACTS = { stop: cancelJob, undo: undoJob, retry: retryJob };
const actionSchema = z.strictObject({ act: z.enum(["stop", "undo", "retry"]) });

async function idOf({ params }: Context): Promise<string> {
  const id = z.uuid().safeParse((await params).id);
  if (!id.success) throw new AppError("not_found", "This job was not found.");
  return id.data;
}

/** The progress of a job, with some of its rows. See docs/api.md. */
export function GET(request: Request, context: Context): Promise<Response> {
  return respondSignedIn("dashboard", async (session) => {
    const id = await idOf(context);
    const range = readParameters(request, parametersSchema);
    const job = await readJob(db(), session, id);
    return { job, rows: await listJobRows(db(), id, range) };
  });
}

/** Stops a job, undoes it, or retries its failed rows in a new job. Returns the job that continues. */
export function POST(request: Request, context: Context): Promise<Response> {
  return changeSignedIn("dispatch", request, async (ctx) => {
    const jobId = await idOf(context);
    const { act } = await readJsonBody(request, actionSchema, 1_000);
    const continues = await ACTS[act](ctx, { jobId });
    return readJob(ctx.db, ctx.actor, continues ?? jobId);
  });
}
