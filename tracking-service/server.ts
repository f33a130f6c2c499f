import { Hono } from "hono";
import type { Logger } from "pino";
import { authenticate } from "./access";
import { errorAnswer } from "./json-api/document";
import { ApiError, badRequest, internal, notFound, unavailable } from "./json-api/errors";
import type { Limits } from "./limits";
import { containerRoutes } from "./routes/containers";
import type { Environment, Service } from "./routes/context";
import { partyRoutes } from "./routes/parties";
import { partyRoleRoutes } from "./routes/party-roles";
import { shipmentRoutes } from "./routes/shipments";
import { trackingRequestRoutes } from "./routes/tracking-requests";
import { webhookRoutes } from "./routes/webhooks";
import { isDatabaseAway } from "./store/database";

export type ServerParts = Service & { limits: Limits; log: Logger };

/** No text in the database can hold a NUL character. */
function refuseNul(url: URL): void {
  for (const [name, value] of url.searchParams) {
    if (value.includes("\0") || name.includes("\0")) {
      throw badRequest("Invalid parameter", "Text may not contain NUL characters.", { parameter: name });
    }
  }
}

function translate(error: Error, log: Logger): ApiError {
  if (error instanceof ApiError) return error;
  if (isDatabaseAway(error)) return unavailable();
  log.error({ err: error }, "request failed");
  return internal();
}

/** The service's HTTP side: every path under /v2 behind a key and the rate limit, every refusal as JSON:API. */
export function createApp({ limits, log, ...service }: ServerParts): Hono<Environment> {
  const app = new Hono<Environment>().basePath("/v2");

  app.use("*", async (context, next) => {
    refuseNul(new URL(context.req.url));
    const account = await authenticate(service.db, context.req.header("Authorization"));
    const creating = context.req.method === "POST" && context.req.path === "/v2/tracking_requests";
    limits.admit(account.id, creating ? "create-tracking-request" : "default");
    context.set("account", account);
    await next();
  });

  shipmentRoutes(app, service);
  containerRoutes(app, service);
  partyRoleRoutes(app, service);
  trackingRequestRoutes(app, service);
  partyRoutes(app, service);
  webhookRoutes(app, service);

  app.notFound(() => {
    const { status, errors, headers } = notFound("There is nothing at this address.");
    return errorAnswer(status, errors, headers);
  });
  app.onError((error) => {
    const { status, errors, headers } = translate(error, log);
    return errorAnswer(status, errors, headers);
  });
  return app;
}
