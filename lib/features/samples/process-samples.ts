import { sql } from "drizzle-orm";
import { SAMPLE_USER_EMAIL } from "@/lib/auth/accounts/sample-user";
import type { Database } from "@/lib/platform/database/client";
import { LeaseLostError } from "@/lib/platform/database/lease";
import { AppError, type ErrorCode, reasonOf } from "@/lib/platform/errors";
import { logger } from "@/lib/platform/log";
import { doublingPause } from "@/lib/platform/queue/queue";
import type { TrackingClient } from "@/lib/tracking-client/client";
import { makeSample, NothingToMake, NotKnownYet } from "./make-sample";
import { planSamples } from "./plan-samples";
import { sampleContext } from "./sample-context";
import { type ClaimedSample, SAMPLE_QUEUE } from "./sample-queue";
import { undoSample } from "./undo-sample";

const log = logger("samples");
const MAX_ATTEMPTS = 8;
const BUSY_SECONDS = 3;
const pauseSeconds = doublingPause(60);
/** Errors after which a later attempt may work. */
const PASSING: readonly ErrorCode[] = [
  "service_unreachable",
  "service_answer_unreadable",
  "service_refused_key",
  "database_unavailable",
];

async function work(db: Database, tracking: TrackingClient, sample: ClaimedSample, now: Date): Promise<void> {
  const ctx = await sampleContext(db, tracking, now);
  if (sample.state === "planned") {
    const made = JSON.stringify(await makeSample(ctx, sample));
    await SAMPLE_QUEUE.settle(db, sample, sql`state = 'made', made = ${made}::jsonb, attempts = 0`);
    return;
  }
  const state = (await undoSample(ctx, sample)) ? "removed" : "kept";
  await SAMPLE_QUEUE.settle(db, sample, sql`state = ${state}`);
  // What a user keeps still names its author.
  await db.execute(sql`
    delete from users where email = ${SAMPLE_USER_EMAIL}
      and not exists (select from samples where state not in ('skipped', 'removed'))`);
}

async function noteFailure(db: Database, sample: ClaimedSample, error: unknown): Promise<void> {
  if (error instanceof LeaseLostError) return;
  if (error instanceof AppError && error.code === "service_busy") {
    await SAMPLE_QUEUE.release(db, [sample], { pauses: [BUSY_SECONDS], attempts: "uncounted" });
    return;
  }
  const passes = error instanceof NotKnownYet || (error instanceof AppError && PASSING.includes(error.code));
  if (passes && sample.attempts < MAX_ATTEMPTS) {
    await SAMPLE_QUEUE.release(db, [sample], { pauses: [pauseSeconds(sample.attempts)] });
    return;
  }
  if (!(error instanceof NothingToMake))
    log.warn(
      { kind: sample.kind, subject: sample.subjectId, state: sample.state, err: error },
      "sample left",
    );
  const state = sample.state === "planned" ? "skipped" : "kept";
  await SAMPLE_QUEUE.settle(db, sample, sql`state = ${state}, problem = ${reasonOf(error).slice(0, 1_000)}`);
}

/** Makes or removes the next sample. Returns false when none is due. */
export async function processNextSample(db: Database, client: TrackingClient, now: Date): Promise<boolean> {
  const [sample] = await SAMPLE_QUEUE.claim(db);
  if (!sample) return false;
  try {
    await SAMPLE_QUEUE.whileExtended(db, [sample], () => work(db, client, sample, now));
  } catch (error) {
    await noteFailure(db, sample, error);
  }
  return true;
}

/**
 * The worker's step for samples. Plans them once if `seeds`, then makes or removes the next one. Returns false when
 * nothing is due.
 */
export function sampleWork(db: Database, client: TrackingClient, seeds: boolean): () => Promise<boolean> {
  let decided = !seeds;
  return async () => {
    decided = decided || (await planSamples(db));
    return processNextSample(db, client, new Date());
  };
}
