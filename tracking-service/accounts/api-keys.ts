import { and, asc, eq, isNull } from "drizzle-orm";
import { isUuid } from "@/tracking-service/json-api/uuid";
import type { Database } from "@/tracking-service/store/database";
import type { Plan } from "@/tracking-service/store/plans";
import { accounts, apiKeys } from "@/tracking-service/store/schema";

/** A key as shown after its creation, without its text. */
export type ListedKey = {
  id: string;
  lastFour: string;
  account: string;
  plan: Plan;
  label: string | null;
  createdAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
};

const listed = {
  id: apiKeys.id,
  lastFour: apiKeys.lastFour,
  account: accounts.name,
  plan: accounts.plan,
  label: apiKeys.label,
  createdAt: apiKeys.createdAt,
  lastUsedAt: apiKeys.lastUsedAt,
  revokedAt: apiKeys.revokedAt,
};

/** Returns all keys, or those of one account, oldest first and masked (interface.md, Authentication). */
export async function listKeys(db: Database, account?: string): Promise<ListedKey[]> {
  return db
    .select(listed)
    .from(apiKeys)
    .innerJoin(accounts, eq(accounts.id, apiKeys.accountId))
    .where(account === undefined ? undefined : eq(accounts.name, account))
    .orderBy(asc(accounts.name), asc(apiKeys.createdAt), asc(apiKeys.id));
}

/**
 * Revokes the single key with this id or these last four characters. Every process rejects its next request. Throws
 * when no key or several keys match, or when the key is already revoked.
 */
export async function revokeKey(db: Database, name: string, account?: string): Promise<ListedKey> {
  const text = name.replace(/^…/, "");
  const fitting = (await listKeys(db, account)).filter(
    (key) => key.lastFour === text || (isUuid(text) && key.id === text.toLowerCase()),
  );
  const open = fitting.filter((key) => key.revokedAt === null);
  const [key] = open;
  if (!key) {
    throw new Error(fitting.length > 0 ? `The key ${name} is revoked already.` : `There is no key ${name}.`);
  }
  if (open.length > 1) {
    throw new Error(
      `${open.length} keys end in ${text}. Name one by its id: ${open.map(({ id }) => id).join(", ")}.`,
    );
  }
  const revokedAt = new Date();
  await db
    .update(apiKeys)
    .set({ revokedAt })
    .where(and(eq(apiKeys.id, key.id), isNull(apiKeys.revokedAt)));
  return { ...key, revokedAt };
}
