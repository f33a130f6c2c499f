import { createServer } from "node:http";
import type { Undo } from "./clean-up";

/** A stub of the tracking service that only counts requests by sender. It responds 503. */
export async function startCountingUpstream(
  onEnd: (undo: Undo) => void,
): Promise<{ url: string; count: () => number }> {
  let requested = 0;
  const server = createServer((_request, response) => {
    requested += 1;
    response.writeHead(503).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the upstream has no port");
  return { url: `http://127.0.0.1:${address.port}/v2`, count: () => requested };
}
