import { createHash, randomBytes, randomUUID } from "node:crypto";
import { and, eq, isNull, sql } from "drizzle-orm";
import { forbidden, unauthorized } from "@/tracking-service/json-api/errors";
import type { Database } from "@/tracking-service/store/database";
import { type Feature, hasFullAccess, type Terms } from "@/tracking-service/store/plans";
import { prepared } from "@/tracking-service/store/prepared";
import { accounts, apiKeys } from "@/tracking-service/store/schema";

/** The account behind a request, and the key that was sent. */
export type Account = {
  id: string;
  name: string;
  keyId: string;
} & Terms;

const hashed = (key: string) => createHash("sha256").update(key).digest("hex");

/** Valid account names and key labels. Account names distinguish accounts; both are read by people. */
const NAME = /^[^\p{Cc}\p{Cs}]{1,100}$/u;

/** Returns a trimmed name or label: 1 to 100 characters without control characters. Throws when it is invalid. */
export function requireName(text: string, what: string): string {
  const name = text.trim();
  if (!NAME.test(name)) throw new Error(`The ${what} has 1 to 100 characters, no control characters.`);
  return name;
}

type Made = Pick<Account, "id" | "name"> & { isNew: boolean };

/**
 * Returns the account of this name and creates it when missing. A new account is on the paid plan with all features
 * unless `terms` differ. With `seeded` false it stays empty.
 */
export async function ensureAccount(
  db: Database,
  name: string,
  seeded = true,
  terms: Partial<Terms> = {},
): Promise<Made> {
  const created = await db
    .insert(accounts)
    .values({ id: randomUUID(), name: requireName(name, "name of an account"), seeded, ...terms })
    .onConflictDoNothing()
    .returning({ id: accounts.id });
  const [account] = await db.select().from(accounts).where(eq(accounts.name, name.trim()));
  if (!account) throw new Error(`account ${name} was removed while it was made`);
  return { id: account.id, name: account.name, isNew: created.length > 0 };
}

/** The text begins and ends with letters or digits, so that a double click in a terminal selects it. */
function newKey(): string {
  let key: string;
  do key = randomBytes(24).toString("base64url");
  while (!/^[A-Za-z0-9].*[A-Za-z0-9]{4}$/.test(key));
  return key;
}

/** Creates a key. Its text is returned only here; only its hash is stored (interface.md, Authentication). */
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

/** Minimum interval between updates of a key's last use. */
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

/**
 * Returns the account of the key in an Authorization header. 401 when the key is missing, malformed, unknown or
 * revoked.
 */
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
 * 401 for an account on the restricted free plan or after its read trial. Such an account may only create tracking
 * requests (interface.md, Authentication).
 */
export function requireFullAccess(account: Account, now: Date): void {
  if (hasFullAccess(account, now)) return;
  throw unauthorized(
    "On the free plan the API is usable only for creating tracking requests. All other permissions need a paid plan.",
  );
}

/** Title and detail match the live service (supplement.md, Status codes and envelopes). */
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
