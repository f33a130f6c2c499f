import type { NextAuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import type { OAuthConfig } from "next-auth/providers/oauth";
import { findSessionUser } from "@/lib/auth/accounts/users";
import { closeSession, openSession } from "@/lib/auth/sessions/session-store";
import { readClaims, SESSION_SECONDS, sessionCookie } from "@/lib/auth/sessions/session-token";
import { providerAgent } from "@/lib/auth/sso/provider-agent";
import { type SsoRefusal, signInWithClaims } from "@/lib/auth/sso/single-sign-on";
import { config, type SingleSignOn } from "@/lib/platform/config/config";
import { db } from "@/lib/platform/database/client";
import { logger } from "@/lib/platform/log";
import { rememberDevice } from "./current-session";
import { safeReturnPath } from "./return-path";
import { signInWithCredentials } from "./verify-credentials";

/**
 * The error code passed to next-auth's error page for a throttled attempt. The seconds to wait follow after the colon.
 */
export const THROTTLED_ERROR = "TooManyTries";
/** The error code for an attempt that could not be checked. */
export const UNAVAILABLE_ERROR = "Unavailable";

/** The error code if the password was correct and a code of the second factor is required, or was wrong. */
export const CODE_NEEDED_ERROR = "CodeNeeded";
export const CODE_REFUSED_ERROR = "CodeRefused";

/** The error code for a user of the single sign-on whom the dashboard does not admit. */
export const SSO_NO_ROLE_ERROR = "SsoNoRole";
export const SSO_DISABLED_ERROR = "SsoDisabled";
export const SSO_NO_EMAIL_ERROR = "SsoNoEmail";
export const SSO_UNCONFIRMED_ERROR = "SsoUnconfirmed";
export const SSO_ONLY_ADMIN_ERROR = "SsoOnlyAdmin";

/** The provider's name in next-auth's addresses: /api/auth/callback/oidc. */
const SSO_PROVIDER = "oidc";

/** The error code for an attempt while too many others were being checked. */
export const BUSY_ERROR = "Busy";

/** Reports to the route that too many attempts were being checked: next-auth has no status for it. */
type OnBusy = () => void;

const credentials = (onBusy: OnBusy) =>
  CredentialsProvider({
    name: "Drayboard",
    credentials: {
      email: { label: "Email", type: "email" },
      password: { label: "Password", type: "password" },
      code: { label: "Two-factor code, if enabled", type: "text" },
    },
    async authorize(input, request) {
      const outcome = await signInWithCredentials(input, new Headers(request.headers));
      if (outcome.kind === "throttled") throw new Error(`${THROTTLED_ERROR}:${outcome.waitSeconds}`);
      if (outcome.kind === "unavailable") throw new Error(UNAVAILABLE_ERROR);
      if (outcome.kind === "busy") {
        onBusy();
        throw new Error(BUSY_ERROR);
      }
      if (outcome.kind === "code_needed") throw new Error(CODE_NEEDED_ERROR);
      if (outcome.kind === "code_refused") throw new Error(CODE_REFUSED_ERROR);
      return outcome.kind === "signed_in" ? outcome.user : null;
    },
  });

const REFUSALS: Record<SsoRefusal, string> = {
  no_role: SSO_NO_ROLE_ERROR,
  disabled: SSO_DISABLED_ERROR,
  no_email: SSO_NO_EMAIL_ERROR,
  unconfirmed: SSO_UNCONFIRMED_ERROR,
  only_admin: SSO_ONLY_ADMIN_ERROR,
};

/** An issuer, as it is compared: settings may have it with or without a slash at the end. */
const issuerText = (issuer: unknown) => String(issuer).replace(/\/$/, "");

/**
 * The company's provider. next-auth has checked state, nonce, PKCE and the ID token before `profile` receives the
 * claims, but the issuer only against the provider's own description.
 */
const singleSignOn = (settings: SingleSignOn): OAuthConfig<Record<string, unknown>> => ({
  id: SSO_PROVIDER,
  name: "Single sign-on",
  type: "oauth",
  wellKnown: `${issuerText(settings.issuer)}/.well-known/openid-configuration`,
  httpOptions: { agent: providerAgent(settings.issuer) },
  clientId: settings.clientId,
  clientSecret: settings.clientSecret,
  idToken: true,
  checks: ["pkce", "state", "nonce"],
  authorization: { params: { scope: settings.scope } },
  profile: async (claims) => {
    if (issuerText(claims.iss) !== issuerText(settings.issuer)) {
      logger("auth").warn({ issuer: claims.iss, expected: settings.issuer }, "another issuer was refused");
      return { id: "refused", sessionVersion: 0, refusal: "OAuthCallback" };
    }
    const outcome = await signInWithClaims(db(), claims, settings, new Date());
    if (outcome.kind === "signed_in") return outcome.user;
    // next-auth calls the callback that refuses a user only if there is an id.
    return { id: "refused", sessionVersion: 0, refusal: REFUSALS[outcome.reason] };
  },
});

/** next-auth's settings, read when a request needs them: a build has no environment. */
export function nextAuthOptions(onBusy: OnBusy = () => undefined): NextAuthOptions {
  const log = logger("auth");
  const { name, options } = sessionCookie();
  const sso = config().singleSignOn;
  return {
    secret: config().nextauthSecret,
    providers: [credentials(onBusy), ...(sso ? [singleSignOn(sso)] : [])],
    pages: { signIn: "/sign-in", error: "/sign-in" },
    session: { strategy: "jwt", maxAge: SESSION_SECONDS },
    useSecureCookies: options.secure,
    cookies: { sessionToken: { name, options } },
    callbacks: {
      signIn: ({ user }) => (user.refusal ? `/sign-in?error=${user.refusal}` : true),
      jwt: async ({ token, user }) => {
        if (user) {
          const sid = await openSession(db(), user.id);
          return { sub: user.id, sid, sessionVersion: user.sessionVersion };
        }
        const claims = readClaims(token);
        // On an error next-auth removes the cookie: the session was ended by a reset, or its user was deleted.
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
    events: {
      signIn: async ({ user: { id, email, sessionVersion } }) => {
        if (email) await rememberDevice({ id, email, sessionVersion });
      },
      signOut: async ({ token }) => {
        const claims = readClaims(token);
        if (claims) await closeSession(db(), claims.sessionId);
      },
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
    /** The `error` code for a refused user. */
    refusal?: string;
  }
}
