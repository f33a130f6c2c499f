import type { Hono } from "hono";
import type { Logger } from "pino";
import type { Environment, Service } from "@/tracking-service/endpoints/operation";
import { createRouter, type Gate } from "@/tracking-service/endpoints/router";
import type { Fetch } from "@/tracking-service/faults/http-faults";
import { errorResponse } from "@/tracking-service/json-api/document";
import { ApiError, internal, notFound, unavailable } from "@/tracking-service/json-api/errors";
import { ENDPOINTS } from "@/tracking-service/routes/all";
import { isDatabaseAway } from "@/tracking-service/store/database";

export type ServerParts = Service & Gate & { log: Logger };

function translate(error: Error, log: Logger): ApiError {
  if (error instanceof ApiError) return error;
  if (isDatabaseAway(error)) return unavailable();
  log.error({ err: error }, "request failed");
  return internal();
}

/** The HTTP service. Every path under /v2 requires a key and passes the rate limit. Every error is JSON:API. */
export function createApp({ limits, wallNow, log, ...service }: ServerParts): Hono<Environment> {
  const app = createRouter(ENDPOINTS, service, { limits, wallNow });
  app.notFound(() => {
    const { status, errors, headers } = notFound("There is nothing at this address.");
    return errorResponse(status, errors, headers);
  });
  app.onError((error) => {
    const { status, errors, headers } = translate(error, log);
    return errorResponse(status, errors, headers);
  });
  return app;
}

/**
 * Serves GET /health/live, which shows a supervisor that this process responds. It uses no database, key or faults. It
 * is outside the interface, whose paths are all under /v2.
 */
export const withLiveness =
  (fetch: Fetch): Fetch =>
  async (request, bindings) =>
    new URL(request.url).pathname === "/health/live"
      ? Response.json({ live: true })
      : fetch(request, bindings);
