import type { Hono } from "hono";
import type { Logger } from "pino";
import type { Environment, Service } from "./endpoints/operation";
import { createRouter } from "./endpoints/router";
import { errorAnswer } from "./json-api/document";
import { ApiError, internal, unavailable } from "./json-api/errors";
import type { Limits } from "./limits";
import { ENDPOINTS } from "./routes/all";
import { isDatabaseAway } from "./store/database";

export type ServerParts = Service & { limits: Limits; log: Logger };

function translate(error: Error, log: Logger): ApiError {
  if (error instanceof ApiError) return error;
  if (isDatabaseAway(error)) return unavailable();
  log.error({ err: error }, "request failed");
  return internal();
}

/** The service's HTTP side: every path under /v2 behind a key and the rate limit, every refusal as JSON:API. */
export function createApp({ limits, log, ...service }: ServerParts): Hono<Environment> {
  const app = createRouter(ENDPOINTS, service, limits);
  app.onError((error) => {
    const { status, errors, headers } = translate(error, log);
    return errorAnswer(status, errors, headers);
  });
  return app;
}
