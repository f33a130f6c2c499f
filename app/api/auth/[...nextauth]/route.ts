import { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { readBody } from "@/app/api/_http/read-body";
import { errorResponse } from "@/app/api/_http/responses";
import { BUSY_RETRY_SECONDS } from "@/lib/auth/http-server/sign-in-limit";
import { signInBusy } from "@/lib/auth/passwords/password-queue";
import { nextAuthOptions } from "@/lib/auth/sign-in/next-auth-options";
import { AppError } from "@/lib/platform/errors";

type Context = { params: Promise<{ nextauth: string[] }> };

/** Whether next-auth can use the text as a callback URL. It fails on other texts. */
const canBePlace = (text: string): boolean => {
  const base = text.startsWith("/") ? "http://dashboard" : undefined;
  return URL.canParse(text, base) && /^https?:$/.test(new URL(text, base).protocol);
};

/** The callback URLs in the address and the cookie. */
const placesIn = ({ nextUrl, cookies }: NextRequest): string[] => [
  ...nextUrl.searchParams.getAll("callbackUrl"),
  ...cookies.getAll().flatMap(({ name, value }) => (name.endsWith("next-auth.callback-url") ? [value] : [])),
];

const refusal = (status: number, message: string) => new Response(`${message}\n`, { status });

/** The response to requests that make next-auth fail or that it must not accept. Null for all others. */
function refusalOf(request: NextRequest, [action, provider]: readonly string[]): Response | null {
  // next-auth's log endpoint would let any client write to our log.
  if (action === "_log") return refusal(404, "Not found.");
  if (request.method === "GET" && action === "callback" && provider === "credentials")
    return refusal(405, "Send the password with POST.");
  // JSON may contain other types where next-auth expects text, and no page of the dashboard sends JSON here.
  if (request.method === "POST" && request.headers.get("content-type")?.includes("application/json"))
    return refusal(415, "Only form data is accepted.");
  return placesIn(request).filter(Boolean).every(canBePlace)
    ? null
    : refusal(400, "callbackUrl is not a valid address.");
}

/** No next-auth form is larger. next-auth reads the whole body before it authenticates the client. */
const MAX_BYTES = 64_000;

/** The request with a body that is already read, so it is known to be complete. */
async function withReadBody(request: NextRequest): Promise<NextRequest> {
  if (request.method !== "POST") return request;
  const body = new Uint8Array(await readBody(request, MAX_BYTES));
  return new NextRequest(request.url, { method: "POST", headers: request.headers, body });
}

async function handle(request: NextRequest, context: Context): Promise<Response> {
  const refused = refusalOf(request, (await context.params).nextauth);
  if (refused) return refused;
  let busy = false;
  const onBusy = () => {
    busy = true;
  };
  try {
    const response = await NextAuth(await withReadBody(request), context, nextAuthOptions(onBusy));
    return busy ? errorResponse(signInBusy(), BUSY_RETRY_SECONDS) : response;
  } catch (error) {
    if (error instanceof AppError) return errorResponse(error);
    throw error;
  }
}

export { handle as GET, handle as POST };
