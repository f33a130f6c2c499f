import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { Database } from "@/lib/platform/database/client";
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

export const TRIES_TABLE = "sign_in_tries";
const ACCOUNT = "account";
const ADDRESS = "address";
/** Prefixes of the limit over all addresses (`account-limit.ts`): tries of an e-mail, and waits of its networks. */
export const ACCOUNT_WIDE = "account-wide";
export const ACCOUNT_WAITS = "account-wait";

// Digests, so that no e-mail or address of a stranger is kept.
export const digest = (value: string) => createHash("sha256").update(value).digest("base64url").slice(0, 22);
const addressKey = (address: string) => digest(networkOf(address));
const accountKey = (email: string, address: string) => `${digest(email)}:${addressKey(address)}`;

async function ensureTable(db: Database): Promise<void> {
  await db.transaction(async (transaction) => {
    // Two starts at once would both try to create it, and one would fail.
    await transaction.execute(sql`select pg_advisory_xact_lock(hashtext(${TRIES_TABLE}))`);
    await transaction.execute(
      sql.raw(
        `create table if not exists ${TRIES_TABLE} (key text primary key, points integer not null, expire bigint)`,
      ),
    );
  });
}

/** Makes the table of tries at the first call, where there is none. */
export function openTable(db: Database): () => Promise<void> {
  let ready: Promise<void> | null = null;
  return () => {
    ready ??= ensureTable(db).catch((error) => {
      ready = null;
      throw error;
    });
    return ready;
  };
}

/** Until when networks are blocked, epoch ms: what this process knows without the database. */
export type BlockedNetworks = Map<string, number>;

const MAX_REMEMBERED = 10_000;

const held = globalThis as typeof globalThis & { drayboardBlockedNetworks?: BlockedNetworks };

/** Networks that may not sign in now. On the global object: the bundler gives routes and pages copies of this module. */
export function blockedSignInNetworks(): BlockedNetworks {
  held.drayboardBlockedNetworks ??= new Map();
  return held.drayboardBlockedNetworks;
}

/** The seconds that a network's block lasts yet as far as this process knows, else 0. */
export function knownBlockSeconds(blocked: BlockedNetworks, address: string): number {
  const leftMs = (blocked.get(networkOf(address)) ?? 0) - Date.now();
  return leftMs > 0 ? Math.ceil(leftMs / 1000) : 0;
}

function rememberBlock(blocked: BlockedNetworks, address: string, seconds: number): void {
  if (blocked.size >= MAX_REMEMBERED) blocked.clear();
  blocked.set(networkOf(address), Date.now() + seconds * 1000);
}

/**
 * Counts sign-in tries in the database, so every process and restart shares them: ten an e-mail and address and a
 * hundred an address (an IPv6 /64) in 15 minutes. Past that the pair or address is blocked for 15 minutes, and twice as
 * long each time it happens again within three days, a day at most. A try counts before its password is checked, so
 * tries side by side cannot pass together; a good sign-in gives its tries back. `counted` names what else is tried, and
 * is counted apart. With `blocked` the database is not asked about a network during its block. Open one a process: it clears
 * what ran out of its table for as long as the process lives.
 */
export function openThrottle(
  db: Database,
  pool: Pool,
  limits: Limits = LIMITS,
  counted = "",
  blocked?: BlockedNetworks,
) {
  const tableReady = openTable(db);

  const limiter = (keyPrefix: string, points: number, duration: number) =>
    new RateLimiterPostgres({
      storeClient: pool,
      tableName: TRIES_TABLE,
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
     * Counts one try; the seconds to wait before the next when it may not go on, else 0. `onBlock` is notified of the one that
     * begins a block, of those that come during it no more.
     */
    async admit(email: string, address: string, onBlock = async () => {}): Promise<number> {
      const byAddress = await this.admitAddress(address, onBlock);
      return byAddress > 0 ? byAddress : this.admitPair(email, address, onBlock);
    },

    /** As `admit`, of the address alone. */
    async admitAddress(address: string, onBlock = async () => {}): Promise<number> {
      const known = blocked ? knownBlockSeconds(blocked, address) : 0;
      if (known > 0) return known;
      await tableReady();
      const seconds = await secondsToWait(addresses, addressKey(address), onBlock);
      if (blocked && seconds > 0) rememberBlock(blocked, address, seconds);
      return seconds;
    },

    /** As `admit`, of the e-mail and address alone. */
    async admitPair(email: string, address: string, onBlock = async () => {}): Promise<number> {
      await tableReady();
      return secondsToWait(accounts, accountKey(email, address), onBlock);
    },

    /** The seconds that the e-mail's and address's block lasts yet, else 0; counts nothing. */
    async pairWaitSeconds(email: string, address: string): Promise<number> {
      await tableReady();
      const found = await accounts.get(accountKey(email, address));
      return found && found.consumedPoints > accounts.points ? Math.ceil(found.msBeforeNext / 1000) : 0;
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

/** Lifts every block and wait on an e-mail, from whatever address; blocks of addresses stay. */
export async function forgiveAttempts(db: Database, email: string): Promise<void> {
  await ensureTable(db);
  const mine = `${digest(email).replaceAll("_", "\\_")}:%`;
  await db.execute(
    sql`delete from ${sql.identifier(TRIES_TABLE)}
        where key like ${`${ACCOUNT}:${mine}`} or key like ${`blocks:${ACCOUNT}:${mine}`}
          or key = ${`${ACCOUNT_WIDE}:${digest(email)}`} or key like ${`${ACCOUNT_WAITS}:${mine}`}`,
  );
}
