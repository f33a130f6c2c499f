import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Writer } from "@/lib/auth/access/actor";
import { lockUsers, requireUser } from "@/lib/auth/accounts/account-rules";
import { recordAuditEntry } from "@/lib/auth/audit/audit-log";
import { command } from "@/lib/auth/commands/command";
import { NO_SECOND_FACTOR } from "@/lib/auth/second-factor/no-second-factor";
import { users } from "@/lib/platform/database/schema/schema";
import { transact } from "@/lib/platform/database/transaction";
import { AppError } from "@/lib/platform/errors";
import { makeInvitation, type NewInvitation } from "./invitations";

const idSchema = z.object({ id: z.uuid() });

/**
 * Admins must change their own credentials with the current ones. Otherwise another user at an unattended session could
 * take over the admin account.
 */
function refuseSelf(by: Writer, id: string, text: string): void {
  if (id === by.userId) throw new AppError("not_allowed", text);
}

/**
 * Creates a password link for a user who lost their password, valid for one day and one use. Previous links become
 * invalid. The current password remains valid until then. Throws `not_allowed` for oneself, for a disabled user and for
 * a user without a password, `not_found`.
 */
export const makeResetLink = command(
  { right: "administer", input: idSchema },
  async ({ db, actor, now }, { id }): Promise<NewInvitation> => {
    refuseSelf(actor, id, "Change your own password under Settings, My account.");
    return transact(db, async (tx) => {
      await lockUsers(tx);
      const user = await requireUser(tx, id);
      if (user.disabledAt !== null)
        throw new AppError("not_allowed", `${user.email} is disabled. Enable the user first.`);
      if (user.passwordHash === null)
        throw new AppError(
          "not_allowed",
          user.ssoSubject === null
            ? `${user.email} has not accepted the invitation. Invite them again.`
            : `${user.email} uses single sign-on and has no password.`,
        );
      const record = { type: "user", id };
      await recordAuditEntry(tx, actor, {
        action: "password_link.created",
        record,
        data: { email: user.email },
      });
      return makeInvitation(tx, actor, user, { purpose: "reset", now });
    });
  },
);

/**
 * Removes the lost second factor of a user and ends their sessions. Returns the e-mail. Throws `not_allowed` for
 * oneself and for a user without a second factor, `not_found`.
 */
export const removeLostFactor = command(
  { right: "administer", input: idSchema },
  async ({ db, actor }, { id }): Promise<string> => {
    refuseSelf(
      actor,
      id,
      "Turn off your own two-factor authentication under Settings, My account, with a code or recovery code.",
    );
    return transact(db, async (tx) => {
      const user = await requireUser(tx, id);
      if (user.totpSecret === null)
        throw new AppError("not_allowed", `${user.email} doesn’t use two-factor authentication.`);
      await tx
        .update(users)
        .set({ ...NO_SECOND_FACTOR, sessionVersion: sql`${users.sessionVersion} + 1` })
        .where(eq(users.id, id));
      const record = { type: "user", id };
      await recordAuditEntry(tx, actor, {
        action: "user.second_factor_removed",
        record,
        data: { email: user.email },
      });
      return user.email;
    });
  },
);
