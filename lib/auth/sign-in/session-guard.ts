import { cookies } from "next/headers";
import { may, type Right } from "@/lib/auth/access/roles";
import { findSessionUser } from "@/lib/auth/accounts/users";
import {
  readSessionToken,
  SESSION_SECONDS,
  type SessionClaims,
  sessionCookie,
} from "@/lib/auth/sessions/session-token";
import { type Database, db } from "@/lib/platform/database/client";
import { requireSession } from "./current-session";

/**
 * Whether the session of these claims is valid and has the right: not expired, not signed out, its user not deleted or
 * disabled, and no password reset since.
 */
export async function claimsStand(
  database: Database,
  claims: SessionClaims,
  right: Right,
  now: Date,
): Promise<boolean> {
  if (now.getTime() - claims.issuedAt.getTime() >= SESSION_SECONDS * 1000) return false;
  const user = await findSessionUser(database, claims);
  return user !== null && may(user.role, right);
}

/**
 * For a response that outlives its request, such as a stream. Returns the user and a check, callable at any time, whether
 * the requesting session is still valid and has the right. Throws `not_signed_in` and `not_allowed` like `requireSession`.
 * The check does not see a cookie renewed in the meantime: then call this again. The check throws while the database is
 * unreachable.
 */
export async function requireValidSession(
  right: Right,
): Promise<{ userId: string; isValid: () => Promise<boolean> }> {
  const { userId } = await requireSession(right);
  const jar = await cookies();
  const claims = await readSessionToken(jar.get(sessionCookie().name)?.value);
  const isValid = async () => claims !== null && claimsStand(db(), claims, right, new Date());
  return { userId, isValid };
}
