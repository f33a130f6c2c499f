import { inject } from "vitest";

declare module "vitest" {
  export interface ProvidedContext {
    slowRound: SlowRound;
  }
}

/** Options of the slow suite. `only` is a part of an operation's name. */
type SlowRound = { seed: number; requests: number; only: string };

export const slowRound = (): SlowRound => inject("slowRound");
