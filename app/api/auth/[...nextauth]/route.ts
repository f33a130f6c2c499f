import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { nextAuthOptions } from "@/lib/auth/next-auth-options";

type Context = { params: Promise<{ nextauth: string[] }> };

async function handle(request: NextRequest, context: Context): Promise<Response> {
  // next-auth's log collector would let anybody write into our log.
  if ((await context.params).nextauth[0] === "_log") return new Response(null, { status: 404 });
  return NextAuth(request, context, nextAuthOptions());
}

export { handle as GET, handle as POST };
