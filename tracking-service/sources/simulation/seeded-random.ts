/** A 32-bit hash of a text (FNV-1a with the finalizer of murmur). All pseudo-random values of the simulation use it. */
export function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return finish(hash);
}

function finish(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** A number in [0, 1) for a position in a sequence, computed directly: noise(seed, "yard", 17). */
export function noise(seed: number, salt: string, place: number): number {
  return finish(Math.imul(seed ^ hash32(salt), 0x9e3779b1) ^ finish(place + 0x7f4a7c15)) / 0x1_0000_0000;
}

/** A repeatable random sequence. */
export type Rng = {
  /** A number in [from, to). */
  between(from: number, to: number): number;
  /** An integer from `from` to `to`, both included. */
  whole(from: number, to: number): number;
  /** True with the given probability. */
  hit(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
};

/** Returns the random sequence of a name. The same name always gives the same sequence. */
export function rng(...names: (string | number)[]): Rng {
  let state = hash32(names.join("/"));
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    return finish(state) / 0x1_0000_0000;
  };
  return {
    between: (from, to) => from + next() * (to - from),
    whole: (from, to) => from + Math.floor(next() * (to - from + 1)),
    hit: (probability) => next() < probability,
    pick: (list) => {
      const chosen = list[Math.floor(next() * list.length)];
      if (chosen === undefined) throw new Error("nothing to pick from");
      return chosen;
    },
  };
}
