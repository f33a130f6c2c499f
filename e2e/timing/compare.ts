import { percentile } from "@/bench/harness/figures";
import { openRng, type Rng } from "@/lib/platform/seeded-random";

/**
 * The comparison of two kinds of attempts: medians in ms, their difference, and the difference that noise alone
 * explains.
 */
export type Compared = { median: number; difference: number; noise: number; within: boolean };

const RESAMPLES = 400;
/** Share of random differences that are below the noise threshold. */
const COVERED = 0.999;
const MAX_RESAMPLED = 2_000;

const median = (samples: readonly number[]) => percentile(samples, 0.5);

/** Random samples from all of them, regardless of their kind. */
const rendered = (from: readonly number[], count: number, rng: Rng) =>
  Array.from({ length: count }, () => rng.pick(from));

/**
 * Compares the times of two kinds of attempts. Noise is the difference of medians between two random samples from both
 * kinds combined, which have no real difference.
 */
export function compare(samples: readonly number[], others: readonly number[], seed = 1): Compared {
  const rng = openRng(seed);
  const both = [...samples, ...others];
  const count = Math.min(samples.length, others.length, MAX_RESAMPLED);
  const byRandom = Array.from({ length: RESAMPLES }, () =>
    Math.abs(median(rendered(both, count, rng)) - median(rendered(both, count, rng))),
  );
  // With many attempts the random samples are smaller than the compared ones. Their medians differ more, so the noise
  // is scaled.
  const noise = percentile(byRandom, COVERED) * Math.sqrt(count / Math.min(samples.length, others.length));
  const difference = median(samples) - median(others);
  return { median: median(samples), difference, noise, within: Math.abs(difference) <= noise };
}

export type Kind = { name: string; try: () => Promise<unknown> };

/**
 * Times each kind `tries` times. Each round runs every kind once in a new random order, so that load affects all kinds
 * alike.
 */
export async function timeInTurns(
  kinds: readonly Kind[],
  attempts: number,
  seed = 1,
): Promise<Map<string, number[]>> {
  const rng = openRng(seed);
  const samples = new Map(kinds.map(({ name }): [string, number[]] => [name, []]));
  const warmUp = Math.min(50, attempts);
  for (let round = -warmUp; round < attempts; round += 1) {
    const order = [...kinds].map((kind) => ({ kind, at: rng.between(0, 1) })).sort((a, b) => a.at - b.at);
    for (const { kind } of order) {
      const started = performance.now();
      await kind.try();
      if (round >= 0) samples.get(kind.name)?.push(performance.now() - started);
    }
  }
  return samples;
}
