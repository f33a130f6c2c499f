import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { may, type Right, type Role, requireRight } from "@/lib/auth/access/roles";
import { findSessionUser, type User } from "@/lib/auth/accounts/users";
import { closeSession, openSession } from "@/lib/auth/sessions/session-store";
import {
  issueSessionToken,
  readSessionToken,
  SESSION_SECONDS,
  sessionCookie,
} from "@/lib/auth/sessions/session-token";
import { db } from "@/lib/platform/database/client";
import { AppError } from "@/lib/platform/errors";
import { deviceCookie, issueDeviceToken } from "./known-device";
import { REQUESTED_PATH_HEADER, signInPath } from "./return-path";

/** The signed-in user. */
export type Session = { userId: string; email: string; name: string | null; role: Role };

/**
 * The session of this request, or null. Null for a foreign or expired cookie, after sign-out or a password reset, and
 * for a deleted user. One indexed query, once per request in pages. For route handlers, which respond with 401
 * themselves, and for content visible without a session. Reads cookies: keep it out of cached functions and under
 * Suspense.
 */
export const findSession = cache(async (): Promise<Session | null> => {
  // Cookies first: while prerendering this never continues, and a build has no settings.
  const jar = await cookies();
  const claims = await readSessionToken(jar.get(sessionCookie().name)?.value);
  const user = claims && (await findSessionUser(db(), claims));
  return user && { userId: user.id, email: user.email, name: user.name, role: user.role };
});

/**
 * The session for functions that concern only the signed-in user, in any role. Throws `not_signed_in` without a
 * session.
 */
export async function requireSignedIn(): Promise<Session> {
  const session = await findSession();
  if (!session) throw new AppError("not_signed_in", "Your session has ended. Sign in again.");
  return session;
}

/**
 * The session of a server action, a route or an operation, for a user with this right. Throws `not_signed_in` without a
 * session and `not_allowed` without the right.
 */
export async function requireSession(right: Right): Promise<Session> {
  const session = await requireSignedIn();
  requireRight(session.role, right);
  return session;
}

/**
 * The session of a page that requires this right. Redirects a signed-out user to sign-in with the requested page as
 * return path, and a user without the right to the page "not allowed".
 */
export async function requirePageSession(right: Right): Promise<Session> {
  const session = await findSession();
  if (!session) redirect(signInPath((await headers()).get(REQUESTED_PATH_HEADER)));
  if (!may(session.role, right)) redirect(`/not-allowed?right=${right}`);
  return session;
}

/** Makes this browser a known device of the user. In actions and route handlers only. */
export async function rememberDevice(user: Pick<User, "id" | "email" | "sessionVersion">): Promise<void> {
  const { name, options } = deviceCookie(user.email);
  (await cookies()).set(name, issueDeviceToken(user, new Date()), options);
}

/**
 * Starts the user's session in this browser, replacing the previous one, and remembers the browser as a known device.
 * In actions and route handlers only.
 */
export async function startSession(user: User): Promise<void> {
  const jar = await cookies();
  const { name, options } = sessionCookie();
  const before = await readSessionToken(jar.get(name)?.value);
  if (before) await closeSession(db(), before.sessionId);
  const named = { userId: user.id, sessionVersion: user.sessionVersion };
  const token = await issueSessionToken({ ...named, sessionId: await openSession(db(), user.id) });
  jar.set(name, token, { ...options, maxAge: SESSION_SECONDS });
  await rememberDevice(user);
}

/** Ends the session of this browser, including every copy of its cookie. In actions and route handlers only. */
export async function endSession(): Promise<void> {
  const jar = await cookies();
  const { name, options } = sessionCookie();
  const claims = await readSessionToken(jar.get(name)?.value);
  jar.set(name, "", { ...options, maxAge: 0 });
  if (claims) await closeSession(db(), claims.sessionId);
}
