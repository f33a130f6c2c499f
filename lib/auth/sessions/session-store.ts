import { randomUUID } from "node:crypto";
import { and, eq, gt, inArray, lte, type SQL, sql } from "drizzle-orm";
import { recordAuditEntry } from "@/lib/auth/audit/audit-log";
import type { Executor } from "@/lib/platform/database/client";
import { sessions } from "@/lib/platform/database/schema/schema";

/** The maximum duration of a session, however often pages are opened. */
const MAX_SESSION = sql`now() - interval '30 days'`;

/**
 * Stores and records the sign-in of a user in a browser. Returns the session id for the cookie. Deletes sessions past
 * the maximum duration.
 */
export async function openSession(db: Executor, userId: string): Promise<string> {
  const id = randomUUID();
  await db.transaction(async (tx) => {
    await tx.insert(sessions).values({ id, userId });
    await recordAuditEntry(
      tx,
      { userId },
      { action: "user.signed_in", record: { type: "user", id: userId } },
    );
  });
  await db.delete(sessions).where(lte(sessions.startedAt, MAX_SESSION));
  return id;
}

/** Ends a session on every instance and for every copy of its cookie, and records it once. */
export async function closeSession(db: Executor, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [ended] = await tx
      .delete(sessions)
      .where(eq(sessions.id, id))
      .returning({ userId: sessions.userId });
    if (!ended) return;
    const { userId } = ended;
    await recordAuditEntry(
      tx,
      { userId },
      { action: "user.signed_out", record: { type: "user", id: userId } },
    );
  });
}

/** A condition for a query of `sessions`: one of these, not ended and within the maximum duration. */
export const areOpenSessions = (ids: readonly string[]): SQL | undefined =>
  and(inArray(sessions.id, [...ids]), gt(sessions.startedAt, MAX_SESSION));
