import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { Executor } from "@/lib/platform/database/client";
import { accessTokens } from "@/lib/platform/database/schema/schema";

/** Ends what invitations, and links to another password, somebody has. */
export async function endInvitations(db: Executor, userId: string, now: Date): Promise<void> {
  await db
    .update(accessTokens)
    .set({ revokedAt: now })
    .where(
      and(
        eq(accessTokens.kind, "invite"),
        isNull(accessTokens.revokedAt),
        sql`${accessTokens.settings} ->> 'userId' = ${userId}`,
      ),
    );
}

/** Whether an invitation or a link to another password of somebody's can still be used. */
export async function hasInvitation(db: Executor, userId: string, now: Date): Promise<boolean> {
  const [found] = await db
    .select({ id: accessTokens.id })
    .from(accessTokens)
    .where(
      and(
        eq(accessTokens.kind, "invite"),
        isNull(accessTokens.revokedAt),
        gt(accessTokens.expiresAt, now),
        sql`${accessTokens.settings} ->> 'userId' = ${userId}`,
      ),
    )
    .limit(1);
  return found !== undefined;
}
