import { requirePassword } from "@/lib/auth/passwords/require-password";
import type { Database } from "@/lib/platform/database/client";
import { AppError } from "@/lib/platform/errors";
import { beginSecondFactor, hasPassword } from "./totp";

/**
 * `beginSecondFactor` after a check of the password: otherwise an attacker with an open session could lock the user out
 * with the attacker's second factor. Throws `not_allowed` for a user with single sign-on only, which requires no code
 * from Drayboard. Otherwise throws like `requirePassword`, pointing at `password`.
 */
export async function enrollSecondFactor(
  db: Database,
  who: { userId: string; email: string },
  password: string,
  headers: { get(name: string): string | null },
): Promise<{ secret: string; address: string }> {
  if (!(await hasPassword(db, who.userId)))
    throw new AppError(
      "not_allowed",
      "You sign in with single sign-on only. Set up two-factor authentication with your single sign-on provider.",
    );
  const user = await requirePassword({ email: who.email, password, pointer: "password" }, headers);
  if (user.id !== who.userId) throw new AppError("not_signed_in", "Your session has ended. Sign in again.");
  return beginSecondFactor(db, who);
}
