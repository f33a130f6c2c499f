import { createHash, randomBytes, randomUUID } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { unauthorized } from "./json-api/errors";
import type { Database } from "./store/database";
import { accounts, apiKeys } from "./store/schema";

export type Account = { id: string; name: string };

const hashed = (key: string) => createHash("sha256").update(key).digest("hex");

/** The account of this name, made when there is none. `seeded` false keeps a new one empty. */
export async function ensureAccount(db: Database, name: string, seeded = true): Promise<Account> {
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
      .select({ id: accounts.id, name: accounts.name })
      .from(apiKeys)
      .innerJoin(accounts, eq(accounts.id, apiKeys.accountId))
      .where(and(eq(apiKeys.hash, hashed(key)), isNull(apiKeys.revokedAt)));
    if (found) return found;
  }
  throw unauthorized("The API key could not be verified. Send it as: Authorization: Token <API_KEY>");
}
