import type { Logger } from "pino";
import { type Loop, startLoop } from "@/lib/platform/queue/loop";
import { type Database, isDatabaseAway } from "@/tracking-service/store/database";
import { isRestored } from "@/tracking-service/store/restored";
import { type Claimed, claim, isOver, listWaiting, nextAttemptAt, unclaim, type Waiting } from "./outbox";
import { forgetOld } from "./purge";
import { finalize, type Settled } from "./record-attempt";
import { type Send, sender } from "./send";

const TIMEOUT_MS = 10_000;
/** Maximum number of deliveries in flight per webhook. A webhook that hangs does not delay others. */
const AT_ONCE = 16;
/**
 * New deliveries are claimed once this many are free. Claiming them one at a time would cost more than sending them.
 */
const REFILL = 8;
/**
 * Maximum number in flight for a failing webhook. It grows by one per accepted delivery, so an unresponsive receiver
 * costs little.
 */
const AT_ONCE_FAILING = 2;
const MAX_SLEEP_MS = 5_000;
const BUSY_SLEEP_MS = 1_000;
const FORGET_EVERY_MS = 3_600_000;

export type Delivering = {
  db: Database;
  log: Logger;
  now: () => Date;
  timeoutMs?: number;
  post?: Send;
};

/** Tracks the maximum number of deliveries in flight per webhook. */
class Widths {
  /** Contains only webhooks that failed recently. */
  private readonly narrowed = new Map<string, number>();

  of({ id, failing }: Waiting): number {
    return this.narrowed.get(id) ?? (failing ? AT_ONCE_FAILING : AT_ONCE);
  }

  /** How many more deliveries can start now. */
  room(webhook: Waiting, { size }: Set<unknown>): number {
    const width = webhook.failing ? AT_ONCE_FAILING : this.of(webhook);
    if (width < AT_ONCE) return Math.max(0, width - size);
    return size <= AT_ONCE - REFILL ? AT_ONCE - size : 0;
  }

  note({ id, failing }: Waiting, settled: Settled): void {
    const width = this.narrowed.get(id) ?? (failing ? AT_ONCE_FAILING : undefined);
    if (settled === "again" || settled === "given-up") this.narrowed.set(id, AT_ONCE_FAILING);
    else if (settled !== "delivered" || (width ?? AT_ONCE) + 1 >= AT_ONCE) this.narrowed.delete(id);
    else if (width !== undefined) this.narrowed.set(id, width + 1);
  }
}

/** Sends pending notifications from the outbox when they are due or when the loop is woken. */
export function startDeliverer({ db, log, now, timeoutMs = TIMEOUT_MS, ...parts }: Delivering): Loop {
  const post = parts.post ?? sender({ privateAddresses: false });
  const widths = new Widths();
  const underWay = new Map<string, Set<Promise<void>>>();
  /**
   * One controller per attempt in flight. A single shared signal would keep a reference to every attempt until the
   * process ends.
   */
  const attempts = new Set<AbortController>();
  let stopping = false;
  let forgotAt = 0;
  /**
   * Nothing is sent while the database is restored from a backup, because the original may still send it. Once active,
   * the deliverer never pauses again.
   */
  let active = false;
  let reported = false;

  const deliver = async (webhook: Waiting, claimed: Claimed) => {
    // The claim expired while this process was suspended. Another process may have sent it already.
    if (isOver(claimed, now())) return;
    const leaving = new AbortController();
    attempts.add(leaving);
    const outcome = await post(webhook, claimed.body, timeoutMs, leaving);
    attempts.delete(leaving);
    if (!outcome.delivered && stopping) return unclaim(db, claimed);
    const settled = await finalize(db, claimed, outcome, now(), widths.of(webhook));
    widths.note(webhook, settled);
    const about = {
      notification: claimed.id,
      event: claimed.event,
      webhook: webhook.id,
      attempts: claimed.attempts,
    };
    if (settled === "delivered" || settled === "gone") log.debug(about, settled);
    else log.warn({ ...about, outcome: outcome.error }, `delivery failed: ${settled}`);
  };

  const begin = (webhook: Waiting, claimed: Claimed, inFlight: Set<Promise<void>>) => {
    const delivery = deliver(webhook, claimed)
      .catch((error) => log.error({ err: error, notification: claimed.id }, "delivery could not be settled"))
      .finally(() => {
        inFlight.delete(delivery);
        if (inFlight.size === 0) underWay.delete(webhook.id);
        if (widths.room(webhook, inFlight) > 0) loop.wake();
      });
    inFlight.add(delivery);
  };

  const loop = startLoop("deliveries", { log, isOutage: isDatabaseAway }, async (ending) => {
    if (now().getTime() - forgotAt > FORGET_EVERY_MS) {
      forgotAt = now().getTime();
      await forgetOld(db, now(), ending);
    }
    active ||= !(await isRestored(db));
    if (!active) {
      if (!reported)
        log.warn(
          "restored from a backup: no webhook delivery is sent before npm run up -- --take-over (from an image: prepare --take-over)",
        );
      reported = true;
      return MAX_SLEEP_MS;
    }
    let begun = 0;
    const waiting = await listWaiting(db, now());
    for (const webhook of waiting) {
      const inFlight = underWay.get(webhook.id) ?? new Set<Promise<void>>();
      for (const claimed of await claim(db, webhook.id, widths.room(webhook, inFlight), now())) {
        underWay.set(webhook.id, inFlight);
        begin(webhook, claimed, inFlight);
        begun += 1;
      }
    }
    // A webhook at its maximum wakes the loop when a delivery ends.
    if (begun > 0 || waiting.length > 0) return BUSY_SLEEP_MS;
    const next = await nextAttemptAt(db);
    const wait = next ? next.getTime() - now().getTime() : MAX_SLEEP_MS;
    return Math.min(Math.max(wait, 50), MAX_SLEEP_MS);
  });

  return {
    wake: loop.wake,
    stop: async () => {
      await loop.stop();
      stopping = true;
      for (const leaving of attempts) leaving.abort();
      await Promise.allSettled([...underWay.values()].flatMap((inFlight) => [...inFlight]));
    },
  };
}
