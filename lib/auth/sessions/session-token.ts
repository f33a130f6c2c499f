import { decode, encode } from "next-auth/jwt";
import { z } from "zod";
import { config } from "@/lib/platform/config/config";

/** The duration of a session in which no page is opened. */
export const SESSION_SECONDS = 12 * 60 * 60;

// A page opened sooner than this after the last renewal keeps the cookie unchanged.
const RENEW_AFTER_SECONDS = 15 * 60;

const claimsSchema = z.object({ sub: z.uuid(), sid: z.uuid(), sessionVersion: z.int(), iat: z.number() });

/** The claims in a session cookie. They must be checked against the database. */
export type SessionClaims = SessionNamed & { issuedAt: Date };

/** The session of a token: its user, its id (`openSession`) and its version. */
export type SessionNamed = { userId: string; sessionId: string; sessionVersion: number };

/** The name and attributes of the session cookie: `__Secure-` and `secure` only if PUBLIC_URL is https. */
export function sessionCookie() {
  const secure = config().publicUrl.startsWith("https://");
  return {
    name: `${secure ? "__Secure-" : ""}next-auth.session-token`,
    options: { httpOnly: true, sameSite: "lax", path: "/", secure },
  } as const;
}

/** An encrypted session token in next-auth's format, valid for SESSION_SECONDS from now. */
export function issueSessionToken({ userId, sessionId, sessionVersion }: SessionNamed): Promise<string> {
  return encode({
    token: { sub: userId, sid: sessionId, sessionVersion },
    secret: config().nextauthSecret,
    maxAge: SESSION_SECONDS,
  });
}

/** The claims in the payload of a decrypted token; null if the payload is not ours. */
export function readClaims(payload: unknown): SessionClaims | null {
  const claims = claimsSchema.safeParse(payload);
  if (!claims.success) return null;
  const { sub, sid, sessionVersion, iat } = claims.data;
  return { userId: sub, sessionId: sid, sessionVersion, issuedAt: new Date(iat * 1000) };
}

/** The claims of a token; null if it is missing, foreign, modified or expired. */
export async function readSessionToken(token: string | undefined): Promise<SessionClaims | null> {
  if (!token) return null;
  return readClaims(await decode({ token, secret: config().nextauthSecret }).catch(() => null));
}

/** A fresh token for a session in use, or null while the current one is recent enough. */
export async function renewSessionToken(token: string | undefined, now: Date): Promise<string | null> {
  const claims = await readSessionToken(token);
  if (!claims || now.getTime() - claims.issuedAt.getTime() < RENEW_AFTER_SECONDS * 1000) return null;
  return issueSessionToken(claims);
}
