import type { NextAuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import { config } from "@/lib/config";
import { db } from "@/lib/db/client";
import { logger } from "@/lib/log";
import { signInWithCredentials } from "./credentials";
import { safeReturnPath } from "./return-path";
import { readClaims, SESSION_SECONDS, sessionCookie } from "./session-token";
import { findSessionUser } from "./users";

/** What next-auth's error page is told of a throttled try; the seconds to wait follow after the colon. */
export const THROTTLED_ERROR = "TooManyTries";
/** What it is told of a try that could not be checked. */
export const UNAVAILABLE_ERROR = "Unavailable";

const credentials = () =>
  CredentialsProvider({
    name: "Drayboard",
    credentials: {
      email: { label: "E-mail", type: "email" },
      password: { label: "Password", type: "password" },
    },
    async authorize(given, request) {
      const outcome = await signInWithCredentials(given, new Headers(request.headers));
      if (outcome.kind === "throttled") throw new Error(`${THROTTLED_ERROR}:${outcome.waitSeconds}`);
      if (outcome.kind === "unavailable") throw new Error(UNAVAILABLE_ERROR);
      return outcome.kind === "signed_in" ? outcome.user : null;
    },
  });

/** next-auth's settings, read when a request needs them: a build has no environment. */
export function nextAuthOptions(): NextAuthOptions {
  const log = logger("auth");
  const { name, options } = sessionCookie();
  return {
    secret: config().nextauthSecret,
    providers: [credentials()],
    pages: { signIn: "/sign-in", error: "/sign-in" },
    session: { strategy: "jwt", maxAge: SESSION_SECONDS },
    useSecureCookies: options.secure,
    cookies: { sessionToken: { name, options } },
    callbacks: {
      jwt: async ({ token, user }) => {
        if (user) return { sub: user.id, sessionVersion: user.sessionVersion };
        const claims = readClaims(token);
        // Thrown, next-auth takes the cookie away: the session was ended by a reset or its user is gone.
        if (!claims || !(await findSessionUser(db(), claims))) throw new Error("session ended");
        return token;
      },
      session: async ({ session, token }) => {
        const claims = readClaims(token);
        const user = claims && (await findSessionUser(db(), claims));
        return { ...session, user: { name: user?.name, email: user?.email } };
      },
      redirect: ({ url, baseUrl }) =>
        baseUrl + safeReturnPath(url.startsWith(baseUrl) ? url.slice(baseUrl.length) : url),
    },
    logger: {
      error: (code) => log.warn({ code }, "next-auth refused"),
      warn: (code) => log.warn({ code }, "next-auth warned"),
      debug: () => {},
    },
  };
}

declare module "next-auth" {
  interface User {
    sessionVersion: number;
  }
}
