import { setTimeout as pause } from "node:timers/promises";
import { config } from "@/lib/config";
import { db, pool } from "@/lib/db/client";
import { reasonOf } from "@/lib/errors";
import { INBOX_CHANNEL } from "@/lib/live/channels";
import { listen } from "@/lib/live/listener";
import { logger } from "@/lib/log";
import { refetchNext } from "@/lib/sync/refetch";
import { ensureWebhook } from "@/lib/sync/register-webhook";
import { sweepAfterStart } from "@/lib/sync/sweep-after-start";
import { openClient } from "@/lib/tracking/account";
import type { TrackingClient } from "@/lib/tracking/client";
import { processNext } from "@/lib/webhooks/process";

/** The worker: a process of its own, any number may run. Inbox, refetches, the sweep after the start. */
const log = logger("worker");
const stopping = new AbortController();
const { signal } = stopping;
const PULSE_MS = 30_000;
/** A request to the service may wait for minutes; nothing is lost when it is left. */
const STOP_WITHIN_MS = 3_000;

/** Aborted when a notification arrived or the worker stops: the inbox loop looks again at once. Renewed before each look. */
let arrival = new AbortController();

const sleep = (ms: number) => pause(ms, undefined, { signal }).catch(() => {});
const restUntilArrival = (ms: number) => pause(ms, undefined, { signal: arrival.signal }).catch(() => {});

function lookIntoInbox(): Promise<boolean> {
  arrival = new AbortController();
  return processNext(db());
}

/** Repeats a step while there is work, rests when there is none, and survives whatever the step throws. */
async function repeat(
  name: string,
  step: () => Promise<boolean>,
  rest: () => Promise<unknown>,
): Promise<void> {
  while (!signal.aborted) {
    try {
      if (!(await step())) await rest();
    } catch (error) {
      log.error({ loop: name, message: reasonOf(error) }, "step failed");
      await sleep(2_000);
    }
  }
}

/** Does a thing once, trying again with growing pauses until it worked. */
async function once(name: string, act: () => Promise<unknown>): Promise<void> {
  for (let pauseMs = 1_000; !signal.aborted; pauseMs = Math.min(pauseMs * 2, 30_000)) {
    try {
      await act();
      return;
    } catch (error) {
      log.error({ task: name, message: reasonOf(error) }, "trying again");
      await sleep(pauseMs);
    }
  }
}

/** A small question now and then, so that an outage is seen even when nobody asks anything else. */
async function feelPulse(client: TrackingClient): Promise<void> {
  while (!signal.aborted) {
    await client.getPage("shipments", { "page[size]": 1 }).catch(() => {});
    await sleep(PULSE_MS);
  }
}

async function run(): Promise<void> {
  const settings = config();
  const client = openClient("refetch");
  const listener = listen(settings.databaseUrl, [INBOX_CHANNEL], {
    onMessage: () => arrival.abort(),
    onOpen: () => arrival.abort(),
  });
  const registration = once("webhook", () => ensureWebhook(db(), client, settings));
  await Promise.all([
    repeat("inbox", lookIntoInbox, () => restUntilArrival(2_000)),
    repeat(
      "refetch",
      () => refetchNext(db(), client),
      () => sleep(500),
    ),
    registration,
    feelPulse(client),
    once("sweep", () =>
      sweepAfterStart({ db: db(), pool: pool() }, openClient("reconciliation"), registration, signal),
    ),
  ]);
  await listener.close();
  await pool().end();
}

function stop(): void {
  stopping.abort();
  arrival.abort();
  setTimeout(() => process.exit(0), STOP_WITHIN_MS).unref();
}

for (const name of ["SIGTERM", "SIGINT"] as const) process.once(name, stop);
log.info("worker started");
await run();
log.info("worker stopped");
