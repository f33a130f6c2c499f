import { createHash, randomBytes } from "node:crypto";
import { and, count, eq, gt, inArray, isNull, or, sql } from "drizzle-orm";
import type { Executor } from "@/lib/platform/database/client";
import { accessTokens } from "@/lib/platform/database/schema/schema";

const TOKEN_BYTES = 32;
const TOKEN_SHAPE = /^[\w-]{43}$/;

export type AccessTokenKind = (typeof accessTokens.$inferSelect)["kind"];

/**
 * A token as it is listed and opened: all columns except its hash. `settings` is untrusted until the schema of its kind
 * has parsed it.
 */
export type AccessToken = Omit<typeof accessTokens.$inferSelect, "tokenHash">;

/** The columns of `AccessToken`. */
export const tokenColumns = {
  id: accessTokens.id,
  kind: accessTokens.kind,
  label: accessTokens.label,
  settings: accessTokens.settings,
  passcodeHash: accessTokens.passcodeHash,
  createdBy: accessTokens.createdBy,
  createdAt: accessTokens.createdAt,
  expiresAt: accessTokens.expiresAt,
  revokedAt: accessTokens.revokedAt,
  views: accessTokens.views,
  lastSeenAt: accessTokens.lastSeenAt,
};

/** The stored hash of a token. 256 random bits need no slow hash. */
const hashOf = (token: string) => createHash("sha256").update(token).digest();

/** Creates a token of 256 random bits, as 43 characters for an address. It is shown once and stored only as a hash. */
export async function makeAccessToken(
  db: Executor,
  input: {
    kind: AccessTokenKind;
    label: string;
    settings: unknown;
    createdBy: string;
    expiresAt: Date | null;
    /** As returned by `hashPassword`. */
    passcodeHash?: string | null;
  },
): Promise<{ id: string; token: string }> {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const [created] = await db
    .insert(accessTokens)
    .values({ ...input, tokenHash: hashOf(token) })
    .returning({ id: accessTokens.id });
  if (!created) throw new Error("a token was not kept");
  return { id: created.id, token };
}

/**
 * Finds a token by its hash: no secrets are compared, so timing reveals nothing. Null for an unknown token and for one
 * of another kind. A revoked or expired token is found too: `isTokenValid` checks that, so that its page can show a
 * message.
 */
export async function findAccessToken(
  db: Executor,
  kind: AccessTokenKind,
  token: string,
): Promise<AccessToken | null> {
  if (!TOKEN_SHAPE.test(token)) return null;
  const [found] = await db
    .select(tokenColumns)
    .from(accessTokens)
    .where(and(eq(accessTokens.tokenHash, hashOf(token)), eq(accessTokens.kind, kind)));
  return found ?? null;
}

export type TokenState = "open" | "expired" | "revoked";

/** The state of a token at `now`. */
export function tokenState(
  { revokedAt, expiresAt }: Pick<AccessToken, "revokedAt" | "expiresAt">,
  now: Date,
): TokenState {
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && expiresAt <= now ? "expired" : "open";
}

/** The status of a token's page: 404 for an unknown token, 410 for a revoked or expired one. */
export async function tokenPageStatus(
  db: Executor,
  kind: AccessTokenKind,
  input: string,
  now: Date,
): Promise<200 | 404 | 410> {
  const token = await findAccessToken(db, kind, input);
  if (token === null) return 404;
  return isTokenValid(token, now) ? 200 : 410;
}

/** Whether a token is valid now: not revoked, not expired. */
export const isTokenValid = (token: AccessToken, now: Date): boolean => tokenState(token, now) === "open";

/** The same as a condition for queries. */
const status = (now: Date) =>
  and(isNull(accessTokens.revokedAt), or(isNull(accessTokens.expiresAt), gt(accessTokens.expiresAt, now)));

/** Counts one more view of a token. */
export async function noteTokenView(db: Executor, id: string, now: Date): Promise<void> {
  await db
    .update(accessTokens)
    .set({ views: sql`${accessTokens.views} + 1`, lastSeenAt: now })
    .where(eq(accessTokens.id, id));
}

/** Revokes a token of one of these kinds. Returns false if no such valid token exists. */
export async function revokeAccessToken(
  db: Executor,
  id: string,
  kinds: readonly AccessTokenKind[],
  now: Date,
): Promise<boolean> {
  const ended = await db
    .update(accessTokens)
    .set({ revokedAt: now })
    .where(and(eq(accessTokens.id, id), inArray(accessTokens.kind, [...kinds]), status(now)))
    .returning({ id: accessTokens.id });
  return ended.length > 0;
}

/** The number of valid tokens of a kind. */
export async function countActiveTokens(db: Executor, kind: AccessTokenKind, now: Date): Promise<number> {
  const [counted] = await db
    .select({ tokens: count() })
    .from(accessTokens)
    .where(and(eq(accessTokens.kind, kind), status(now)));
  return counted?.tokens ?? 0;
}
