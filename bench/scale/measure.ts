import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import type { Reader } from "@/bench/board/reader";
import { type ChosenBoard, type OpenBoards, openBoards } from "@/bench/fanout/open-boards";
import { type SentChange, sendChanges, timeArrivals } from "@/bench/fanout/time-changes";
import type { Undo } from "@/bench/harness/clean-up";
import { type Figure, figure, percentile } from "@/bench/harness/figures";
import type { Member } from "@/bench/harness/member";
import { type Taken, takenByChild, takenByPostgres, takenByProcess } from "@/bench/harness/processes";
import { sized } from "@/bench/harness/smoke";
import type { Database } from "@/lib/platform/database/client";
import { say } from "@/scripts/up/progress";
import { readRowsMeanwhile } from "./read-rows";

/** After the last change, boards have this time to receive all. It is checked from time to time whether they did. */
const MAX_SETTLE_MS = 90_000;
const CHECK_MS = sized(3_000, 500);
/** After the boards were opened, the dashboards have this time to come to rest. */
const REST_MS = sized(3_000, 100);
const ROWS_A_READ = 50;
/** The largest number of responses other than 200 that are printed for a combination. */
const SHOWN_RESPONSES = 5;

/** What is measured with, the same in every combination. */
export interface Setting {
  db: Database;
  secret: string;
  /** The folder of PostgreSQL's data. */
  dataFolder: string;
  reader: Reader;
  rowsFloorUrl: string;
  cookies: readonly string[];
  perSecond: number;
}

/** A number of dashboards with a number of open boards. Board n is open at dashboard n, in turn. */
export interface Combination {
  dashboards: readonly { url: string; member: Member }[];
  boards: readonly ChosenBoard[];
  /** The containers to change. */
  ids: readonly string[];
  /** From a bare NOTIFY to as many bare streams, ms. */
  streamFloor: readonly number[];
}

/** The processor time of a process, ms a second, and its resident memory. */
export type Cost = { cpuMs: number; residentMb: number };

export interface Measured {
  dashboards: number;
  boards: number;
  rows: number;
  rowsFloor: number;
  fresh: number;
  freshFloor: number;
  /** Rows of changed containers that a board did not receive. */
  missing: number;
  /** Changed containers whose row at a dashboard does not show the change. */
  differing: number;
  reconnects: number;
  /** How often a board read its page again because it may have missed changes. */
  resyncs: number;
  others: number;
  /** The mean processor time and the largest memory of the dashboards. */
  dashboard: Cost;
  worker: Cost;
  postgres: Cost;
}

const rowsSchema = z.object({ rows: z.array(z.object({ id: z.string(), yardSpot: z.string().nullable() })) });

/** Reads the rows of changed containers, again for a while when a busy dashboard answers with an error. */
async function readAgain(
  url: string,
  changes: readonly SentChange[],
  headers: Record<string, string>,
): Promise<unknown> {
  const path = `${url}/api/board?ids=${changes.map(({ id }) => id).join(",")}`;
  for (const until = Date.now() + MAX_SETTLE_MS; ; await pause(CHECK_MS)) {
    const response = await fetch(path, { headers });
    const text = await response.text();
    if (response.ok) return JSON.parse(text);
    if (Date.now() > until) throw new Error(`rows answered ${response.status}`);
  }
}

async function countDiffering(
  reader: Reader,
  { url }: { url: string },
  sent: readonly SentChange[],
): Promise<number> {
  let differing = 0;
  for (let at = 0; at < sent.length; at += ROWS_A_READ) {
    const part = sent.slice(at, at + ROWS_A_READ);
    const { rows } = rowsSchema.parse(await readAgain(url, part, reader.headers));
    const spots = new Map(rows.map(({ id, yardSpot }) => [id, yardSpot]));
    differing += part.filter(({ id, yardSpot }) => spots.get(id) !== yardSpot).length;
  }
  return differing;
}

/** p95, or 0 when nothing was measured. */
const p95 = (samples: readonly number[]) => (samples.length > 0 ? percentile(samples, 0.95) : 0);

/** Waits until every board has every change, or for too long. */
async function untilArrived(open: OpenBoards, sent: readonly SentChange[]) {
  for (const until = Date.now() + MAX_SETTLE_MS; ; ) {
    await pause(CHECK_MS);
    const report = await open.report();
    const arrived = timeArrivals(report, sent, "acceptedAt");
    if (arrived.missing === 0 || Date.now() > until) return { report, ...arrived };
  }
}

/**
 * Opens the boards, changes containers at random times and reads rows meanwhile. Fresh is the time from a delivery that
 * was accepted until a board received the row.
 */
export async function measure(
  setting: Setting,
  { dashboards, boards, ids, streamFloor }: Combination,
  onEnd: (undo: Undo) => void,
): Promise<Measured> {
  const { db, secret, dataFolder, reader, rowsFloorUrl, cookies, perSecond } = setting;
  const baseUrls = dashboards.map(({ url }) => url);
  const open = await openBoards(onEnd, boards, { pushed: true, recorded: true, baseUrls, cookies });
  await pause(REST_MS);
  const takeAll = () => ({
    dashboards: dashboards.map(({ member }) => takenByProcess(member.pid() ?? 0)),
    worker: takenByChild("worker.ts"),
    postgres: takenByPostgres(dataFolder),
  });
  const [before, begun] = [takeAll(), performance.now()];
  const endReads = readRowsMeanwhile(baseUrls, rowsFloorUrl, reader.headers);
  const name = `${dashboards.length}-${boards.length}`;
  const sent = await sendChanges({ db, baseUrls, secret, ids, perSecond, name });
  const reads = await endReads();
  const { report, samples, missing } = await untilArrived(open, sent);
  const [after, seconds] = [takeAll(), (performance.now() - begun) / 1_000];
  await open.close();
  const costOf = (then: Taken | undefined, now: Taken): Cost => ({
    cpuMs: (now.cpuMs - (then?.cpuMs ?? 0)) / seconds,
    residentMb: now.residentMb,
  });
  const costs = after.dashboards.map((now, at) => costOf(before.dashboards[at], now));
  const others = [...report.others, ...reads.others];
  for (const other of others.slice(0, SHOWN_RESPONSES)) say(`  answered other than 200: ${other}`);
  let differing = 0;
  for (const dashboard of dashboards) differing += await countDiffering(reader, dashboard, sent);
  return {
    dashboards: dashboards.length,
    boards: boards.length,
    rows: p95(reads.rows),
    rowsFloor: p95(reads.floor),
    fresh: p95(samples),
    freshFloor: p95(streamFloor),
    missing,
    differing,
    reconnects: report.reconnects,
    resyncs: report.resyncs.flat().length,
    others: others.length,
    dashboard: {
      cpuMs: costs.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / costs.length,
      residentMb: Math.max(...costs.map(({ residentMb }) => residentMb)),
    },
    worker: costOf(before.worker, after.worker),
    postgres: costOf(before.postgres, after.postgres),
  };
}

/** The figures of a combination. */
export function figuresOf(measured: Measured): Figure[] {
  const { dashboards, boards } = measured;
  const name = `${dashboards} ${dashboards === 1 ? "dashboard" : "dashboards"}, ${boards} boards`;
  const costs = (["dashboard", "worker", "postgres"] as const).flatMap((part) => [
    figure({ name: `… processor time, ${part}`, unit: "ms a second", value: measured[part].cpuMs }),
    figure({
      name: `… resident memory, ${part === "postgres" ? "largest process of postgres" : part}`,
      unit: "MB",
      value: measured[part].residentMb,
    }),
  ]);
  const count = (what: string, value: number) => figure({ name: `… ${what}`, unit: "", value, goal: 0 });
  return [
    figure({
      name: `${name}: rows JSON, p95 (floor: a bare server with the same queries)`,
      ...{ unit: "ms", value: measured.rows, floor: measured.rowsFloor },
    }),
    figure({
      name: "… delivery accepted to row received, p95 (floor: NOTIFY to stream)",
      ...{ unit: "ms", value: measured.fresh, floor: measured.freshFloor },
    }),
    count("rows that did not arrive", measured.missing),
    count("changed rows that a dashboard shows otherwise", measured.differing),
    count("streams that ended", measured.reconnects),
    count("boards that read their page again after a gap", measured.resyncs),
    count("responses to boards and row reads other than 200", measured.others),
    ...costs,
  ];
}

/** The combinations as the lines of a table. */
export function scaleTable(all: readonly Measured[]): string[][] {
  const text = (value: number) => value.toFixed(value < 10 ? 1 : 0);
  const withFloor = (value: number, floor: number) => `${text(value)} (${text(floor)})`;
  return [
    [
      ...["dashboards, boards", "rows p95 (floor)", "fresh p95 (floor)", "missing", "other than 200"],
      ...["dashboard ms/s", "MB", "worker ms/s", "MB", "postgres ms/s", "MB"],
    ],
    ...all.map((one) => [
      `${one.dashboards}, ${one.boards}`,
      withFloor(one.rows, one.rowsFloor),
      withFloor(one.fresh, one.freshFloor),
      ...[one.missing + one.differing, one.others].map(String),
      ...[one.dashboard, one.worker, one.postgres].flatMap(({ cpuMs, residentMb }) => [
        text(cpuMs),
        text(residentMb),
      ]),
    ]),
  ];
}
