import { setTimeout as pause } from "node:timers/promises";
import type { Pool } from "pg";
import type { Database } from "@/lib/db/client";
import type { TrackingClient } from "@/lib/tracking/client";
import { sweepOnce, sweptSince } from "./sweep";

/** A service that refuses the webhook must not stop the first load. */
const REGISTRATION_WAIT_MS = 10_000;
const LOOK_MS = 5_000;

type Desk = { db: Database; pool: Pool };

const sleep = (ms: number, signal: AbortSignal) => pause(ms, undefined, { signal }).catch(() => {});

/** Sweeps until one that began at `since` or later has ended, by this process or another: one that began it may die. */
async function sweepSince(
  desk: Desk,
  client: TrackingClient,
  since: Date,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted && !(await sweptSince(desk.db, since)))
    if (!(await sweepOnce(desk, client, signal))) await sleep(LOOK_MS, signal);
}

/**
 * The full sweep that follows every start. It begins when the webhook is registered, for what changes after its end
 * must come as a notification. Where the registration takes longer than `waitMs` it begins without, and another one
 * follows the registration. Throws what the client throws.
 */
export async function sweepAfterStart(
  desk: Desk,
  client: TrackingClient,
  registration: Promise<unknown>,
  signal: AbortSignal,
  waitMs = REGISTRATION_WAIT_MS,
): Promise<void> {
  const startedAt = new Date();
  const registeredAt = registration.then(() => new Date());
  await Promise.race([registeredAt, sleep(waitMs, signal)]);
  await sweepSince(desk, client, startedAt, signal);
  await sweepSince(desk, client, await registeredAt, signal);
}
