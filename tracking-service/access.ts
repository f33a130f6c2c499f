import { createHash, randomBytes, randomUUID } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { forbidden, unauthorized } from "./json-api/errors";
import type { Feature, Plan } from "./plans";
import type { Database } from "./store/database";
import { accounts, apiKeys } from "./store/schema";

/** The account behind a request, and the key it came with. */
export type Account = {
  id: string;
  name: string;
  plan: Plan;
  trialEndsAt: Date | null;
  features: readonly Feature[];
  keyId: string;
};

const hashed = (key: string) => createHash("sha256").update(key).digest("hex");

/** The account of this name, made when there is none. `seeded` false keeps a new one empty. */
export async function ensureAccount(
  db: Database,
  name: string,
  seeded = true,
): Promise<Pick<Account, "id" | "name">> {
  await db.insert(accounts).values({ id: randomUUID(), name, seeded }).onConflictDoNothing();
  const [account] = await db.select().from(accounts).where(eq(accounts.name, name));
  if (!account) throw new Error(`account ${name} was removed while it was made`);
  return { id: account.id, name: account.name };
}

/** Makes a key. Its text is given here once; only its hash is kept (interface.md, Authentication). */
export async function createKey(db: Database, accountId: string, label: string | null): Promise<string> {
  const key = randomBytes(24).toString("base64url");
  await db
    .insert(apiKeys)
    .values({ id: randomUUID(), accountId, label, hash: hashed(key), lastFour: key.slice(-4) });
  return key;
}

const TOKEN = /^Token (\S+)$/;

/** The account whose key an Authorization header carries; 401 when it is missing, malformed, unknown or revoked. */
export async function authenticate(db: Database, header: string | undefined): Promise<Account> {
  const key = TOKEN.exec(header ?? "")?.[1];
  if (key) {
    const [found] = await db
      .select({
        id: accounts.id,
        name: accounts.name,
        plan: accounts.plan,
        trialEndsAt: accounts.trialEndsAt,
        features: accounts.features,
        keyId: apiKeys.id,
      })
      .from(apiKeys)
      .innerJoin(accounts, eq(accounts.id, apiKeys.accountId))
      .where(and(eq(apiKeys.hash, hashed(key)), isNull(apiKeys.revokedAt)));
    if (found) return found;
  }
  throw unauthorized("The API key could not be verified. Send it as: Authorization: Token <API_KEY>");
}

/**
 * 401 for an account on the restricted free plan, also once its read trial is over: it may create tracking requests
 * and nothing else (interface.md, Authentication).
 */
export function requireFullAccess(account: Account, now: Date): void {
  const onTrial = account.plan === "trial" && account.trialEndsAt !== null && now < account.trialEndsAt;
  if (account.plan === "paid" || onTrial) return;
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
export function requireFeature(account: Account, feature: Feature): void {
  if (account.features.includes(feature)) return;
  throw forbidden(...MISSING[feature]);
}
