import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Page } from "playwright";
import { z } from "zod";
import type { Database } from "@/lib/platform/database/client";
import type { Clients } from "./clients";
import { deliver, movedTo } from "./deliver";
import { FLOOR_CHANNEL } from "./floor-channel";
import { wallClock } from "./wall-clock";

/**
 * Pause between two deliveries. It is longer than the board's batching interval and random, so that deliveries do not
 * synchronize with it.
 */
const PAUSE_MS = { from: 150, to: 450 };
const SEEN_WITHIN_MS = 2_000;

/** Measurements of each delivery, ms since it was sent. */
export interface Samples {
  accepted: number[];
  /** The worker records the change, just before it commits. */
  noted: number[];
  clients: number[];
  /** The page has painted the changed row. */
  painted: number[];
}

const onPageSchema = z.object({ painted: z.number() });

export interface Dashboard {
  db: Database;
  baseUrl: string;
  secret: string;
  page: Page;
  clients: readonly Clients[];
}

async function notedAt(db: Database, label: string): Promise<number> {
  const { rows } = await db.execute(sql`
    select extract(epoch from noted_at)::float8 * 1000 as at from live_changes
    where change::text like ${`%"${label}"%`} order by id desc limit 1`);
  return z.object({ at: z.number() }).parse(rows[0]).at;
}

/** Sends this many deliveries for visible containers, one after another, and times each. */
export async function measureDeliveries(
  dashboard: Dashboard,
  containerIds: readonly string[],
  count: number,
): Promise<Samples> {
  const samples: Samples = { accepted: [], noted: [], clients: [], painted: [] };
  for (let at = 0; at < count; at += 1) {
    const id = containerIds[at % containerIds.length];
    if (id === undefined) throw new Error("no container is on the screen");
    const yardSpot = `Spot ${10_000 + Math.floor(Math.random() * 89_999)}-${at}`;
    const body = await movedTo(dashboard.db, id, yardSpot);
    await dashboard.page.evaluate(`benchFresh.await(${JSON.stringify(id)}, ${JSON.stringify(yardSpot)})`);
    const sentAt = wallClock();
    await deliver(dashboard.baseUrl, body, dashboard.secret);
    samples.accepted.push(wallClock() - sentAt);
    const onPage = onPageSchema.parse(await dashboard.page.evaluate("benchFresh.painted()"));
    samples.painted.push(onPage.painted - sentAt);
    samples.noted.push((await notedAt(dashboard.db, id)) - sentAt);
    await pause(PAUSE_MS.from + Math.random() * (PAUSE_MS.to - PAUSE_MS.from));
    const received = await Promise.all(dashboard.clients.map((clients) => clients.heard(`"${id}"`)));
    for (const receivedAt of received.flat()) samples.clients.push(receivedAt - sentAt);
  }
  return samples;
}

/** The baseline: a bare NOTIFY of the same length as a change, to the same number of clients of a bare server. */
export async function measureFloor(db: Database, clients: Clients, count: number): Promise<number[]> {
  const samples: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const label = `container-${at}-of-the-floor`;
    const payload = JSON.stringify({ containers: [label], shipments: [], requests: [], parties: false });
    const sentAt = wallClock();
    await db.execute(sql`select pg_notify(${FLOOR_CHANNEL}, ${payload})`);
    await pause(Math.min(SEEN_WITHIN_MS, PAUSE_MS.from));
    for (const receivedAt of await clients.heard(label)) samples.push(receivedAt - sentAt);
  }
  return samples;
}
