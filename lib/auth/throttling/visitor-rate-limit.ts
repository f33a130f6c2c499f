import { RateLimiterMemory } from "rate-limiter-flexible";
import { networkOf } from "./address-network";
import { countRequest } from "./request-counter";

/** The maximum reads per minute and network: an open page reads six times per minute, and an office has many pages. */
const READINGS = 300;
const WINDOW_SECONDS = 60;

/** Counts reads of shared pages in this process, by network. */
export function openVisitorLimit(points = READINGS) {
  const limiter = new RateLimiterMemory({ points, duration: WINDOW_SECONDS, keyPrefix: "visitors" });
  return {
    /** Counts one read. Returns the seconds to wait past the limit, otherwise 0. */
    admit: (address: string): Promise<number> => countRequest(limiter, networkOf(address)),
  };
}

const held = globalThis as typeof globalThis & {
  drayboardVisitors?: ReturnType<typeof openVisitorLimit>;
};

/**
 * The count of this process. Stored on the global object, because the bundler gives routes and pages copies of this
 * module.
 */
export function visitorLimit(): ReturnType<typeof openVisitorLimit> {
  held.drayboardVisitors ??= openVisitorLimit();
  return held.drayboardVisitors;
}
