import { cookies } from "next/headers";
import { type Database, db } from "@/lib/db/client";
import { readSessionToken, SESSION_SECONDS, type SessionClaims, sessionCookie } from "./session-token";
import { findSessionUser } from "./users";

/** Whether the session these claims were made for stands: not run out, its user there, no password reset since. */
export async function claimsStand(database: Database, claims: SessionClaims, now: Date): Promise<boolean> {
  if (now.getTime() - claims.issuedAt.getTime() >= SESSION_SECONDS * 1000) return false;
  return (await findSessionUser(database, claims)) !== null;
}

/**
 * For an answer that outlives its request, as a stream does: a check, good at any time, whether the session that asked
 * still stands; null when there is none. A cookie renewed meanwhile is not seen: ask anew then. The check throws while
 * the database is out of reach.
 */
export async function findStandingSession(): Promise<(() => Promise<boolean>) | null> {
  const jar = await cookies();
  const claims = await readSessionToken(jar.get(sessionCookie().name)?.value);
  if (!claims) return null;
  const stands = () => claimsStand(db(), claims, new Date());
  return (await stands()) ? stands : null;
}
