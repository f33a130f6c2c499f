import { once } from "node:events";
import { createServer } from "node:http";
import { notificationDocumentSchema } from "@/lib/contract/webhook";

/** A webhook receiver that counts notifications without storing their text. */
export type CountingReceiver = {
  url: string;
  /** How often each notification arrived, by its id. */
  times: Map<string, number>;
  close(): Promise<void>;
};

/** Starts a receiver that accepts nearly every delivery. Every `failEvery`-th one fails. */
export async function startCountingReceiver(failEvery = 50): Promise<CountingReceiver> {
  const times = new Map<string, number>();
  let requested = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    // A killed sender aborts requests midway.
    request.on("error", () => undefined);
    for await (const chunk of request) chunks.push(chunk);
    requested += 1;
    if (requested % failEvery === 0) return response.writeHead(500).end();
    const { data } = notificationDocumentSchema.parse(JSON.parse(Buffer.concat(chunks).toString("utf8")));
    times.set(data.id, (times.get(data.id) ?? 0) + 1);
    return response.writeHead(202).end();
  });
  server.on("clientError", (_error, socket) => socket.destroy());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    times,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
