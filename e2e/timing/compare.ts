import { percentile } from "@/bench/harness/figures";
import { type Chance, openChance } from "@/lib/platform/seeded-random";

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
const drawn = (from: readonly number[], count: number, chance: Chance) =>
  Array.from({ length: count }, () => chance.pick(from));

/**
 * Compares the times of two kinds of attempts. Noise is the difference of medians between two random samples from both
 * kinds combined, which have no real difference.
 */
export function compare(samples: readonly number[], others: readonly number[], seed = 1): Compared {
  const chance = openChance(seed);
  const both = [...samples, ...others];
  const count = Math.min(samples.length, others.length, MAX_RESAMPLED);
  const byChance = Array.from({ length: RESAMPLES }, () =>
    Math.abs(median(drawn(both, count, chance)) - median(drawn(both, count, chance))),
  );
  // With many attempts the random samples are smaller than the compared ones. Their medians differ more, so the noise
  // is scaled.
  const noise = percentile(byChance, COVERED) * Math.sqrt(count / Math.min(samples.length, others.length));
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
  tries: number,
  seed = 1,
): Promise<Map<string, number[]>> {
  const chance = openChance(seed);
  const samples = new Map(kinds.map(({ name }): [string, number[]] => [name, []]));
  const warmUp = Math.min(50, tries);
  for (let round = -warmUp; round < tries; round += 1) {
    const order = [...kinds].map((kind) => ({ kind, at: chance.between(0, 1) })).sort((a, b) => a.at - b.at);
    for (const { kind } of order) {
      const started = performance.now();
      await kind.try();
      if (round >= 0) samples.get(kind.name)?.push(performance.now() - started);
    }
  }
  return samples;
}
