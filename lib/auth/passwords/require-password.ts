import type { User } from "@/lib/auth/accounts/users";
import { confirmPassword } from "@/lib/auth/sign-in/verify-credentials";
import { throttledText } from "@/lib/auth/throttling/throttle-message";
import { AppError, databaseUnavailable } from "@/lib/platform/errors";
import { signInBusy } from "./password-queue";

/**
 * Checks the password of a signed-in user again, counted like a sign-in. Throws `bad_input` that points at `pointer`
 * for a wrong password, `too_many_tries`, `busy`, `database_unavailable`.
 */
export async function requirePassword(
  { email, password, pointer }: { email: string; password: string; pointer: string },
  headers: { get(name: string): string | null },
): Promise<User> {
  const outcome = await confirmPassword({ email, password }, headers);
  if (outcome.kind === "signed_in") return outcome.user;
  if (outcome.kind === "throttled") throw new AppError("too_many_tries", throttledText(outcome.waitSeconds));
  if (outcome.kind === "busy") throw signInBusy();
  if (outcome.kind === "unavailable") throw databaseUnavailable();
  const message = "Incorrect current password.";
  throw new AppError("bad_input", message, { details: [{ pointer, message }] });
}
