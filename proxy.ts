import { type NextRequest, NextResponse } from "next/server";
import { type NextRequestWithAuth, withAuth } from "next-auth/middleware";
import { ASKED_PATH_HEADER } from "@/lib/auth/asked-path";
import { renewSessionToken, SESSION_SECONDS, sessionCookie } from "@/lib/auth/session-token";
import { config as settings } from "@/lib/config";
import { db } from "@/lib/db/client";
import { embedPolicy } from "@/lib/share/frame-ancestors";

async function passOn(request: NextRequest): Promise<NextResponse> {
  const headers = new Headers(request.headers);
  headers.set(ASKED_PATH_HEADER, request.nextUrl.pathname + request.nextUrl.search);
  const response = NextResponse.next({ request: { headers } });
  const { name, options } = sessionCookie();
  const renewed = await renewSessionToken(request.cookies.get(name)?.value, new Date());
  if (renewed) response.cookies.set(name, renewed, { ...options, maxAge: SESSION_SECONDS });
  return response;
}

/** The token of an embed's address; null for any other. */
const embedOf = (path: string): string | null => /^\/embed\/([^/]+)\/?$/.exec(path)?.[1] ?? null;

/** An embed's page needs no session and takes no cookie; whom it may be framed by is its own. */
async function passEmbed(request: NextRequest, token: string): Promise<NextResponse> {
  const response = NextResponse.next();
  const site = request.headers.get("sec-fetch-site");
  response.headers.set("Content-Security-Policy", await embedPolicy(db(), token, { site, now: new Date() }));
  return response;
}

/**
 * Sends signed-out readers of pages to sign in and back, and renews the cookie of the others. A first look at the
 * cookie alone: pages, actions and routes each check the session against the database themselves. What is posted to a
 * page is an action, which answers for itself.
 */
export default async function proxy(request: NextRequestWithAuth) {
  const embed = embedOf(request.nextUrl.pathname);
  if (embed !== null) return passEmbed(request, embed);
  if (request.method !== "GET" && request.method !== "HEAD") return passOn(request);
  const refused = await withAuth(request, {
    pages: { signIn: "/sign-in", error: "/sign-in" },
    secret: settings().nextauthSecret,
    cookies: { sessionToken: { name: sessionCookie().name } },
  });
  return refused ?? passOn(request);
}

export const config = {
  matcher: [
    "/((?!api(?:/|$)|sign-in(?:/|$)|invite(?:/|$)|share(?:/|$)|wall(?:/|$)|calendar(?:/|$)|_next/|[^/]+\\.(?:ico|js|png|svg|txt|webmanifest)$).*)",
  ],
};
