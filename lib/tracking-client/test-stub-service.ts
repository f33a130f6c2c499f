import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** One received request; `at` in epoch milliseconds. */
export type Recorded = {
  method: string;
  /** Below /v2, with the query: "containers?page[size]=100". */
  path: string;
  headers: IncomingMessage["headers"];
  body: string;
  at: number;
};

/**
 * The response to send: a JSON body with status 200, or other options. `drop`: closes the connection without a
 * response. `cut`: closes it after this part of the text. `stall`: sends nothing more after it.
 */
export type StubResponse = {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  text?: string;
  drop?: boolean;
  cut?: string;
  stall?: string;
};

type Answering = (request: Recorded) => StubResponse | undefined | Promise<StubResponse | undefined>;

const MEDIA_TYPE = "application/vnd.api+json";
const NOT_FOUND: StubResponse = { status: 404, body: { errors: [{ title: "Not found", status: "404" }] } };

async function record(request: IncomingMessage): Promise<Recorded> {
  let body = "";
  for await (const part of request) body += part;
  const path = decodeURI(request.url ?? "").replace(/^\/v2\//, "");
  return { method: request.method ?? "", path, headers: request.headers, body, at: Date.now() };
}

function send(response: ServerResponse, result: StubResponse): void {
  if (result.drop) {
    response.destroy();
    return;
  }
  const text = result.text ?? (result.body === undefined ? "" : JSON.stringify(result.body));
  const begun = result.cut ?? result.stall;
  if (begun !== undefined) response.setHeader("Content-Length", begun.length + 1_000);
  response.writeHead(result.status ?? 200, {
    "Content-Type": MEDIA_TYPE,
    ...result.headers,
  });
  if (begun === undefined) response.end(text);
  else response.write(begun, () => result.cut !== undefined && response.destroy());
}

/**
 * A tracking service for tests. Sends the configured response, or 404 when it is undefined, and records every request.
 * Not used outside tests; the embedded service is a separate program.
 */
export class StubService {
  readonly requests: Recorded[] = [];
  answer: Answering = () => undefined;
  // An aborted request is not recorded.
  private readonly server = createServer((request, response) => {
    this.serve(request, response).catch(() => response.destroy());
  });
  private port = 0;

  static async start(result?: Answering): Promise<StubService> {
    const stub = new StubService();
    if (result) stub.answer = result;
    await new Promise<void>((resolve) => stub.server.listen(0, "127.0.0.1", resolve));
    const address = stub.server.address();
    stub.port = address && typeof address === "object" ? address.port : 0;
    return stub;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.port}/v2`;
  }

  /** The requested paths so far, in order. */
  get asked(): string[] {
    return this.requests.map(({ method, path }) => (method === "GET" ? path : `${method} ${path}`));
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const recorded = await record(request);
    this.requests.push(recorded);
    send(response, (await this.answer(recorded)) ?? NOT_FOUND);
  }
}
