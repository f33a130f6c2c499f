import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import {
  changedUserSchema,
  lockUsers,
  requireOtherAdmin,
  requireSameVersion,
  requireUser,
} from "@/lib/auth/accounts/account-rules";
import { endInvitations } from "@/lib/auth/accounts/end-invitations";
import { recordAuditEntry } from "@/lib/auth/audit/audit-log";
import { command } from "@/lib/auth/commands/command";
import { users } from "@/lib/platform/database/schema/schema";
import { transact } from "@/lib/platform/database/transaction";
import { AppError } from "@/lib/platform/errors";
import { endGivenOut } from "./revoke-access";

const idSchema = z.object({ id: z.uuid() });
const ableSchema = idSchema.extend({
  version: z.coerce.number().int(),
  disabled: z.boolean(),
  /** Whether to revoke everything the user issued. */
  revoke: z.boolean().default(false),
});

/**
 * Changes the name and role of a user, and for customers their parties and the access to charges and documents. Returns the e-mail.
 * The change applies from the user's next request. Throws `not_allowed` for one's own role and for the role of the last
 * admin, `changed_meanwhile` with a message, `not_found`.
 */
export const changeUser = command(
  { right: "administer", input: changedUserSchema },
  async ({ db, actor }, { id, version, name, ...terms }): Promise<string> => {
    return transact(db, async (tx) => {
      await lockUsers(tx);
      const user = await requireUser(tx, id);
      await requireSameVersion(tx, user, version);
      if (user.role === "admin" && terms.role !== "admin") {
        if (id === actor.userId)
          throw new AppError("not_allowed", "You can’t remove your own admin role. Ask another admin.");
        await requireOtherAdmin(tx, user);
      }
      await tx
        .update(users)
        .set({ name, ...terms, version: user.version + 1 })
        .where(eq(users.id, id));
      await recordAuditEntry(tx, actor, {
        action: "user.changed",
        record: { type: "user", id },
        data: {
          email: user.email,
          name,
          role: terms.role,
          formerRole: user.role === terms.role ? null : user.role,
          partyIds: terms.role === "customer" ? terms.partyIds : null,
          charges: terms.seesCharges,
          documents: terms.seesDocuments || undefined,
        },
      });
      return user.email;
    });
  },
);

/**
 * Disables or enables a user. Returns the e-mail. Disabling ends all sessions and the invitation immediately. `revoke`
 * also revokes everything the user issued, and `revoked` is the count. Throws `not_allowed` for oneself and for the
 * last admin, `changed_meanwhile`, `not_found`.
 */
export const setUserDisabled = command(
  { right: "administer", input: ableSchema },
  async (
    { db, actor, now },
    { id, version, revoke, disabled },
  ): Promise<{ email: string; revoked: number }> => {
    return transact(db, async (tx) => {
      await lockUsers(tx);
      const user = await requireUser(tx, id);
      if ((user.disabledAt !== null) === disabled) return { email: user.email, revoked: 0 };
      await requireSameVersion(tx, user, version);
      if (disabled) {
        if (id === actor.userId)
          throw new AppError("not_allowed", "You can’t disable your own account. Ask another admin.");
        if (user.role === "admin") await requireOtherAdmin(tx, user);
        await endInvitations(tx, id, now);
      }
      await tx
        .update(users)
        .set({
          disabledAt: disabled ? now : null,
          sessionVersion: user.sessionVersion + 1,
          version: user.version + 1,
        })
        .where(eq(users.id, id));
      const revoked = disabled && revoke ? await endGivenOut(tx, actor, user, now) : 0;
      const record = { type: "user", id };
      const { email } = user;
      await recordAuditEntry(
        tx,
        actor,
        disabled
          ? { action: "user.disabled", record, data: { email, revoked } }
          : { action: "user.enabled", record, data: { email } },
      );
      return { email: user.email, revoked };
    });
  },
);

/** Ends all sessions of a user on all devices. Returns the e-mail. Throws `not_found`. */
export const signOutEverywhere = command(
  { right: "administer", input: idSchema },
  async ({ db, actor }, { id }): Promise<string> => {
    return transact(db, async (tx) => {
      const user = await requireUser(tx, id);
      await tx
        .update(users)
        .set({ sessionVersion: sql`${users.sessionVersion} + 1` })
        .where(eq(users.id, id));
      await recordAuditEntry(tx, actor, {
        action: "user.signed_out_everywhere",
        record: { type: "user", id },
        data: { email: user.email },
      });
      return user.email;
    });
  },
);
