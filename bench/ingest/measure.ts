import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import type { Pool } from "pg";
import { percentile } from "@/bench/harness/figures";
import { postAll, postPaced, type Signed } from "./post";

const ACCEPT_CONNECTIONS = 16;
const APPLY_CONNECTIONS = 8;
const POLL_MS = 50;

/** A handler in the comparison, with its deliveries. */
export type Contender = { name: string; address: string; deliveries: readonly Signed[] };

export type Accepted = { perSecond: number; cpuMs: number };

/**
 * Posts to each handler in turn, for several rounds. Returns the accepted requests per second of each and the CPU time
 * of one request, measured by `cpuMs`.
 */
export async function measureAccepting(
  contenders: readonly Contender[],
  rounds: number,
  cpuMs: () => number,
): Promise<Record<string, Accepted>> {
  const spent = contenders.map(({ name }) => ({ name, ms: 0, cpu: 0, count: 0 }));
  for (let round = 0; round <= rounds; round += 1)
    for (const [at, { address, deliveries }] of contenders.entries()) {
      const size = Math.floor(deliveries.length / (rounds + 1));
      const part = deliveries.slice(round * size, (round + 1) * size);
      const cpuBefore = cpuMs();
      const ms = await postAll(address, part, ACCEPT_CONNECTIONS);
      const own = spent[at];
      // The first round is a warm-up.
      if (round === 0 || !own) continue;
      own.ms += ms;
      own.cpu += cpuMs() - cpuBefore;
      own.count += part.length;
    }
  return Object.fromEntries(
    spent.map(({ name, ms, cpu, count }) => [name, { perSecond: (count * 1_000) / ms, cpuMs: cpu / count }]),
  );
}

async function untilApplied(pool: Pool): Promise<void> {
  for (;;) {
    const { rows } = await pool.query("select from inbox where processed_at is null limit 1");
    if (!rows.length) break;
    await pause(POLL_MS);
  }
  const { rows } = await pool.query("select count(*)::int as failed from inbox where last_error is not null");
  if (rows[0].failed) throw new Error(`${rows[0].failed} notifications could not be applied`);
}

/** Posts all deliveries as fast as they are accepted and waits until all are applied. Returns the rate per second. */
export async function measureApplying(
  pool: Pool,
  address: string,
  deliveries: readonly Signed[],
): Promise<number> {
  const begun = performance.now();
  await postAll(address, deliveries, APPLY_CONNECTIONS);
  await untilApplied(pool);
  return (deliveries.length * 1_000) / (performance.now() - begun);
}

/** Posts this many deliveries per second. Returns p50 and p95 from receipt to applied, in ms. */
export async function measureDelay(
  pool: Pool,
  address: string,
  deliveries: readonly Signed[],
  perSecond: number,
): Promise<{ p50: number; p95: number }> {
  const { rows: since } = await pool.query("select clock_timestamp() as now");
  await postPaced(address, deliveries, perSecond);
  await untilApplied(pool);
  const { rows } = await pool.query<{ ms: number }>(
    `select (extract(epoch from processed_at - received_at) * 1000)::float8 as ms from inbox where received_at >= $1`,
    [since[0].now],
  );
  const samples = rows.map(({ ms }) => ms);
  return { p50: percentile(samples, 0.5), p95: percentile(samples, 0.95) };
}
