import type { Pool } from "pg";
import { RateLimiterPostgres } from "rate-limiter-flexible";
import { siteOf } from "./address-network";
import { ACCOUNT_WAITS, ACCOUNT_WIDE, ATTEMPTS_TABLE, digest } from "./throttle";

/** The attempts on one account that all strangers have together before each network must wait. */
const FREE_ATTEMPTS = 20;
const WINDOW_SECONDS = 15 * 60;
/** How long the slowdown lasts from the first attempt past the limit. */
const SLOWED_SECONDS = 60 * 60;
/** The wait grows by this with each further attempt on the account, from any network. */
const STEP_SECONDS = 10;
const MAX_WAIT_SECONDS = 10 * 60;
/** How long after its wait a network may still make its attempt. */
const OPEN_MS = 15 * 60 * 1000;

const waitKey = (email: string, address: string) =>
  `${ACCOUNT_WAITS}:${digest(email)}:${digest(siteOf(address))}`;

/**
 * Slows password attempts on one account that come from many networks. All strangers together have 20 attempts in 15
 * minutes. For an hour from then on each network (IPv4 address or IPv6 /48) waits before each attempt, 10 seconds at
 * first and 10 minutes at most. One attempt after the wait is checked, regardless of other attempts in the meantime.
 * Counted in the database, for unknown e-mails too.
 */
export function openAccountLimit(pool: Pool) {
  const attempts = new RateLimiterPostgres({
    storeClient: pool,
    tableName: ATTEMPTS_TABLE,
    tableCreated: true,
    clearExpiredByTimeout: true,
    keyPrefix: ACCOUNT_WIDE,
    points: FREE_ATTEMPTS,
    duration: WINDOW_SECONDS,
  });

  /** Uses up a wait that is over; false if there is none. */
  async function takeWait(key: string, nowMs: number): Promise<boolean> {
    const { rowCount } = await pool.query(
      `delete from ${ATTEMPTS_TABLE} where key = $1 and expire > $2 and expire <= $3`,
      [key, nowMs - OPEN_MS, nowMs],
    );
    return rowCount !== null && rowCount > 0;
  }

  /** When this network's next attempt is checked, in epoch ms. A wait that has begun stays unchanged. */
  async function beginWait(key: string, seconds: number, nowMs: number): Promise<number> {
    const opensAtMs = nowMs + seconds * 1000;
    const { rows } = await pool.query<{ expire: string }>(
      `insert into ${ATTEMPTS_TABLE} (key, points, expire) values ($1, 0, $2)
       on conflict (key) do update set expire =
         case when ${ATTEMPTS_TABLE}.expire > $3 then ${ATTEMPTS_TABLE}.expire else excluded.expire end
       returning expire`,
      [key, opensAtMs, nowMs],
    );
    return Number(rows[0]?.expire ?? opensAtMs);
  }

  return {
    /**
     * Counts one attempt of a stranger. Returns the seconds to wait if it may not continue, otherwise 0. `slowed` is
     * called for the attempt that starts the slowdown.
     */
    async admit(email: string, address: string, now: Date, slowed: () => Promise<void>): Promise<number> {
      const { consumedPoints } = await attempts.penalty(digest(email));
      if (consumedPoints <= FREE_ATTEMPTS) return 0;
      if (consumedPoints === FREE_ATTEMPTS + 1) {
        await attempts.block(digest(email), SLOWED_SECONDS);
        await slowed();
      }
      const key = waitKey(email, address);
      const nowMs = now.getTime();
      if (await takeWait(key, nowMs)) return 0;
      const seconds = Math.min((consumedPoints - FREE_ATTEMPTS) * STEP_SECONDS, MAX_WAIT_SECONDS);
      const opensAtMs = await beginWait(key, seconds, nowMs);
      return Math.max(1, Math.ceil((opensAtMs - nowMs) / 1000));
    },

    /** Gives back an attempt with the correct password. A slowdown that has begun continues. */
    async giveBack(email: string): Promise<void> {
      const counted = await attempts.get(digest(email));
      if (counted && counted.consumedPoints <= FREE_ATTEMPTS) await attempts.reward(digest(email));
    },
  };
}

export type AccountLimit = ReturnType<typeof openAccountLimit>;
