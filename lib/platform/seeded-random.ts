/** Random values that are the same in every run. */
export interface Rng {
  /** A number in [from, to). */
  between(from: number, to: number): number;
  /** An integer from `from` to `to`, both inclusive. */
  whole(from: number, to: number): number;
  hit(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** An item of the list, with the probability of its weight. */
  weighted<T extends { weight: number }>(list: readonly T[]): T;
}

/** A sequence of random values determined by a seed (mulberry32). */
export function openRng(seed: number): Rng {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let hash = Math.imul(state ^ (state >>> 15), state | 1);
    hash ^= hash + Math.imul(hash ^ (hash >>> 7), hash | 61);
    return ((hash ^ (hash >>> 14)) >>> 0) / 2 ** 32;
  };
  const drawn = <T>(found: T | undefined): T => {
    if (found === undefined) throw new Error("nothing to draw from");
    return found;
  };
  return {
    between: (from, to) => from + next() * (to - from),
    whole: (from, to) => from + Math.floor(next() * (to - from + 1)),
    hit: (probability) => next() < probability,
    pick: (list) => drawn(list[Math.floor(next() * list.length)]),
    weighted(list) {
      let left = next() * list.reduce((sum, { weight }) => sum + weight, 0);
      return drawn(
        list.find(({ weight }) => {
          left -= weight;
          return left < 0;
        }) ?? list.at(-1),
      );
    },
  };
}
