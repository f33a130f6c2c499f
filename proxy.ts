import { type NextRequest, NextResponse } from "next/server";
import { type NextRequestWithAuth, withAuth } from "next-auth/middleware";
import { makeNonce, NONCE_HEADER, pagePolicy } from "@/lib/auth/access/content-security-policy";
import { PAGE_STATUS_HEADER } from "@/lib/auth/http-server/response-head";
import { renewSessionToken, SESSION_SECONDS, sessionCookie } from "@/lib/auth/sessions/session-token";
import { ASKED_PATH_HEADER } from "@/lib/auth/sign-in/requested-path";
import { tokenPageStatus } from "@/lib/auth/tokens/access-tokens";
import { embedAncestors } from "@/lib/features/sharing/embeds/frame-ancestors";
import { config as settings } from "@/lib/platform/config/config";
import { db } from "@/lib/platform/database/client";

/** Hands the request to its page, which reads its nonce from it, as Next does from the policy. */
function passOn(request: NextRequest, frameAncestors: readonly string[] = ["'none'"]): NextResponse {
  const nonce = makeNonce();
  const policy = pagePolicy(nonce, frameAncestors);
  const headers = new Headers(request.headers);
  headers.set(ASKED_PATH_HEADER, request.nextUrl.pathname + request.nextUrl.search);
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

/** Servers in front take no longer head of an answer than some thousand characters. */
const LONGEST_LOCATION = 4_000;

/** The way to sign in; without the way back where that is longer than anybody is led back to. */
function withinLimits(refused: Response): Response {
  const location = refused.headers.get("location") ?? "";
  return location.length > LONGEST_LOCATION ? NextResponse.redirect(new URL("/sign-in", location)) : refused;
}

const TOKEN_PAGES = ["share", "wall", "embed"] as const;
type TokenPage = { kind: (typeof TOKEN_PAGES)[number]; token: string };

/** The token in a page's address and what it is to open; null for any other address. */
function tokenPageOf(path: string): TokenPage | null {
  const [, name, token] = /^\/([a-z]+)\/([^/]+)\/?$/.exec(path) ?? [];
  const kind = TOKEN_PAGES.find((one) => one === name);
  return kind && token ? { kind, token } : null;
}

/** Hands a request to the page of a token. Its status is decided here: the page streams, and begins with 200 whatever it is. */
async function passToTokenPage(request: NextRequest, { kind, token }: TokenPage): Promise<NextResponse> {
  const now = new Date();
  const site = request.headers.get("sec-fetch-site");
  const ancestors = kind === "embed" ? await embedAncestors(db(), token, { site, now }) : undefined;
  const response = passOn(request, ancestors);
  if (request.method !== "GET" && request.method !== "HEAD") return response;
  // Where the database does not answer, the page itself says so.
  const status = await tokenPageStatus(db(), kind, token, now).catch(() => 200);
  if (status !== 200) response.headers.set(PAGE_STATUS_HEADER, String(status));
  return response;
}

/** Pages that are opened without a session, and addresses where nothing is. */
const OPEN =
  /^\/(?:sign-in|invite|share|wall|embed|_next)(?:\/|$)|^\/[^/]+\.(?:ico|js|png|svg|txt|webmanifest)$/;

/**
 * Gives each page its nonce, sends signed-out readers of the dashboard's to sign in and back, and renews the cookie of the
 * others. A first look at the cookie alone: pages, actions and routes each check the session against the database
 * themselves. What is posted to a page is an action, which answers for itself.
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
    // But for data, and files that exist: what is not found is a page too.
    "/((?!api(?:/|$)|wall/[^/]+/data$|calendar(?:/|$)|_next/static/|icon\\.svg$|embed\\.js$).*)",
  ],
};
