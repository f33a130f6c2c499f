import { setTimeout as pause } from "node:timers/promises";
import type { getRequestListener, HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { JSON_API_MEDIA_TYPE } from "@/lib/contract/json-api";
import { errorResponse } from "@/tracking-service/json-api/document";
import { type ApiError, internal, tooManyRequests, unavailable } from "@/tracking-service/json-api/errors";
import { type Rng, rng } from "@/tracking-service/sources/simulation/seeded-random";
import { CUTS, type Faults, MALFORMED } from "./settings";

export type Fetch = Parameters<typeof getRequestListener>[0];
type Bindings = Parameters<Fetch>[1];

const refused = ({ status, errors, headers }: ApiError) => errorResponse(status, errors, headers);

/**
 * Selects the fault of one request. Both random numbers are always drawn, so that requests do not shift each other's
 * sequence.
 */
function roll<T>(draws: Rng, rate: number | undefined, choices: readonly T[]): T | null {
  const befalls = draws.hit(rate ?? 0);
  const chosen = draws.pick(choices);
  return befalls ? chosen : null;
}

/** The whole seconds to wait. An excess below one microsecond is a rounding error and is ignored. */
const wholeSeconds = (ms: number) => Math.max(1, Math.ceil(ms / 1000 - 1e-6));

function isHttp1(bindings: Bindings): bindings is HttpBindings {
  return "outgoing" in bindings && "socket" in bindings.outgoing && "writeHead" in bindings.outgoing;
}

/** Closes the connection without sending another byte. */
function cutOff(bindings: Bindings): Response {
  if (isHttp1(bindings)) bindings.outgoing.socket?.destroy();
  return RESPONSE_ALREADY_SENT;
}

/** Sends the response headers and half of the body, then closes the connection. */
async function cutInBody(response: Response, bindings: Bindings): Promise<Response> {
  const body = Buffer.from(await response.arrayBuffer());
  if (!isHttp1(bindings)) return cutOff(bindings);
  const { outgoing } = bindings;
  outgoing.writeHead(response.status, {
    ...Object.fromEntries(response.headers),
    "Content-Length": String(Math.max(2, body.byteLength)),
  });
  outgoing.write(body.subarray(0, Math.floor(body.byteLength / 2)), () => outgoing.destroy());
  return RESPONSE_ALREADY_SENT;
}

async function spoilt(response: Response, as: (typeof MALFORMED)[number]): Promise<Response> {
  const text = await response.text();
  const { status } = response;
  // These responses have no body that could be malformed.
  if (status === 204 || status === 304) return new Response(null, { status });
  const jsonApi = { "Content-Type": JSON_API_MEDIA_TYPE };
  switch (as) {
    case "truncated":
      return new Response(text.slice(0, Math.floor(text.length / 2)), { status, headers: jsonApi });
    case "html":
      return new Response("<html><body><h1>Bad gateway</h1></body></html>", {
        status,
        headers: { "Content-Type": "text/html" },
      });
    case "empty":
      return new Response("", { status, headers: jsonApi });
    case "shape":
      return new Response(JSON.stringify({ data: "nothing", meta: [] }), { status, headers: jsonApi });
  }
}

/** Wraps the HTTP service with faults. `monotonic` returns milliseconds of a clock that never goes back. */
export function httpFaults(faults: Faults, monotonic: () => number = () => performance.now()) {
  const { error, latency, storm, cut, malformed } = faults.http;
  const draws = (fault: string) => rng(faults.seed, "http", fault);
  const streams = {
    error: draws("error"),
    latency: draws("latency"),
    wait: draws("wait"),
    storm: draws("storm"),
    cut: draws("cut"),
    malformed: draws("malformed"),
  };
  let stormUntil = Number.NEGATIVE_INFINITY;

  return async (fetch: Fetch, request: Request, bindings: Bindings): Promise<Response> => {
    const stormBegins = streams.storm.hit(storm?.rate ?? 0);
    const slow = streams.latency.hit(latency?.rate ?? 0);
    const waitMs = streams.wait.between(latency?.minMs ?? 0, latency?.maxMs ?? 0);
    const status = roll(streams.error, error?.rate, error?.statuses ?? [500]);
    const cutAt = roll(streams.cut, cut?.rate, cut?.when ?? CUTS);
    const spoil = roll(streams.malformed, malformed?.rate, malformed?.as ?? MALFORMED);
    const at = monotonic();
    if (stormBegins && storm && at >= stormUntil) stormUntil = at + storm.seconds * 1000;
    if (at < stormUntil) return refused(tooManyRequests(1, wholeSeconds(stormUntil - at)));
    if (slow) await pause(waitMs);
    if (cutAt === "before") return cutOff(bindings);
    if (status !== null) return refused(status === 500 ? internal() : unavailable());
    const response = await fetch(request, bindings);
    if (!(response instanceof Response)) throw new Error("the service gave no answer");
    if (cutAt === "after") return cutOff(bindings);
    if (cutAt === "body") return cutInBody(response, bindings);
    return spoil === null ? response : spoilt(response, spoil);
  };
}
