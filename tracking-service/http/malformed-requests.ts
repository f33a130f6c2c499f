import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { RequestError } from "@hono/node-server";
import { JSON_API_MEDIA_TYPE } from "@/lib/contract/json-api";
import { errorAnswer } from "@/tracking-service/json-api/document";
import { internal } from "@/tracking-service/json-api/errors";

type Refusal = { status: number; title: string; detail: string };

const MALFORMED: Refusal = {
  status: 400,
  title: "Malformed request",
  detail: "This is no HTTP request that can be read.",
};

const BY_CODE: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    title: "Request Header Fields Too Large",
    detail: "Address and headers are too long together.",
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    title: "Request Timeout",
    detail: "The request did not arrive in time.",
  },
};

const TUNNEL: Refusal = {
  status: 405,
  title: "Method Not Allowed",
  detail: "CONNECT is not possible here.",
};

const EXPECTATION: Refusal = {
  status: 417,
  title: "Expectation Failed",
  detail: "Of all expectations 100-continue alone is met.",
};

const HOSTLESS: Refusal = {
  status: 400,
  title: "Missing Host",
  detail: "A request by HTTP/1.1 names its Host.",
};

const CROWDED: Refusal = {
  status: 503,
  title: "Service Unavailable",
  detail: "Too many requests are arriving at once. Wait, then retry.",
};

const errorsOf = ({ status, title, detail }: Refusal) => [{ status: String(status), title, detail }];
const documentOf = (refusal: Refusal) => JSON.stringify({ errors: errorsOf(refusal) });

/** How long the client may take to read an error response and to close the connection. */
const LINGER_MS = 1_000;

/** Writes a response directly to the socket, where no response object exists yet, and closes it. */
function answerOn(socket: Duplex, refusal: Refusal): void {
  if (!socket.writable) return;
  const body = documentOf(refusal);
  const head = [
    `HTTP/1.1 ${refusal.status} ${refusal.title}`,
    `Content-Type: ${JSON_API_MEDIA_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** The response when routing failed: 400 when the address or Host is invalid, otherwise 500. */
export function answerWithoutRoute(error: unknown): Response {
  if (error instanceof RequestError) return errorAnswer(MALFORMED.status, errorsOf(MALFORMED), {});
  const { status, errors } = internal();
  return errorAnswer(status, errors, {});
}

/**
 * Wraps a server's request listener. HTTP/1.1 requests without Host (RFC 9112, 3.2) get 400, and their connection is
 * closed.
 */
export function unlessHostless(listener: RequestListener): RequestListener {
  return (request, response) => {
    if (request.httpVersion !== "1.1" || request.headers.host !== undefined)
      return listener(request, response);
    const headers = { "Content-Type": JSON_API_MEDIA_TYPE, Connection: "close" };
    response.writeHead(HOSTLESS.status, headers).end(documentOf(HOSTLESS));
  };
}

/** Rejects a request before its body is read, and closes its connection. */
export function refuseCrowded(response: ServerResponse): void {
  const headers = { "Content-Type": JSON_API_MEDIA_TYPE, "Retry-After": "1", Connection: "close" };
  response.writeHead(CROWDED.status, headers).end(documentOf(CROWDED));
}

/** Responds in JSON:API to input that never becomes a request: bytes that are no HTTP, oversized headers, CONNECT. */
export function refuseUnreadable(server: Server): void {
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === "ECONNRESET") return socket.destroy();
    answerOn(socket, BY_CODE[error.code ?? ""] ?? MALFORMED);
  });
  server.on("connect", (_: unknown, socket: Duplex) => answerOn(socket, TUNNEL));
  // The parser stops reading HTTP after an upgrade request. Any later request on the connection would hang.
  server.prependListener("request", ({ headers }: IncomingMessage, response: ServerResponse) => {
    if (headers.upgrade !== undefined) response.shouldKeepAlive = false;
  });
  server.on("checkExpectation", (_: unknown, response: ServerResponse) => {
    response
      .writeHead(EXPECTATION.status, { "Content-Type": JSON_API_MEDIA_TYPE })
      .end(documentOf(EXPECTATION));
  });
}
