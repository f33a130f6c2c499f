import { type NextRequest, NextResponse } from "next/server";
import { type NextRequestWithAuth, withAuth } from "next-auth/middleware";
import { makeNonce, NONCE_HEADER, pagePolicy } from "@/lib/auth/access/content-security-policy";
import { PAGE_STATUS_HEADER } from "@/lib/auth/http-server/response-head";
import { renewSessionToken, SESSION_SECONDS, sessionCookie } from "@/lib/auth/sessions/session-token";
import { REQUESTED_PATH_HEADER } from "@/lib/auth/sign-in/return-path";
import { tokenPageStatus } from "@/lib/auth/tokens/access-tokens";
import { embedAncestors } from "@/lib/features/sharing/embeds/frame-ancestors";
import { config as settings } from "@/lib/platform/config/config";
import { db } from "@/lib/platform/database/client";

/**
 * Passes the request on to its page with the nonce. The page reads it from a header, and Next reads it from the policy.
 */
function passOn(request: NextRequest, frameAncestors: readonly string[] = ["'none'"]): NextResponse {
  const nonce = makeNonce();
  const policy = pagePolicy(nonce, frameAncestors);
  const headers = new Headers(request.headers);
  headers.set(REQUESTED_PATH_HEADER, request.nextUrl.pathname + request.nextUrl.search);
  headers.set(NONCE_HEADER, nonce);
  headers.set("Content-Security-Policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("Content-Security-Policy", policy);
  return response;
}

async function passOnRenewed(request: NextRequest): Promise<NextResponse> {
  const response = passOn(request);
  const { name, options } = sessionCookie();
  const renewed = await renewSessionToken(request.cookies.get(name)?.value, new Date());
  if (renewed) response.cookies.set(name, renewed, { ...options, maxAge: SESSION_SECONDS });
  return response;
}

/** Servers in front of Drayboard limit response headers to some thousand characters. */
const MAX_LOCATION = 4_000;

/** Returns the redirect to the sign-in page, without the return URL when that exceeds the limit. */
function withinLimits(refused: Response): Response {
  const location = refused.headers.get("location") ?? "";
  return location.length > MAX_LOCATION ? NextResponse.redirect(new URL("/sign-in", location)) : refused;
}

const TOKEN_PAGES = ["share", "wall", "embed", "invite", "order"] as const;
type TokenPage = { kind: (typeof TOKEN_PAGES)[number]; token: string };

/** Returns the token in a page's URL and what it opens. Null for any other URL. */
function tokenPageOf(path: string): TokenPage | null {
  const [, name, token] = /^\/([a-z]+)\/([^/]+)\/?$/.exec(path) ?? [];
  const kind = TOKEN_PAGES.find((one) => one === name);
  return kind && token ? { kind, token } : null;
}

/**
 * Passes a request on to a token page. Its status is decided here, because the page streams and always begins with 200.
 */
async function passToTokenPage(request: NextRequest, { kind, token }: TokenPage): Promise<NextResponse> {
  const now = new Date();
  const site = request.headers.get("sec-fetch-site");
  const ancestors = kind === "embed" ? await embedAncestors(db(), token, { site, now }) : undefined;
  const response = passOn(request, ancestors);
  if (request.method !== "GET" && request.method !== "HEAD") return response;
  // When the database does not respond, the page itself shows it.
  const status = await tokenPageStatus(db(), kind, token, now).catch(() => 200);
  if (status !== 200) response.headers.set(PAGE_STATUS_HEADER, String(status));
  return response;
}

/** Pages that open without a session, and unknown URLs. */
const OPEN =
  /^\/(?:sign-in|invite|share|wall|embed|order|_next)(?:\/|$)|^\/[^/]+\.(?:ico|js|png|svg|txt|webmanifest)$/;

/**
 * Gives each page its nonce, redirects signed-out users to sign in and back, and renews the cookie of signed-in users.
 * This checks only the cookie: pages, actions and routes each check the session against the database. A request posted
 * to a page is an action, which checks access itself.
 */
export default async function proxy(request: NextRequestWithAuth) {
  const tokenPage = tokenPageOf(request.nextUrl.pathname);
  if (tokenPage !== null) return passToTokenPage(request, tokenPage);
  if (OPEN.test(request.nextUrl.pathname)) return passOn(request);
  if (request.method !== "GET" && request.method !== "HEAD") return passOnRenewed(request);
  const refused = await withAuth(request, {
    pages: { signIn: "/sign-in", error: "/sign-in" },
    secret: settings().nextauthSecret,
    cookies: { sessionToken: { name: sessionCookie().name } },
  });
  return refused ? withinLimits(refused) : passOnRenewed(request);
}

export const config = {
  matcher: [
    // All except data and existing files: a "not found" response is also a page.
    "/((?!api(?:/|$)|wall/[^/]+/data$|calendar(?:/|$)|_next/static/|icon\\.svg$|embed\\.js$).*)",
  ],
};
