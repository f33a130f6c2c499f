import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { lockUsers, requireUser, type UserRow } from "@/lib/auth/accounts/account-rules";
import { endInvitations } from "@/lib/auth/accounts/end-invitations";
import { recordAuditEntry } from "@/lib/auth/audit/audit-log";
import { command } from "@/lib/auth/commands/command";
import type { Transaction } from "@/lib/platform/database/client";
import { ssoLinkRequests, users } from "@/lib/platform/database/schema/schema";
import { transact } from "@/lib/platform/database/transaction";
import { AppError } from "@/lib/platform/errors";

/** The maximum number of requests stored per user; older ones are dropped. */
const MAX_PER_USER = 5;

const inputSchema = z.object({ id: z.uuid(), subject: z.string().min(1).max(1_001) });

/** A subject (issuer and subject at the provider) that requests access to an account. `requestedAt` is UTC text. */
export type SsoLinkRequest = { subject: string; name: string | null; requestedAt: string };

/** Stores that a subject was refused access to this user's account, for an admin to confirm. */
export async function requestSsoLink(
  tx: Transaction,
  user: UserRow,
  { subject, name }: { subject: string; name: string },
  now: Date,
): Promise<void> {
  const values = { userId: user.id, name: name || null, requestedAt: now };
  await tx
    .insert(ssoLinkRequests)
    .values({ subject, ...values })
    .onConflictDoUpdate({ target: ssoLinkRequests.subject, set: values });
  await tx.execute(sql`
    delete from sso_link_requests where user_id = ${user.id}::uuid and subject not in (
      select subject from sso_link_requests where user_id = ${user.id}::uuid
      order by requested_at desc, subject limit ${MAX_PER_USER})`);
  await recordAuditEntry(
    tx,
    { userId: null, email: "single sign-on" },
    {
      action: "sso.failed",
      record: { type: "user", id: user.id },
      data: { email: user.email, reason: "unconfirmed", subject },
    },
  );
}

/** Deletes all requests for a user's account. */
export async function dropSsoLinkRequests(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(ssoLinkRequests).where(eq(ssoLinkRequests.userId, userId));
}

async function takeRequest(tx: Transaction, id: string, subject: string): Promise<void> {
  const taken = await tx
    .delete(ssoLinkRequests)
    .where(and(eq(ssoLinkRequests.userId, id), eq(ssoLinkRequests.subject, subject)))
    .returning({ subject: ssoLinkRequests.subject });
  if (taken.length === 0)
    throw new AppError("changed_meanwhile", "This request no longer exists. Reload the page.");
}

/**
 * Links a subject that requested a user's account, so that it signs in as that user from now on. Returns the user's
 * e-mail. Throws `not_found`, `not_allowed` for a user who is disabled or linked already, `changed_meanwhile` if the
 * request no longer exists.
 */
export const confirmSsoLink = command(
  { right: "administer", input: inputSchema },
  async ({ db, actor, now }, { id, subject }): Promise<string> => {
    return transact(db, async (tx) => {
      await lockUsers(tx);
      const person = await requireUser(tx, id);
      if (person.disabledAt !== null)
        throw new AppError("not_allowed", `${person.email} is disabled. Enable the user first.`);
      if (person.ssoSubject !== null)
        throw new AppError("not_allowed", `${person.email} already signs in with single sign-on.`);
      await takeRequest(tx, id, subject);
      await dropSsoLinkRequests(tx, id);
      await endInvitations(tx, id, now);
      await tx
        .update(users)
        .set({ ssoSubject: subject, version: person.version + 1 })
        .where(eq(users.id, id));
      await recordAuditEntry(tx, actor, {
        action: "sso.confirmed",
        record: { type: "user", id },
        data: { email: person.email, subject },
      });
      return person.email;
    });
  },
);

/**
 * Deletes one subject's request for a user's account. Returns the user's e-mail. Throws `not_found`,
 * `changed_meanwhile`.
 */
export const dismissSsoLink = command(
  { right: "administer", input: inputSchema },
  async ({ db, actor }, { id, subject }): Promise<string> => {
    return transact(db, async (tx) => {
      const person = await requireUser(tx, id);
      await takeRequest(tx, id, subject);
      await recordAuditEntry(tx, actor, {
        action: "sso.dismissed",
        record: { type: "user", id },
        data: { email: person.email, subject },
      });
      return person.email;
    });
  },
);
