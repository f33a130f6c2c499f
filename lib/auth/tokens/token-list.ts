import { desc, inArray, sql } from "drizzle-orm";
import type { Executor } from "@/lib/platform/database/client";
import { accessTokens } from "@/lib/platform/database/schema/schema";
import { userName } from "@/lib/platform/database/user-name-sql";
import { type AccessTokenKind, type TokenState, tokenColumns, tokenState } from "./access-tokens";

const MAX_LISTED = 300;

/** A token as lists show it; the caller adds what it opens. Instants are UTC text. */
export type ListedToken = {
  id: string;
  label: string;
  /** The name of the user who created it; "somebody" if the user was deleted. */
  createdBy: string;
  createdAt: string;
  expiresAt: string | null;
  state: TokenState;
  views: number;
  lastSeenAt: string | null;
};

/**
 * The tokens of these kinds with their state at `now`, newest first, at most 300. `settings` are untrusted until the
 * schema of their kind has parsed them; `locked`: it has a passcode.
 */
export async function listTokens<Kind extends AccessTokenKind>(
  db: Executor,
  kinds: readonly Kind[],
  now: Date,
): Promise<{ kind: Kind; settings: unknown; locked: boolean; listed: ListedToken }[]> {
  const rows = await db
    .select({ token: tokenColumns, createdBy: userName(sql`access_tokens.created_by`) })
    .from(accessTokens)
    .where(inArray(accessTokens.kind, [...kinds]))
    .orderBy(desc(accessTokens.createdAt), desc(accessTokens.id))
    .limit(MAX_LISTED);
  return rows.flatMap(({ token, createdBy }) => {
    const kind = kinds.find((requested) => requested === token.kind);
    if (kind === undefined) return [];
    const { id, label, settings, passcodeHash, createdAt, expiresAt, views, lastSeenAt } = token;
    const listed = {
      id,
      label,
      createdBy,
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt?.toISOString() ?? null,
      state: tokenState(token, now),
      views,
      lastSeenAt: lastSeenAt?.toISOString() ?? null,
    };
    return [{ kind, settings, locked: passcodeHash !== null, listed }];
  });
}
