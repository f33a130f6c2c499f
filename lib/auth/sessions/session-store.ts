import { randomUUID } from "node:crypto";
import { and, eq, exists, gt, lte, type SQL, sql } from "drizzle-orm";
import { recordAuditEntry } from "@/lib/auth/audit/audit-log";
import type { Executor } from "@/lib/platform/database/client";
import { sessions, users } from "@/lib/platform/database/schema/schema";

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

/** A condition for a query of `users`: the session belongs to the user and was not ended. */
export const isSessionValid = (db: Executor, id: string): SQL =>
  exists(
    db
      .select({ id: sessions.id })
      .from(sessions)
      .where(and(eq(sessions.id, id), eq(sessions.userId, users.id), gt(sessions.startedAt, MAX_SESSION))),
  );
