import { and, eq, isNull, sql } from "drizzle-orm";
import { endInvitations } from "@/lib/auth/accounts/end-invitations";
import { type User, userColumns } from "@/lib/auth/accounts/users";
import { recordAuditEntry } from "@/lib/auth/audit/audit-log";
import { hashPassword } from "@/lib/auth/passwords/password-hash";
import { passwordProblem } from "@/lib/auth/passwords/password-policy";
import { requirePassword } from "@/lib/auth/passwords/require-password";
import type { Database } from "@/lib/platform/database/client";
import { users } from "@/lib/platform/database/schema/schema";
import { AppError } from "@/lib/platform/errors";

const refusal = (pointer: string, message: string) =>
  new AppError("bad_input", message, { details: [{ pointer, message }] });

/**
 * Changes the user's own password. Ends every session and every password reset link of the user. Returns the user, for
 * whom the caller starts a new session in this browser. Throws `bad_input` that points at `present` or `next`,
 * `too_many_tries`, `busy`, `database_unavailable`.
 */
export async function changePassword(
  db: Database,
  who: { userId: string; email: string; name: string | null },
  { present, next }: { present: string; next: string },
  headers: { get(name: string): string | null },
): Promise<User> {
  const user = await requirePassword({ email: who.email, password: present, pointer: "present" }, headers);
  const problem = passwordProblem(next, who);
  if (problem) throw refusal("next", problem);
  if (next === present) throw refusal("next", "This is your current password. Choose another.");
  const passwordHash = await hashPassword(next);
  return db.transaction(async (tx) => {
    const [changed] = await tx
      .update(users)
      .set({ passwordHash, sessionVersion: sql`${users.sessionVersion} + 1` })
      .where(
        and(
          eq(users.id, who.userId),
          // Otherwise the password was changed, or the sessions were ended, during the check.
          eq(users.sessionVersion, user.sessionVersion),
          isNull(users.disabledAt),
        ),
      )
      .returning(userColumns);
    if (!changed) throw new AppError("not_signed_in", "Your session has ended. Sign in again.");
    // The reset links were meant for a user who had lost the old password.
    await endInvitations(tx, who.userId, new Date());
    await recordAuditEntry(tx, who, {
      action: "password.changed",
      record: { type: "user", id: who.userId },
      data: { email: who.email },
    });
    return changed;
  });
}
