import { percentile } from "@/bench/harness/figures";
import { type Chance, openChance } from "@/lib/platform/seeded-random";

/** Two kinds of tries compared: medians in milliseconds, how far they are apart, and how far noise alone drives them. */
export type Compared = { median: number; difference: number; noise: number; within: boolean };

const RESAMPLES = 400;
/** Of the differences that chance alone makes, how many are smaller than what is called noise. */
const COVERED = 0.999;
const MOST_RESAMPLED = 2_000;

const median = (samples: readonly number[]) => percentile(samples, 0.5);

/** Samples drawn out of all of them, without regard to which kind they are of. */
const drawn = (from: readonly number[], count: number, chance: Chance) =>
  Array.from({ length: count }, () => chance.pick(from));

/**
 * Compares the times of one kind of tries with those of another. Noise is what the medians of two piles differ by that
 * are drawn out of both kinds together, where there is no difference to be found.
 */
export function compare(samples: readonly number[], others: readonly number[], seed = 1): Compared {
  const chance = openChance(seed);
  const both = [...samples, ...others];
  const count = Math.min(samples.length, others.length, MOST_RESAMPLED);
  const byChance = Array.from({ length: RESAMPLES }, () =>
    Math.abs(median(drawn(both, count, chance)) - median(drawn(both, count, chance))),
  );
  // Piles are smaller than what is compared where there are many tries: their medians differ by as much more.
  const noise = percentile(byChance, COVERED) * Math.sqrt(count / Math.min(samples.length, others.length));
  const difference = median(samples) - median(others);
  return { median: median(samples), difference, noise, within: Math.abs(difference) <= noise };
}

export type Kind = { name: string; try: () => Promise<unknown> };

/** Times each kind `tries` times, one try of each in an order drawn anew every round, so that all meet the same moments. */
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
