import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { Ledger } from "@/bench/day/ledger";
import { finalize } from "@/bench/faults/losses";
import { untilLoaded } from "@/bench/faults/sync-runs";
import { openWorld } from "@/bench/faults/world";
import type { Undo } from "@/bench/harness/clean-up";
import { type Figure, figure, percentile } from "@/bench/harness/figures";
import { type Fleet, openFleet, SHIPPED } from "@/bench/harness/fleet";
import { startRoundRobin } from "@/bench/harness/round-robin";
import { sized } from "@/bench/harness/smoke";
import { watchFreshness } from "./freshness";

const CONTAINERS = sized(1_000, 60);
const WORLD_MS = 45 * 86_400_000;
const REPORT_EVERY_MS = sized(1_000, 100);

/** The service as shipped and one worker that reaches it through a counting proxy, with the account loaded. */
async function startMixFleet(
  dashboard: string[],
  from: Date,
  ledger: Ledger,
  onEnd: (undo: Undo) => void,
): Promise<Fleet> {
  const fleet = await openFleet(
    {
      dashboards: 1,
      workers: 1,
      programs: { ...SHIPPED, dashboard: (port) => [...dashboard, "-p", String(port)] },
      dashboardSettings: { RECONCILE_MINUTES: "1440" },
      serviceSettings: {
        SEED_CONTAINERS: String(CONTAINERS),
        SIM_SEED: "mix",
        SIM_START: from.toISOString(),
        SIM_PAUSED: "true",
        LOG_LEVEL: "info",
      },
    },
    onEnd,
  );
  const target = new URL(fleet.serviceUrl).origin;
  const writer = await startRoundRobin([target], onEnd, (passed) => ledger.heard("worker", passed));
  fleet.dashboardSettings.TRACKING_API_URL = `${writer}/v2`;
  fleet.service.start();
  await fleet.service.untilUp();
  for (const member of [...fleet.dashboards, ...fleet.workers]) member.start();
  await untilLoaded(fleet);
  return fleet;
}

/** The times at which the service recorded changes, by container, among all reports since a given time. */
async function reportedSince(
  { store, dashboard: system }: Fleet,
  since: Date,
): Promise<{ container: string; createdMs: number }[]> {
  const reported = await store.pool.query<{ id: string; container: string | null; created: number }>(
    `select n.id::text, t.container_id::text as container, (extract(epoch from n.created_at) * 1000)::float8 as created
     from webhook_notifications n
     left join transport_events t on n.reference_type = 'transport_event' and t.id = n.reference_id
     where n.created_at >= $1`,
    [since],
  );
  const { rows } = await system.db.execute<{ id: string; subject: string | null }>(
    sql`select notification_id as id, subject from inbox where received_at >= ${since}`,
  );
  const subjects = new Map(rows.map(({ id, subject }) => [id, subject]));
  return reported.rows.flatMap(({ id, container, created }) => {
    const subject = subjects.get(id);
    const named =
      container ?? (subject?.startsWith("container ") ? subject.slice("container ".length) : null);
    return named === null ? [] : [{ container: named, createdMs: Math.floor(created) }];
  });
}

/**
 * The service's own mix of full and minimal notifications at several rates, with the documented limits. Measures the
 * time from the service's record of a container change until the mirror has the new data, checked ten times a second.
 * Also counts the requests that were needed.
 */
export async function measureNaturalMix(
  { dashboard, perMinute, seconds }: { dashboard: string[]; perMinute: readonly number[]; seconds: number },
  onEnd: (undo: Undo) => void,
): Promise<Figure[]> {
  const from = new Date(Date.now() - WORLD_MS);
  const ledger = new Ledger();
  const fleet = await startMixFleet(dashboard, from, ledger, onEnd);
  const world = await openWorld(fleet.store, from, 1);
  onEnd(() => world.close());
  const figures: Figure[] = [];
  for (const rate of perMinute) {
    await finalize(fleet);
    ledger.clear();
    const watch = watchFreshness(fleet.dashboard.db);
    const since = new Date();
    for (let reported = 0, at = Date.now(); Date.now() - since.getTime() < seconds * 1_000; ) {
      const due = Math.floor(((Date.now() - since.getTime()) * rate) / 60_000);
      if (due > reported) reported += await world.report(due - reported);
      at += REPORT_EVERY_MS;
      await pause(Math.max(0, at - Date.now()));
    }
    await finalize(fleet);
    await pause(500);
    figures.push(...mixFigures(rate, await reportedSince(fleet, since), await watch.stop(), ledger));
  }
  return figures;
}

type Fresh = (container: string, asOfMs: number) => number | null;

function mixFigures(
  rate: number,
  reported: readonly { container: string; createdMs: number }[],
  freshAt: Fresh,
  ledger: Ledger,
): Figure[] {
  const taken = reported.map(({ container, createdMs }) => {
    const at = freshAt(container, createdMs);
    return at === null ? null : Math.max(0, at - createdMs);
  });
  const samples = taken.filter((ms) => ms !== null);
  const name = `natural mix at ${rate} a minute`;
  const requests =
    ledger.count("single records") + ledger.count("webhook and its deliveries", "/v2/webhook_n");
  return [
    figure({ name: `${name}: notifications of containers in all`, unit: "", value: reported.length }),
    figure({
      name: `${name}: noted by the service to fresh, p50`,
      unit: "ms",
      value: percentile(samples, 0.5),
    }),
    figure({
      name: `${name}: noted by the service to fresh, p95`,
      unit: "ms",
      value: percentile(samples, 0.95),
    }),
    figure({ name: `${name}: never seen fresh`, unit: "", value: taken.length - samples.length, goal: 0 }),
    figure({ name: `${name}: requests for what they left out`, unit: "", value: requests }),
    figure({ name: `${name}: … a notification`, unit: "", value: requests / reported.length }),
    figure({ name: `${name}: answered 429`, unit: "", value: ledger.answered(429), goal: 0 }),
  ];
}
