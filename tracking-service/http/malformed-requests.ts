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

/** How long the other side may take to read a refusal and to hang up. */
const LINGER_MS = 1_000;

/** Answers on the socket itself, where there is no response yet to write into, and ends it. */
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

/** What is answered when no route could be asked: 400 where the address or Host cannot be read, else 500. */
export function answerWithoutRoute(error: unknown): Response {
  if (error instanceof RequestError) return errorAnswer(MALFORMED.status, errorsOf(MALFORMED), {});
  const { status, errors } = internal();
  return errorAnswer(status, errors, {});
}

/** What a server listens with, but for requests by HTTP/1.1 without Host (RFC 9112, 3.2): those are 400, and the last. */
export function unlessHostless(listener: RequestListener): RequestListener {
  return (request, response) => {
    if (request.httpVersion !== "1.1" || request.headers.host !== undefined)
      return listener(request, response);
    const headers = { "Content-Type": JSON_API_MEDIA_TYPE, Connection: "close" };
    response.writeHead(HOSTLESS.status, headers).end(documentOf(HOSTLESS));
  };
}

/** Refuses a request before its body is read, as the last of its connection. */
export function refuseCrowded(response: ServerResponse): void {
  const headers = { "Content-Type": JSON_API_MEDIA_TYPE, "Retry-After": "1", Connection: "close" };
  response.writeHead(CROWDED.status, headers).end(documentOf(CROWDED));
}

/** Answers what never becomes a request (bytes that are no HTTP, headers too long, CONNECT) as JSON:API too. */
export function refuseUnreadable(server: Server): void {
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === "ECONNRESET") return socket.destroy();
    answerOn(socket, BY_CODE[error.code ?? ""] ?? MALFORMED);
  });
  server.on("connect", (_: unknown, socket: Duplex) => answerOn(socket, TUNNEL));
  // The parser leaves HTTP where another protocol is asked for: what follows on the connection would hang.
  server.prependListener("request", ({ headers }: IncomingMessage, response: ServerResponse) => {
    if (headers.upgrade !== undefined) response.shouldKeepAlive = false;
  });
  server.on("checkExpectation", (_: unknown, response: ServerResponse) => {
    response
      .writeHead(EXPECTATION.status, { "Content-Type": JSON_API_MEDIA_TYPE })
      .end(documentOf(EXPECTATION));
  });
}
