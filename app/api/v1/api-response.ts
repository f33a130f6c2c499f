import { connection } from "next/server";
import { taggedResponse } from "@/app/_http/etag-response";
import { FEED_HEADERS, feedRequests } from "@/app/_http/feed-response";
import { errorResponse, jsonResponse } from "@/app/api/_http/responses";
import { openFeed } from "@/lib/features/feeds/queries/open-feed";
import { db } from "@/lib/platform/database/client";
import { AppError } from "@/lib/platform/errors";

const HEADERS = {
  ...FEED_HEADERS,
  "Content-Type": "application/json; charset=utf-8",
  "Cache-Control": "private, no-cache",
  Vary: "Authorization",
};

const bearer = (request: Request): string | null =>
  /^Bearer +([\w-]+) *$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? null;

const refusal = (error: unknown, headers: Readonly<Record<string, string>>): Response => {
  const response = errorResponse(error);
  for (const [name, value] of Object.entries({ ...FEED_HEADERS, ...headers }))
    response.headers.set(name, value);
  return response;
};

/**
 * Runs a read for a program with an API token: 401 without a known token, 403 for a revoked or expired token, 429 with
 * `Retry-After` for too many requests. Cookies are ignored. The ETag covers everything except `as_of`: an otherwise
 * unchanged response becomes 304.
 */
export async function respondToApi(
  request: Request,
  read: (now: Date) => Promise<{ as_of: string }>,
): Promise<Response> {
  await connection();
  const now = new Date();
  try {
    const token = bearer(request);
    const opened = token && (await openFeed({ db: db(), requests: feedRequests() }, "api", token, now));
    if (!opened || opened.state === "unknown")
      return refusal(
        new AppError("not_signed_in", "Send a Drayboard API token: Authorization: Bearer TOKEN."),
        { "WWW-Authenticate": 'Bearer realm="Drayboard"' },
      );
    if (opened.state === "ended") return refusal(new AppError("not_allowed", opened.text), {});
    if (opened.state === "wait")
      return refusal(new AppError("too_many_tries", `Too many requests. Retry in ${opened.seconds}s.`), {
        "Retry-After": String(opened.seconds),
      });
    const body = await read(now);
    const facts = JSON.stringify({ ...body, as_of: null });
    return taggedResponse(request, JSON.stringify(body), HEADERS, facts);
  } catch (error) {
    return refusal(error, {});
  }
}

/** A document that is open to anyone. */
export const openDocument = (body: object): Response => jsonResponse(body, { headers: FEED_HEADERS });
