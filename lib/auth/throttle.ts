import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { Database } from "@/lib/db/client";
import { networkOf } from "./address-network";

type Limits = {
  windowSeconds: number;
  triesPerAccount: number;
  triesPerAddress: number;
  longestBlockSeconds: number;
  blocksRememberedSeconds: number;
};

const LIMITS: Limits = {
  windowSeconds: 15 * 60,
  triesPerAccount: 10,
  triesPerAddress: 100,
  longestBlockSeconds: 24 * 60 * 60,
  blocksRememberedSeconds: 3 * 24 * 60 * 60,
};

const TABLE = "sign_in_tries";
const ACCOUNT = "account";
const ADDRESS = "address";

// Digests, so that no e-mail or address of a stranger is kept.
const digest = (value: string) => createHash("sha256").update(value).digest("base64url").slice(0, 22);
const addressKey = (address: string) => digest(networkOf(address));
const accountKey = (email: string, address: string) => `${digest(email)}:${addressKey(address)}`;

async function ensureTable(db: Database): Promise<void> {
  await db.transaction(async (transaction) => {
    // Two starts at once would both try to create it, and one would fail.
    await transaction.execute(sql`select pg_advisory_xact_lock(hashtext(${TABLE}))`);
    await transaction.execute(
      sql.raw(
        `create table if not exists ${TABLE} (key text primary key, points integer not null, expire bigint)`,
      ),
    );
  });
}

/**
 * Counts sign-in tries in the database, so every process and restart shares them: ten an e-mail and address and a
 * hundred an address (an IPv6 /64) in 15 minutes. Past that the pair or address is blocked for 15 minutes, and twice as
 * long each time it happens again within three days, a day at most. A try counts before its password is checked, so
 * tries side by side cannot pass together; a good sign-in gives its tries back. `counted` names what else is tried, and
 * is counted apart. Open one a process: it clears what ran out of its table for as long as the process lives.
 */
export function openThrottle(db: Database, pool: Pool, limits: Limits = LIMITS, counted = "") {
  let ready: Promise<void> | null = null;
  const tableReady = () => {
    ready ??= ensureTable(db).catch((error) => {
      ready = null;
      throw error;
    });
    return ready;
  };

  const limiter = (keyPrefix: string, points: number, duration: number) =>
    new RateLimiterPostgres({
      storeClient: pool,
      tableName: TABLE,
      tableCreated: true,
      clearExpiredByTimeout: true,
      keyPrefix,
      points,
      duration,
    });
  const accounts = limiter(counted + ACCOUNT, limits.triesPerAccount, limits.windowSeconds);
  const addresses = limiter(counted + ADDRESS, limits.triesPerAddress, limits.windowSeconds);
  const blocks = limiter("blocks", 1, limits.blocksRememberedSeconds);

  const blocksKey = (tries: RateLimiterPostgres, key: string) => `${tries.keyPrefix}:${key}`;

  async function secondsToWait(
    tries: RateLimiterPostgres,
    key: string,
    blocked: () => Promise<void>,
  ): Promise<number> {
    try {
      await tries.consume(key);
      return 0;
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      const isFirstPastLimit = refused.consumedPoints === tries.points + 1;
      if (!isFirstPastLimit) return Math.ceil(refused.msBeforeNext / 1000);
      const { consumedPoints: times } = await blocks.penalty(blocksKey(tries, key));
      const seconds = Math.min(limits.windowSeconds * 2 ** (times - 1), limits.longestBlockSeconds);
      await tries.block(key, seconds);
      await blocked();
      return seconds;
    }
  }

  return {
    /**
     * Counts one try; the seconds to wait before the next when it may not go on, else 0. `blocked` is told of the one that
     * begins a block, of those that come during it no more.
     */
    async admit(email: string, address: string, blocked = async () => {}): Promise<number> {
      await tableReady();
      const byAddress = await secondsToWait(addresses, addressKey(address), blocked);
      return byAddress > 0 ? byAddress : secondsToWait(accounts, accountKey(email, address), blocked);
    },

    /** Gives back the tries of a sign-in that went well. */
    async succeed(email: string, address: string): Promise<void> {
      const key = accountKey(email, address);
      await accounts.delete(key);
      await blocks.delete(blocksKey(accounts, key));
      await addresses.reward(addressKey(address));
    },

    /** Gives back one try that went well, and none of others' that are counted with it; a block that began stays. */
    async giveBack(email: string, address: string): Promise<void> {
      for (const [tries, key] of [
        [accounts, accountKey(email, address)],
        [addresses, addressKey(address)],
      ] as const) {
        const counted = await tries.get(key);
        if (counted && counted.consumedPoints <= tries.points) await tries.reward(key);
      }
    },
  };
}

export type Throttle = ReturnType<typeof openThrottle>;

/** Lifts every block on an e-mail, from whatever address; blocks of addresses stay. */
export async function forgiveAttempts(db: Database, email: string): Promise<void> {
  await ensureTable(db);
  const mine = `${digest(email).replaceAll("_", "\\_")}:%`;
  await db.execute(
    sql`delete from ${sql.identifier(TABLE)}
        where key like ${`${ACCOUNT}:${mine}`} or key like ${`blocks:${ACCOUNT}:${mine}`}`,
  );
}
