import { cookies } from "next/headers";
import { may, type Right } from "@/lib/auth/access/roles";
import { findSessionUsers } from "@/lib/auth/accounts/users";
import {
  readSessionToken,
  SESSION_SECONDS,
  type SessionClaims,
  sessionCookie,
} from "@/lib/auth/sessions/session-token";
import { type Database, db } from "@/lib/platform/database/client";
import { AppError } from "@/lib/platform/errors";
import { requireSession } from "./current-session";

/**
 * The claims whose session is valid and has the right: not expired, not signed out, its user not deleted or disabled, and
 * no password reset since. One query for all.
 */
export async function findValidClaims(
  database: Database,
  claims: readonly SessionClaims[],
  right: Right,
  now: Date,
): Promise<SessionClaims[]> {
  const recent = claims.filter(({ issuedAt }) => now.getTime() - issuedAt.getTime() < SESSION_SECONDS * 1000);
  const users = await findSessionUsers(database, recent);
  return recent.filter((_, at) => {
    const user = users[at];
    return user ? may(user.role, right) : false;
  });
}

/**
 * For a response that outlives its request, such as a stream. Returns its claims and a check, callable at any time, whether
 * the requesting session is still valid and has the right. Throws `not_signed_in` and `not_allowed` like `requireSession`.
 * The check does not see a cookie renewed in the meantime: then call this again. The check throws while the database is
 * unreachable.
 */
export async function requireValidSession(
  right: Right,
): Promise<{ claims: SessionClaims; isValid: () => Promise<boolean> }> {
  await requireSession(right);
  const jar = await cookies();
  const claims = await readSessionToken(jar.get(sessionCookie().name)?.value);
  if (!claims) throw new AppError("not_signed_in", "Your session has ended. Sign in again.");
  const isValid = async () => (await findValidClaims(db(), [claims], right, new Date())).length > 0;
  return { claims, isValid };
}
