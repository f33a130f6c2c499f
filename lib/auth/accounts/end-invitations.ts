import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { Executor } from "@/lib/platform/database/client";
import { accessTokens } from "@/lib/platform/database/schema/schema";

/** Ends the user's open invitations and password reset links. */
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

/** Whether an invitation or a password reset link of the user is still usable. */
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
