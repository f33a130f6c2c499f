import { type NextRequest, NextResponse } from "next/server";
import { type NextRequestWithAuth, withAuth } from "next-auth/middleware";
import { ASKED_PATH_HEADER } from "@/lib/auth/asked-path";
import { renewSessionToken, SESSION_SECONDS, sessionCookie } from "@/lib/auth/session-token";
import { config as settings } from "@/lib/config";

async function passOn(request: NextRequest): Promise<NextResponse> {
  const headers = new Headers(request.headers);
  headers.set(ASKED_PATH_HEADER, request.nextUrl.pathname + request.nextUrl.search);
  const response = NextResponse.next({ request: { headers } });
  const { name, options } = sessionCookie();
  const renewed = await renewSessionToken(request.cookies.get(name)?.value, new Date());
  if (renewed) response.cookies.set(name, renewed, { ...options, maxAge: SESSION_SECONDS });
  return response;
}

/**
 * Sends signed-out readers of pages to sign in and back, and renews the cookie of the others. A first look at the
 * cookie alone: pages, actions and routes each check the session against the database themselves. What is posted to a
 * page is an action, which answers for itself.
 */
export default async function proxy(request: NextRequestWithAuth) {
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
    "/((?!api(?:/|$)|sign-in(?:/|$)|invite(?:/|$)|share(?:/|$)|wall(?:/|$)|calendar(?:/|$)|_next/|[^/]+\\.(?:ico|png|svg|txt|webmanifest)$).*)",
  ],
};
