import { type NextRequest, NextResponse } from "next/server";
import { type NextRequestWithAuth, withAuth } from "next-auth/middleware";
import { ASKED_PATH_HEADER } from "@/lib/auth/asked-path";
import { makeNonce, NONCE_HEADER, pagePolicy } from "@/lib/auth/content-policy";
import { renewSessionToken, SESSION_SECONDS, sessionCookie } from "@/lib/auth/session-token";
import { config as settings } from "@/lib/config";
import { db } from "@/lib/db/client";
import { embedAncestors } from "@/lib/share/frame-ancestors";

/** What a page is answered with besides itself: a policy with a nonce of its own, and https alone where we have it. */
function pageHeaders(nonce: string, frameAncestors: readonly string[]): [string, string][] {
  const secure = settings().publicUrl.startsWith("https:");
  return [
    ["Content-Security-Policy", pagePolicy(nonce, frameAncestors)],
    ...(secure ? [["Strict-Transport-Security", "max-age=31536000"] satisfies [string, string]] : []),
  ];
}

/** Hands the request to its page, which reads its nonce from it, as Next does from the policy. */
function passOn(request: NextRequest, frameAncestors: readonly string[] = ["'none'"]): NextResponse {
  const nonce = makeNonce();
  const ours = pageHeaders(nonce, frameAncestors);
  const headers = new Headers(request.headers);
  headers.set(ASKED_PATH_HEADER, request.nextUrl.pathname + request.nextUrl.search);
  headers.set(NONCE_HEADER, nonce);
  for (const [name, value] of ours) headers.set(name, value);
  const response = NextResponse.next({ request: { headers } });
  for (const [name, value] of ours) response.headers.set(name, value);
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

/** The token of an embed's address; null for any other. */
const embedOf = (path: string): string | null => /^\/embed\/([^/]+)\/?$/.exec(path)?.[1] ?? null;

/** Pages that are opened without a session. */
const OPEN = /^\/(?:sign-in|invite|share|wall|embed)(?:\/|$)/;

/**
 * Gives each page its nonce, sends signed-out readers of the desk's to sign in and back, and renews the cookie of the
 * others. A first look at the cookie alone: pages, actions and routes each check the session against the database
 * themselves. What is posted to a page is an action, which answers for itself.
 */
export default async function proxy(request: NextRequestWithAuth) {
  const embed = embedOf(request.nextUrl.pathname);
  if (embed !== null) {
    const site = request.headers.get("sec-fetch-site");
    return passOn(request, await embedAncestors(db(), embed, { site, now: new Date() }));
  }
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
    "/((?!api(?:/|$)|wall/[^/]+/data$|calendar(?:/|$)|_next/|[^/]+\\.(?:ico|js|png|svg|txt|webmanifest)$).*)",
  ],
};
