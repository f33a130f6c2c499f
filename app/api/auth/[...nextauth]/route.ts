import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { nextAuthOptions } from "@/lib/auth/next-auth-options";

type Context = { params: Promise<{ nextauth: string[] }> };

/** Whether next-auth can take it as the place to go back to: at what it cannot it fails. */
const canBePlace = (text: string): boolean => {
  const base = text.startsWith("/") ? "http://desk" : undefined;
  return URL.canParse(text, base) && /^https?:$/.test(new URL(text, base).protocol);
};

/** Where somebody wants to go back to, as the address and the cookie say. */
const placesIn = ({ nextUrl, cookies }: NextRequest): string[] => [
  ...nextUrl.searchParams.getAll("callbackUrl"),
  ...cookies.getAll().flatMap(({ name, value }) => (name.endsWith("next-auth.callback-url") ? [value] : [])),
];

async function handle(request: NextRequest, context: Context): Promise<Response> {
  // next-auth's log collector would let anybody write into our log.
  if ((await context.params).nextauth[0] === "_log") return new Response(null, { status: 404 });
  if (!placesIn(request).filter(Boolean).every(canBePlace))
    return new Response("callbackUrl is no address.\n", { status: 400 });
  return NextAuth(request, context, nextAuthOptions());
}

export { handle as GET, handle as POST };
