import { type RateLimiterAbstract, RateLimiterRes } from "rate-limiter-flexible";

/** Counts one request of `key`. Returns the seconds to wait past the limit, otherwise 0. */
export async function countRequest(limiter: RateLimiterAbstract, key: string): Promise<number> {
  try {
    await limiter.consume(key);
    return 0;
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    return Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
  }
}
