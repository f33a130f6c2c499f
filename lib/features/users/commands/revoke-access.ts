import { and, eq, gt, inArray, isNull, or } from "drizzle-orm";
import { z } from "zod";
import { type ByAdmin, requireUser } from "@/lib/auth/accounts/account-rules";
import { recordAuditEntry } from "@/lib/auth/audit/audit-log";
import type { AccessTokenKind } from "@/lib/auth/tokens/access-tokens";
import type { Database, Transaction } from "@/lib/platform/database/client";
import { accessTokens } from "@/lib/platform/database/schema/schema";
import { transact } from "@/lib/platform/database/transaction";

/** Action and type of each kind in the audit log, as when it is revoked individually. */
const REVOKED: Readonly<Record<AccessTokenKind, { action: string; type: string }>> = {
  share: { action: "revoked a share link", type: "share_link" },
  embed: { action: "revoked an embed", type: "embed" },
  calendar: { action: "revoked a feed", type: "feed_token" },
  wall: { action: "revoked a feed", type: "feed_token" },
  api: { action: "revoked a feed", type: "feed_token" },
  invite: { action: "ended an invitation", type: "invitation" },
};

const kinds = Object.keys(REVOKED).filter((kind): kind is AccessTokenKind => Object.hasOwn(REVOKED, kind));

/** Revokes all active access issued by a user and records each. Returns the count. */
export async function endGivenOut(
  tx: Transaction,
  by: ByAdmin,
  user: { id: string; email: string },
  now: Date,
): Promise<number> {
  const ended = await tx
    .update(accessTokens)
    .set({ revokedAt: now })
    .where(
      and(
        eq(accessTokens.createdBy, user.id),
        inArray(accessTokens.kind, kinds),
        isNull(accessTokens.revokedAt),
        or(isNull(accessTokens.expiresAt), gt(accessTokens.expiresAt, now)),
      ),
    )
    .returning({ id: accessTokens.id, kind: accessTokens.kind, label: accessTokens.label });
  for (const { id, kind, label } of ended) {
    const { action, type } = REVOKED[kind];
    await recordAuditEntry(tx, by, {
      action,
      record: { type, id },
      detail: `${label}, created by ${user.email}`,
    });
  }
  return ended.length;
}

/** Revokes all access issued by a user. Returns the user's e-mail and the count. Throws `not_found`. */
export async function revokeGivenOut(
  db: Database,
  by: ByAdmin,
  requested: { id: string },
  now: Date,
): Promise<{ email: string; count: number }> {
  const { id } = z.object({ id: z.uuid() }).parse(requested);
  return transact(db, async (tx) => {
    const user = await requireUser(tx, id);
    return { email: user.email, count: await endGivenOut(tx, by, user, now) };
  });
}
