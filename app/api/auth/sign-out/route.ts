import { isSameOrigin } from "@/lib/auth/access/same-origin";
import { endSession } from "@/lib/auth/sign-in/current-session";

/** Ends the session and redirects to the sign-in page. Target of SignOutButton, which works without JavaScript. */
export async function POST(request: Request): Promise<Response> {
  if (!isSameOrigin(request.headers)) return new Response("Sign out from a Drayboard page.", { status: 403 });
  await endSession();
  return new Response(null, { status: 303, headers: { Location: "/sign-in" } });
}
