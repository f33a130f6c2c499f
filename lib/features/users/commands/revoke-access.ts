import { and, eq, gt, inArray, isNull, or } from "drizzle-orm";
import { z } from "zod";
import type { Writer } from "@/lib/auth/access/actor";
import { requireUser } from "@/lib/auth/accounts/account-rules";
import { recordAuditEntry } from "@/lib/auth/audit/audit-log";
import { command } from "@/lib/auth/commands/command";
import type { AccessTokenKind } from "@/lib/auth/tokens/access-tokens";
import { markContainersChanged } from "@/lib/mirror/apply/rebuild-container-rows";
import type { Transaction } from "@/lib/platform/database/client";
import { accessTokens, workOrders } from "@/lib/platform/database/schema/schema";
import { transact } from "@/lib/platform/database/transaction";

/** Action and record type of each kind in the audit log, as when it is revoked individually. */
const REVOKED = {
  share: { action: "share_link.revoked", type: "share_link" },
  embed: { action: "embed.revoked", type: "embed" },
  calendar: { action: "feed.revoked", type: "feed_token" },
  wall: { action: "feed.revoked", type: "feed_token" },
  api: { action: "feed.revoked", type: "feed_token" },
  invite: { action: "invitation.revoked", type: "invitation" },
  order: { action: "work_order.link_revoked", type: "work_order_link" },
} as const satisfies Record<AccessTokenKind, object>;

const kinds = Object.keys(REVOKED).filter((kind): kind is AccessTokenKind => Object.hasOwn(REVOKED, kind));

/** Revokes all active access issued by a user and records each. Returns the count. */
export async function endGivenOut(
  tx: Transaction,
  by: Writer,
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
      data: { label, issuedBy: user.email },
    });
  }
  const orders = ended.filter(({ kind }) => kind === "order").map(({ id }) => id);
  const containers = await tx
    .select({ id: workOrders.containerId })
    .from(workOrders)
    .where(inArray(workOrders.tokenId, orders));
  if (containers.length > 0)
    await markContainersChanged(
      tx,
      containers.map(({ id }) => id),
      by.userId,
    );
  return ended.length;
}

/** Revokes all access issued by a user. Returns the user's e-mail and the count. Throws `not_found`. */
export const revokeGivenOut = command(
  { right: "administer", input: z.object({ id: z.uuid() }) },
  async ({ db, actor, now }, { id }): Promise<{ email: string; count: number }> => {
    return transact(db, async (tx) => {
      const user = await requireUser(tx, id);
      return { email: user.email, count: await endGivenOut(tx, actor, user, now) };
    });
  },
);
