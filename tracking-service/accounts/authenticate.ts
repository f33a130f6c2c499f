import { createHash, randomBytes, randomUUID } from "node:crypto";
import { and, eq, isNull, sql } from "drizzle-orm";
import { forbidden, unauthorized } from "@/tracking-service/json-api/errors";
import type { Database } from "@/tracking-service/store/database";
import { type Feature, hasFullAccess, type Terms } from "@/tracking-service/store/plans";
import { prepared } from "@/tracking-service/store/prepared";
import { accounts, apiKeys } from "@/tracking-service/store/schema";

/** The account behind a request, and the key it came with. */
export type Account = {
  id: string;
  name: string;
  keyId: string;
} & Terms;

const hashed = (key: string) => createHash("sha256").update(key).digest("hex");

/** Accounts are notified apart by these; both are for people. */
const NAME = /^[^\p{Cc}\p{Cs}]{1,100}$/u;

/** A name or label as it is kept: 1 to 100 characters without control characters or blanks around. Throws. */
export function requireName(text: string, what: string): string {
  const name = text.trim();
  if (!NAME.test(name)) throw new Error(`The ${what} has 1 to 100 characters, no control characters.`);
  return name;
}

type Made = Pick<Account, "id" | "name"> & { isNew: boolean };

/**
 * The account of this name, made when there is none: on the paid plan with all features unless `terms` say otherwise.
 * `seeded` false keeps a new one empty.
 */
export async function ensureAccount(
  db: Database,
  name: string,
  seeded = true,
  terms: Partial<Terms> = {},
): Promise<Made> {
  const made = await db
    .insert(accounts)
    .values({ id: randomUUID(), name: requireName(name, "name of an account"), seeded, ...terms })
    .onConflictDoNothing()
    .returning({ id: accounts.id });
  const [account] = await db.select().from(accounts).where(eq(accounts.name, name.trim()));
  if (!account) throw new Error(`account ${name} was removed while it was made`);
  return { id: account.id, name: account.name, isNew: made.length > 0 };
}

/** A key's text, easy to point at in a terminal: it begins and ends with letters and digits. */
function newKey(): string {
  let key: string;
  do key = randomBytes(24).toString("base64url");
  while (!/^[A-Za-z0-9].*[A-Za-z0-9]{4}$/.test(key));
  return key;
}

/** Makes a key. Its text is given here once; only its hash is kept (interface.md, Authentication). */
export async function createKey(db: Database, accountId: string, label: string | null): Promise<string> {
  const key = newKey();
  await db.insert(apiKeys).values({
    id: randomUUID(),
    accountId,
    label: label === null ? null : requireName(label, "label of a key"),
    hash: hashed(key),
    lastFour: key.slice(-4),
  });
  return key;
}

const TOKEN = /^Token (\S+)$/;

/** How long a use of a key is old news. */
const USED_AGAIN_MS = 60_000;

const keyByHash = prepared((reader) =>
  reader
    .select({
      id: accounts.id,
      name: accounts.name,
      plan: accounts.plan,
      trialEndsAt: accounts.trialEndsAt,
      features: accounts.features,
      keyId: apiKeys.id,
      lastUsedAt: apiKeys.lastUsedAt,
    })
    .from(apiKeys)
    .innerJoin(accounts, eq(accounts.id, apiKeys.accountId))
    .where(and(eq(apiKeys.hash, sql.placeholder("hash")), isNull(apiKeys.revokedAt)))
    .prepare("key_by_hash"),
);

/** The account whose key an Authorization header carries; 401 when it is missing, malformed, unknown or revoked. */
export async function authenticate(db: Database, header: string | undefined): Promise<Account> {
  const key = TOKEN.exec(header ?? "")?.[1];
  if (key) {
    const [found] = await keyByHash(db).execute({ hash: hashed(key) });
    if (found) {
      const { lastUsedAt, ...account } = found;
      if (lastUsedAt === null || Date.now() - lastUsedAt.getTime() > USED_AGAIN_MS) {
        await db.update(apiKeys).set({ lastUsedAt: new Date() }).where(eq(apiKeys.id, account.keyId));
      }
      return account;
    }
  }
  throw unauthorized("The API key could not be verified. Send it as: Authorization: Token <API_KEY>");
}

/**
 * 401 for an account on the restricted free plan, also once its read trial is over: it may create tracking requests
 * and nothing else (interface.md, Authentication).
 */
export function requireFullAccess(account: Account, now: Date): void {
  if (hasFullAccess(account, now)) return;
  throw unauthorized(
    "On the free plan the API is usable only for creating tracking requests. All other permissions need a paid plan.",
  );
}

/** Title and detail as the live service words them (supplement.md, Status codes and envelopes). */
const MISSING: Record<Feature, [title: string, detail: string]> = {
  routing_data: ["Forbidden", "Routing data feature is not enabled for this account"],
  rail_lfd: ["Forbidden", "Rail LFD feature is not enabled for this account"],
  container_refresh: ["API access not enabled", "Container refresh is not enabled for this account"],
};

/** 403 when the account's plan does not include a feature. */
export function requireFeature(account: Pick<Account, "features">, feature: Feature): void {
  if (account.features.includes(feature)) return;
  throw forbidden(...MISSING[feature]);
}
