import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import { z } from "zod";

export type Received = { text: string; headers: IncomingHttpHeaders; at: number };

type Answered = number | null | (() => { status: number; headers: { "Retry-After"?: string } });

export type Receiver = {
  url: string;
  received: Received[];
  /**
   * The response status: null for no response, or a function called for each delivery. Tests may change it at any time.
   */
  status: Answered;
  /** The events received so far, in order. */
  events(): string[];
  close(): Promise<void>;
};

const eventSchema = z.object({ data: z.object({ attributes: z.object({ event: z.string() }) }) });

/** Starts a local webhook receiver. */
export async function startReceiver(status: Answered = 202): Promise<Receiver> {
  const received: Received[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      received.push({
        text: Buffer.concat(chunks).toString("utf8"),
        headers: request.headers,
        at: performance.now(),
      });
      if (typeof receiver.status === "function") {
        const reported = receiver.status();
        response.writeHead(reported.status, reported.headers).end();
      } else if (receiver.status !== null) response.writeHead(receiver.status).end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    status,
    events: () => received.map(({ text }) => eventSchema.parse(JSON.parse(text)).data.attributes.event),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}
