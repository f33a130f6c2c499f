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
 * Whether the session these claims were made for stands and has the right: not run out, not signed out of, its user there
 * and not disabled, no password reset since.
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
 * For an answer that outlives its request, as a stream does: a check, good at any time, whether the session that asked
 * still stands and has the right. Throws `not_signed_in` and `not_allowed` as `requireSession` does. A cookie renewed
 * meanwhile is not seen: ask anew then. The check throws while the database is out of reach.
 */
export async function requireStandingSession(right: Right): Promise<() => Promise<boolean>> {
  await requireSession(right);
  const jar = await cookies();
  const claims = await readSessionToken(jar.get(sessionCookie().name)?.value);
  return async () => claims !== null && claimsStand(db(), claims, right, new Date());
}
