import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import {
  type ByAdmin,
  changedUserSchema,
  lockUsers,
  requireOtherAdmin,
  requireSameVersion,
  requireUser,
  USER_CHANGES,
} from "@/lib/auth/accounts/account-rules";
import { endInvitations } from "@/lib/auth/accounts/end-invitations";
import { recordAuditEntry } from "@/lib/auth/audit/audit-log";
import type { Database, Transaction } from "@/lib/platform/database/client";
import { users } from "@/lib/platform/database/schema/schema";
import { transact } from "@/lib/platform/database/transaction";
import { AppError } from "@/lib/platform/errors";
import { endGivenOut } from "./revoke-access";

const idSchema = z.object({ id: z.uuid() });
const ableSchema = idSchema.extend({
  version: z.coerce.number().int(),
  /** Whether to revoke everything the user issued. */
  revoke: z.boolean().default(false),
});

const noteChange = (tx: Transaction, by: ByAdmin, id: string, action: string, detail: string) =>
  recordAuditEntry(tx, by, { action, record: { type: "user", id }, detail });

/**
 * Changes the name and role of a user, and for customers their parties and the access to charges. Returns the e-mail.
 * The change applies from the user's next request. Throws `not_allowed` for one's own role and for the role of the last
 * admin, `changed_meanwhile` with a message, `not_found`.
 */
export async function changeUser(
  db: Database,
  by: ByAdmin,
  requested: z.input<typeof changedUserSchema>,
): Promise<string> {
  const { id, version, name, ...terms } = changedUserSchema.parse(requested);
  return transact(db, async (tx) => {
    await lockUsers(tx);
    const user = await requireUser(tx, id);
    await requireSameVersion(tx, user, version);
    if (user.role === "admin" && terms.role !== "admin") {
      if (id === by.userId)
        throw new AppError("not_allowed", "You can’t remove your own admin role. Ask another admin.");
      await requireOtherAdmin(tx, user);
    }
    await tx
      .update(users)
      .set({ name, ...terms, version: user.version + 1 })
      .where(eq(users.id, id));
    const role = user.role === terms.role ? terms.role : `${terms.role}, was ${user.role}`;
    const seen = terms.role === "customer" ? `; parties ${terms.partyIds.join(" ")}` : "";
    const charges = terms.seesCharges ? "; charges shown" : "";
    await noteChange(
      tx,
      by,
      id,
      USER_CHANGES.changed,
      `${user.email}: ${name ?? "no name"}; ${role}${seen}${charges}`,
    );
    return user.email;
  });
}

/**
 * Disables or enables a user. Returns the e-mail. Disabling ends all sessions and the invitation immediately. `revoke`
 * also revokes everything the user issued, and `revoked` is the count. Throws `not_allowed` for oneself and for the
 * last admin, `changed_meanwhile`, `not_found`.
 */
export async function setUserDisabled(
  db: Database,
  by: ByAdmin,
  requested: z.input<typeof ableSchema>,
  disabled: boolean,
  now: Date,
): Promise<{ email: string; revoked: number }> {
  const { id, version, revoke } = ableSchema.parse(requested);
  return transact(db, async (tx) => {
    await lockUsers(tx);
    const user = await requireUser(tx, id);
    if ((user.disabledAt !== null) === disabled) return { email: user.email, revoked: 0 };
    await requireSameVersion(tx, user, version);
    if (disabled) {
      if (id === by.userId)
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
    const revoked = disabled && revoke ? await endGivenOut(tx, by, user, now) : 0;
    const detail = revoked > 0 ? `${user.email}; revoked ${revoked} links and tokens` : user.email;
    await noteChange(tx, by, id, USER_CHANGES[disabled ? "disabled" : "enabled"], detail);
    return { email: user.email, revoked };
  });
}

/** Ends all sessions of a user on all devices. Returns the e-mail. Throws `not_found`. */
export async function signOutEverywhere(
  db: Database,
  by: ByAdmin,
  requested: z.input<typeof idSchema>,
): Promise<string> {
  const { id } = idSchema.parse(requested);
  return transact(db, async (tx) => {
    const user = await requireUser(tx, id);
    await tx
      .update(users)
      .set({ sessionVersion: sql`${users.sessionVersion} + 1` })
      .where(eq(users.id, id));
    await noteChange(tx, by, id, "signed a user out everywhere", user.email);
    return user.email;
  });
}
