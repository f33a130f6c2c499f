import { recordAuditEntry } from "@/lib/auth/audit/audit-log";
import type { Executor } from "@/lib/platform/database/client";
import { markOf } from "@/lib/platform/secrets/fingerprint";

/** The length of a user id, so that both kinds of rows take the same time to write. */
const MARK_LENGTH = 36;

/** Identifies an unknown e-mail without storing it: a user may have typed a password in its place. */
const cut = (email: string): string => markOf(email, "unknown e-mail").slice(0, MARK_LENGTH);

/**
 * Records a refused password, or another `action`, without a user as actor, since the client is not authenticated.
 * `email` is normalized; `meantId` is the id of the user with this e-mail. The work is the same for an unknown e-mail,
 * so the response time reveals nothing.
 */
export async function recordWrongPassword(
  db: Executor,
  { email, meantId }: { email: string; meantId: string | null },
  address: string,
  action: "sign_in.failed" | "sign_in.slowed" = "sign_in.failed",
): Promise<void> {
  const name = cut(email);
  await recordAuditEntry(
    db,
    { userId: null, email: meantId === null ? "unknown e-mail" : email },
    {
      action,
      address,
      record: meantId === null ? { type: "unknown_email", id: name } : { type: "user", id: meantId },
    },
  );
}
