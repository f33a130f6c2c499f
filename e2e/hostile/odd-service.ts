import type { RequestListener } from "node:http";
import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { percentile } from "@/bench/harness/figures";
import { queryColumn } from "@/lib/platform/database/rows";
import { watchMemory } from "./process-memory";
import { type StubFleet, withStubFleet } from "./stub-fleet";
import type { HostileRow } from "./target";

/** Longer than twice the 20 s after which the dashboard gives up. */
const ENDLESS_MS = 50_000;
const AT_ONCE = 4;
const SLOW_MS = 100;
/** Each of five answers at once may have 32 MB, as text and as what is read from it. */
const MAX_GROWTH_MB = 448;
const MAX_BOARD_MS = 2_000;
const CLOSED_WITHIN_MS = 45_000;
const MAX_PAUSE_MINUTES = 15;

const CHUNK = Buffer.alloc(1_048_576, " ");
const BOMB = gzipSync(Buffer.alloc(64 * CHUNK.length, " "));

/** Sends a part whenever the last one was taken, or every `restMs`. */
const endless =
  (part: Buffer, { restMs = 0, headers = {}, status = 200 } = {}): RequestListener =>
  (_, response) => {
    response.writeHead(status, headers);
    const write = async () => {
      do await pause(restMs);
      while (!response.destroyed && response.write(part));
    };
    response.on("drain", write);
    void write();
  };

/** Answers that do not end, by the number of the request. */
const ENDLESS: readonly RequestListener[] = [
  endless(CHUNK),
  endless(CHUNK.subarray(0, 100_000), { restMs: SLOW_MS }),
  endless(BOMB, { headers: { "Content-Encoding": "gzip" } }),
  endless(CHUNK, { status: 503 }),
  endless(CHUNK.subarray(0, 10), { restMs: SLOW_MS, status: 429 }),
];

const inferredSchema = z.object({ reading: z.unknown(), reason: z.string().nullable() });

/** What the dashboard says of a typed number, for which it asks the service. */
async function infer({ url, cookie }: StubFleet): Promise<string | null> {
  const response = await fetch(`${url}/api/track/number`, {
    method: "POST",
    headers: { cookie, "content-type": "application/json", "sec-fetch-site": "same-origin" },
    body: JSON.stringify({ number: "MSCU1234567" }),
  });
  return inferredSchema.parse(await response.json()).reason;
}

/** The p95 of reads of the board until then, in ms. A failed one counts as infinite. */
async function timeBoard({ url, cookie }: StubFleet, until: number): Promise<number> {
  const samples: number[] = [];
  while (performance.now() < until) {
    const begun = performance.now();
    const response = await fetch(`${url}/api/board`, { headers: { cookie } });
    await response.arrayBuffer();
    samples.push(response.ok ? performance.now() - begun : Number.POSITIVE_INFINITY);
    await pause(250);
  }
  return percentile(samples, 0.95);
}

async function endlessAnswers(stubbed: StubFleet): Promise<HostileRow[]> {
  const { pids } = stubbed;
  const memory = { dashboard: watchMemory(pids.dashboard), worker: watchMemory(pids.worker) };
  const before = stubbed.requests();
  stubbed.serve((request, response) => ENDLESS[stubbed.requests() % ENDLESS.length]?.(request, response));
  const until = performance.now() + ENDLESS_MS;
  const ask = async () => {
    while (performance.now() < until) await infer(stubbed);
  };
  const [boardMs] = await Promise.all([timeBoard(stubbed, until), ...Array.from({ length: AT_ONCE }, ask)]);
  const requests = stubbed.requests() - before;
  stubbed.serve((_, response) => response.writeHead(503, { Connection: "close" }).end());
  const deadline = Date.now() + CLOSED_WITHIN_MS;
  while ((await stubbed.connections()) > 0 && Date.now() < deadline) await pause(250);
  const open = await stubbed.connections();
  const rows = Object.entries(memory).map(([name, watch]): HostileRow => {
    const { quiet, most } = watch.end();
    return {
      check: `Endless answers of the service: memory of the ${name}`,
      figure: `${Math.round(quiet)} MB quiet, ${Math.round(most)} MB at most`,
      held: quiet > 0 && most - quiet <= MAX_GROWTH_MB,
    };
  });
  return [
    ...rows,
    {
      check: "Endless answers: the board's p95 meanwhile",
      figure: `${Math.round(boardMs)} ms, ${requests} requests to the service`,
      held: boardMs <= MAX_BOARD_MS && requests > 2 * ENDLESS.length,
    },
    { check: "Endless answers: connections left open", figure: String(open), held: open === 0 },
  ];
}

const RETRY_AFTER: readonly (readonly [name: string, value: () => string, minMinutes: number])[] = [
  ["a huge number", () => "99999999999", 14],
  ["an instant in seconds", () => String(Math.floor(Date.now() / 1_000) + 3_600), 14],
  ["a date far ahead", () => "Sat, 28 Nov 2099 12:02:00 GMT", 14],
  ["a negative number", () => "-99999999999", 0],
  ["a date in the past", () => "Sat, 28 Nov 2020 12:02:00 GMT", 0],
  ["a text", () => "soon", 0],
];

async function pausedMinutes({ fleet }: StubFleet): Promise<number> {
  const [minutes = 0] = await queryColumn(
    fleet.dashboard.db,
    z.number(),
    sql`select extract(epoch from paused_until - clock_timestamp())::float8 / 60 as minutes
      from rate_limit_pauses order by paused_until desc limit 1`,
  );
  return minutes;
}

/** Ends what the attack before left: pauses, and the outage that it looked like. */
async function forget({ fleet }: StubFleet): Promise<void> {
  await fleet.dashboard.db.execute(sql`delete from rate_limit_pauses`);
  await fleet.dashboard.db.execute(sql`update circuit_breaker set failures = 0, closed_until = '-infinity'`);
}

async function wrongPauses(stubbed: StubFleet): Promise<HostileRow[]> {
  const rows: HostileRow[] = [];
  for (const [name, value, min] of RETRY_AFTER) {
    await forget(stubbed);
    stubbed.serve((_, response) => response.writeHead(429, { "Retry-After": value() }).end());
    await infer(stubbed);
    const reason = await infer(stubbed);
    const minutes = await pausedMinutes(stubbed);
    const health = await (await fetch(`${stubbed.url}/api/health`)).text();
    const isNamed = min === 0 || /wait until \d{1,2}:\d\d [AP]M UTC/.test(reason ?? "");
    rows.push({
      check: `Retry-After of ${name}: at most ${MAX_PAUSE_MINUTES} minutes, named`,
      figure: `${minutes.toFixed(1)} minutes, "${reason}"`,
      held: minutes >= min && minutes <= MAX_PAUSE_MINUTES && isNamed && health.includes('"database":"up"'),
    });
  }
  return [...rows, await endedPause(stubbed)];
}

/** A successful answer ends the pause that another answer began. */
async function endedPause(stubbed: StubFleet): Promise<HostileRow> {
  await forget(stubbed);
  const first = stubbed.requests() + 1;
  stubbed.serve(async (_, response) => {
    if (stubbed.requests() !== first) return response.writeHead(429, { "Retry-After": "99999999999" }).end();
    while ((await pausedMinutes(stubbed)) < 14) await pause(50);
    return response.end("{}");
  });
  const late = infer(stubbed);
  await infer(stubbed);
  await late;
  const minutes = await pausedMinutes(stubbed);
  return {
    check: "Retry-After: ended by a successful answer",
    figure: `${minutes.toFixed(1)} minutes left`,
    held: minutes <= 1,
  };
}

/**
 * Answers a dashboard and a worker of their own endlessly, hugely and with wrong pauses. They must stay small and
 * responsive. Takes about two minutes.
 */
export const oddService = (): Promise<HostileRow[]> =>
  withStubFleet(async (stubbed) => [...(await endlessAnswers(stubbed)), ...(await wrongPauses(stubbed))]);
