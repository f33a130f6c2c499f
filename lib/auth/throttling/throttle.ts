import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { Database } from "@/lib/platform/database/client";
import { networkOf } from "./address-network";

type Limits = {
  windowSeconds: number;
  attemptsPerAccount: number;
  attemptsPerAddress: number;
  maxBlockSeconds: number;
  blocksRememberedSeconds: number;
};

const LIMITS: Limits = {
  windowSeconds: 15 * 60,
  attemptsPerAccount: 10,
  attemptsPerAddress: 100,
  maxBlockSeconds: 24 * 60 * 60,
  blocksRememberedSeconds: 3 * 24 * 60 * 60,
};

export const ATTEMPTS_TABLE = "sign_in_attempts";
const ACCOUNT = "account";
const ADDRESS = "address";
/** Prefixes of the limit over all addresses (`account-limit.ts`): attempts on an e-mail, and waits of its networks. */
export const ACCOUNT_WIDE = "account-wide";
export const ACCOUNT_WAITS = "account-wait";

// Digests, so that no e-mail or address of a stranger is stored.
export const digest = (value: string) => createHash("sha256").update(value).digest("base64url").slice(0, 22);
const addressKey = (address: string) => digest(networkOf(address));
const accountKey = (email: string, address: string) => `${digest(email)}:${addressKey(address)}`;

/** When the blocks of networks end, in epoch ms, as known to this process without the database. */
export type BlockedNetworks = Map<string, number>;

const MAX_REMEMBERED = 10_000;

const held = globalThis as typeof globalThis & { drayboardBlockedNetworks?: BlockedNetworks };

/**
 * Networks that may not sign in now. Stored on the global object, because the bundler gives routes and pages copies of
 * this module.
 */
export function blockedSignInNetworks(): BlockedNetworks {
  held.drayboardBlockedNetworks ??= new Map();
  return held.drayboardBlockedNetworks;
}

/** The remaining seconds of a network's block as known to this process, otherwise 0. */
export function knownBlockSeconds(blocked: BlockedNetworks, address: string): number {
  const leftMs = (blocked.get(networkOf(address)) ?? 0) - Date.now();
  return leftMs > 0 ? Math.ceil(leftMs / 1000) : 0;
}

function rememberBlock(blocked: BlockedNetworks, address: string, seconds: number): void {
  if (blocked.size >= MAX_REMEMBERED) blocked.clear();
  blocked.set(networkOf(address), Date.now() + seconds * 1000);
}

/**
 * Counts sign-in attempts in the database, shared by all processes and restarts: ten per e-mail and address and a
 * hundred per address (an IPv6 /64) in 15 minutes. Past that the pair or address is blocked for 15 minutes, doubled
 * each time it recurs within three days, a day at most. An attempt counts before its password is checked, so that
 * concurrent attempts cannot exceed the limit; a successful sign-in gives its attempts back. `counted` names another
 * kind of attempt, counted separately. With `blocked` the database is not queried about a network during its block.
 * Open one per process: it deletes expired rows of its table until the process ends.
 */
export function openThrottle(pool: Pool, limits: Limits = LIMITS, counted = "", blocked?: BlockedNetworks) {
  const limiter = (keyPrefix: string, points: number, duration: number) =>
    new RateLimiterPostgres({
      storeClient: pool,
      tableName: ATTEMPTS_TABLE,
      tableCreated: true,
      clearExpiredByTimeout: true,
      keyPrefix,
      points,
      duration,
    });
  const accounts = limiter(counted + ACCOUNT, limits.attemptsPerAccount, limits.windowSeconds);
  const addresses = limiter(counted + ADDRESS, limits.attemptsPerAddress, limits.windowSeconds);
  const blocks = limiter("blocks", 1, limits.blocksRememberedSeconds);

  const blocksKey = (attempts: RateLimiterPostgres, key: string) => `${attempts.keyPrefix}:${key}`;

  async function secondsToWait(
    attempts: RateLimiterPostgres,
    key: string,
    blocked: () => Promise<void>,
  ): Promise<number> {
    try {
      await attempts.consume(key);
      return 0;
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      const isFirstPastLimit = refused.consumedPoints === attempts.points + 1;
      if (!isFirstPastLimit) return Math.ceil(refused.msBeforeNext / 1000);
      const { consumedPoints: times } = await blocks.penalty(blocksKey(attempts, key));
      const seconds = Math.min(limits.windowSeconds * 2 ** (times - 1), limits.maxBlockSeconds);
      await attempts.block(key, seconds);
      await blocked();
      return seconds;
    }
  }

  return {
    /**
     * Counts one attempt. Returns the seconds to wait if it may not continue, otherwise 0. `onBlock` is called for the
     * attempt that begins a block, and not for later ones during the block.
     */
    async admit(email: string, address: string, onBlock = async () => {}): Promise<number> {
      const byAddress = await this.admitAddress(address, onBlock);
      return byAddress > 0 ? byAddress : this.admitPair(email, address, onBlock);
    },

    /** Like `admit`, for the address only. */
    async admitAddress(address: string, onBlock = async () => {}): Promise<number> {
      const known = blocked ? knownBlockSeconds(blocked, address) : 0;
      if (known > 0) return known;
      const seconds = await secondsToWait(addresses, addressKey(address), onBlock);
      if (blocked && seconds > 0) rememberBlock(blocked, address, seconds);
      return seconds;
    },

    /** Like `admit`, for the pair of e-mail and address only. */
    async admitPair(email: string, address: string, onBlock = async () => {}): Promise<number> {
      return secondsToWait(accounts, accountKey(email, address), onBlock);
    },

    /** The remaining seconds of the block of this e-mail and address, otherwise 0. Counts nothing. */
    async pairWaitSeconds(email: string, address: string): Promise<number> {
      const found = await accounts.get(accountKey(email, address));
      return found && found.consumedPoints > accounts.points ? Math.ceil(found.msBeforeNext / 1000) : 0;
    },

    /** Gives back the attempts of a successful sign-in. */
    async succeed(email: string, address: string): Promise<void> {
      const key = accountKey(email, address);
      await accounts.delete(key);
      await blocks.delete(blocksKey(accounts, key));
      await addresses.reward(addressKey(address));
    },

    /** Gives back one successful attempt, and none of the others counted with it. A block that began remains. */
    async giveBack(email: string, address: string): Promise<void> {
      for (const [attempts, key] of [
        [accounts, accountKey(email, address)],
        [addresses, addressKey(address)],
      ] as const) {
        const counted = await attempts.get(key);
        if (counted && counted.consumedPoints <= attempts.points) await attempts.reward(key);
      }
    },
  };
}

export type Throttle = ReturnType<typeof openThrottle>;

/** Lifts every block and wait on an e-mail, from any address. Blocks of addresses remain. */
export async function forgiveAttempts(db: Database, email: string): Promise<void> {
  const mine = `${digest(email).replaceAll("_", "\\_")}:%`;
  await db.execute(
    sql`delete from ${sql.identifier(ATTEMPTS_TABLE)}
        where key like ${`${ACCOUNT}:${mine}`} or key like ${`blocks:${ACCOUNT}:${mine}`}
          or key = ${`${ACCOUNT_WIDE}:${digest(email)}`} or key like ${`${ACCOUNT_WAITS}:${mine}`}`,
  );
}
