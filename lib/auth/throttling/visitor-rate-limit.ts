import { RateLimiterMemory } from "rate-limiter-flexible";
import { networkOf } from "./address-network";
import { countRequest } from "./request-counter";

/** As many readings a minute as one network has: an open page asks six times, an office has many. */
const READINGS = 300;
const WINDOW_SECONDS = 60;

/** Counts readings of shared pages in this process, by network. */
export function openVisitorLimit(points = READINGS) {
  const limiter = new RateLimiterMemory({ points, duration: WINDOW_SECONDS, keyPrefix: "visitors" });
  return {
    /** Counts one reading; the seconds to wait when it is one too many, else 0. */
    admit: (address: string): Promise<number> => countRequest(limiter, networkOf(address)),
  };
}

const held = globalThis as typeof globalThis & {
  drayboardVisitors?: ReturnType<typeof openVisitorLimit>;
};

/** This process's count. Kept on the global object: the bundler gives routes and pages copies of this module. */
export function visitorLimit(): ReturnType<typeof openVisitorLimit> {
  held.drayboardVisitors ??= openVisitorLimit();
  return held.drayboardVisitors;
}
