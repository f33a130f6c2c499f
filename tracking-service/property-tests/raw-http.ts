import { Agent, request } from "node:http";
import type { Socket } from "node:net";
import { Answer } from "@/tracking-service/testing/response";

/** A request as sent over the connection, without any correction. */
export type WireRequest = {
  method: string;
  /** Path and query, percent-encoded, below the base URL. */
  path: string;
  headers: Record<string, string>;
  body: Buffer | null;
};

const RESPONSE_MS = 15_000;
const SHOWN = 2_000;

/** Sends requests over kept-alive connections. Rejects when a request hangs or its connection closes. */
export class Wire {
  private readonly agent: Agent;
  private readonly base: URL;
  private readonly sentBefore = new WeakMap<Socket, string>();

  constructor(url: string, connections: number) {
    this.base = new URL(url);
    this.agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  send({ method, path, headers, body }: WireRequest): Promise<Answer> {
    const { hostname, port, pathname } = this.base;
    return new Promise((resolve, reject) => {
      const whole = body !== null && !("Transfer-Encoding" in headers);
      const length = whole ? { "Content-Length": String(body.length) } : {};
      const sent = request(
        {
          agent: this.agent,
          hostname,
          port,
          method,
          path: pathname + path,
          headers: { ...length, ...headers },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.on("error", reject);
          response.on("end", () => {
            const text = Buffer.concat(chunks).toString("utf8");
            const received = new Headers();
            for (const [name, value] of Object.entries(response.headers)) {
              for (const each of [value ?? []].flat()) received.append(name, each);
            }
            resolve(new Answer(response.statusCode ?? 0, received, text, jsonOf(text)));
          });
        },
      );
      sent.setTimeout(RESPONSE_MS, () => sent.destroy(new Error(`no answer within ${RESPONSE_MS / 1000} s`)));
      let before = "";
      sent.on("socket", (socket) => {
        before = this.sentBefore.get(socket) ?? "nothing";
        const { Authorization: _, ...shown } = headers;
        this.sentBefore.set(socket, `${method} ${path} ${JSON.stringify(shown)}`.slice(0, SHOWN));
      });
      sent.on("error", ({ message }) =>
        reject(new Error(`${message}; before it on the connection: ${before}`)),
      );
      sent.end(body ?? undefined);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
