import { and, eq, isNull, sql } from "drizzle-orm";
import type { Executor } from "@/lib/db/client";
import { accessTokens } from "@/lib/db/schema";

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
