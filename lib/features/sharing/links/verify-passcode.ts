import type { Pool } from "pg";
import { z } from "zod";
import { recordAuditEntry } from "@/lib/auth/audit/audit-log";
import { passwordMatches, UNMATCHABLE_HASH } from "@/lib/auth/passwords/password-hash";
import { type Caller, type Place, passwordQueue } from "@/lib/auth/passwords/password-queue";
import { networkOf } from "@/lib/auth/throttling/address-network";
import { openThrottle, type Throttle } from "@/lib/auth/throttling/throttle";
import { type AccessToken, findAccessToken, isTokenValid } from "@/lib/auth/tokens/access-tokens";
import type { Database } from "@/lib/platform/database/client";

const givenSchema = z.object({ token: z.string().max(100), passcode: z.string().min(1).max(64) });

export type PasscodeTry =
  | { state: "refused" }
  | { state: "throttled"; waitSeconds: number }
  | { state: "good"; token: AccessToken };

/**
 * Limits for all attempts on one link from all networks, because an attack can use many networks. Blocks do not get
 * longer, because they also affect users with the correct passcode.
 */
const LINK_LIMITS = {
  windowSeconds: 15 * 60,
  attemptsPerAccount: 100,
  attemptsPerAddress: 1_000_000,
  maxBlockSeconds: 15 * 60,
  blocksRememberedSeconds: 3 * 24 * 60 * 60,
};

type Throttles = { byNetwork: Throttle; byLink: Throttle };

// Cached, because each throttle starts a periodic cleanup of its table that runs as long as the process.
const opened = new WeakMap<Pool, Throttles>();

function throttlesOf(pool: Pool): Throttles {
  const throttles = opened.get(pool) ?? {
    byNetwork: openThrottle(pool, undefined, "share-"),
    byLink: openThrottle(pool, LINK_LIMITS, "share-link-"),
  };
  opened.set(pool, throttles);
  return throttles;
}

/** Records that further passcode attempts on a link are refused. The user who made the attempts is unknown. */
const recordBlock = (db: Database, { id, label }: AccessToken, address: string, networks: "one" | "many") =>
  recordAuditEntry(
    db,
    { userId: null, email: "user of the link" },
    {
      action: "passcode.throttled",
      address,
      record: { type: "share_link", id },
      data: { label, networks },
    },
  );

/**
 * Verifies a passcode. Like sign-in attempts, each attempt is counted before the check: first by link and address, then
 * by link. The attempt that starts a block is recorded. An unknown or ended link and a link without a passcode are
 * refused like a wrong passcode. Throws `busy` when too many passwords are being checked.
 */
export async function tryPasscode(
  db: Database,
  pool: Pool,
  input: unknown,
  { address, now }: { address: string; now: Date },
): Promise<PasscodeTry> {
  const read = givenSchema.safeParse(input);
  if (!read.success) return { state: "refused" };
  const caller: Caller = { kind: "stranger", network: networkOf(address) };
  return passwordQueue().run(caller, (place) => tryInPlace(db, pool, read.data, { address, now }, place));
}

async function tryInPlace(
  db: Database,
  pool: Pool,
  { token: text, passcode }: z.infer<typeof givenSchema>,
  { address, now }: { address: string; now: Date },
  place: Place,
): Promise<PasscodeTry> {
  const token = await findAccessToken(db, "share", text);
  const { byNetwork, byLink } = throttlesOf(pool);
  const counted = token?.id ?? "a link nobody made";
  const blocked = (networks: "one" | "many") => async () => {
    if (token) await recordBlock(db, token, address, networks);
  };
  // Attempts refused for one network do not count against other networks.
  const waitSeconds =
    (await byNetwork.admit(counted, address, blocked("one"))) ||
    (await byLink.admit(counted, "", blocked("many")));
  if (waitSeconds > 0) return { state: "throttled", waitSeconds };
  const status = token !== null && isTokenValid(token, now) ? token : null;
  const matches = await passwordMatches(passcode, status?.passcodeHash ?? UNMATCHABLE_HASH, place);
  if (!matches || status === null) return { state: "refused" };
  await byNetwork.succeed(counted, address);
  await byLink.giveBack(counted, "");
  return { state: "good", token: status };
}
