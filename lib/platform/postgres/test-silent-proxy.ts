import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A proxy to the database that can stop responding without closing. */
export async function startSilencer(target: string) {
  const { hostname, port } = new URL(target);
  const ways: [Socket, Socket][] = [];
  const server = createServer((inner) => {
    const outer = connect(Number(port), hostname);
    inner.pipe(outer).pipe(inner);
    for (const socket of [inner, outer]) socket.on("error", () => {});
    inner.on("close", () => outer.destroy());
    ways.push([inner, outer]);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  const url = new URL(target);
  url.port = String(typeof address === "object" && address ? address.port : 0);
  return {
    url: url.toString(),
    silence: () => {
      for (const [inner, outer] of ways) {
        inner.unpipe(outer);
        outer.unpipe(inner);
        inner.resume();
      }
    },
    /** Whether the client has closed its first connection. */
    isGivenUp: () => ways[0]?.[0].destroyed === true,
    stop: () => server.close(),
  };
}
