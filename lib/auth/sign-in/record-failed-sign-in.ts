import { recordAct } from "@/lib/auth/audit/audit-log";
import type { Executor } from "@/lib/platform/database/client";
import { markOf } from "@/lib/platform/secrets/fingerprint";

/** As long as the id of somebody: a longer row takes longer to write. */
const MARK_LENGTH = 36;

/** Tells an e-mail that nobody has from others without holding it: what is typed there may be a password. */
const cut = (email: string): string => markOf(email, "unknown e-mail").slice(0, MARK_LENGTH);

export const WRONG_PASSWORD = "failed to sign in";
export const SLOWED_SIGN_IN = "slowed sign-ins: too many wrong passwords from many addresses";

/**
 * Records a refused password, or what else `action` says, as of nobody: who it was is not known. `email` as users have it, `meantId` whose it is. The
 * same work where nobody has the e-mail, so that the time taken tells nothing.
 */
export async function recordWrongPassword(
  db: Executor,
  { email, meantId }: { email: string; meantId: string | null },
  address: string,
  action = WRONG_PASSWORD,
): Promise<void> {
  const name = cut(email);
  await recordAct(
    db,
    { userId: null, email: meantId === null ? "unknown e-mail" : email },
    {
      action,
      address,
      record: meantId === null ? { type: "unknown_email", id: name } : { type: "user", id: meantId },
    },
  );
}
