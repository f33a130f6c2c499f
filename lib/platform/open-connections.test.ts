import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { connectionLimits, limitConnections } from "./open-connections";

const servers: Server[] = [];
const sockets: Socket[] = [];

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

/** A server on which /waits is never answered, with limits of its own. */
async function serve(limits = { inAll: 6, idlePerNetwork: 3 }) {
  let waiting = 0;
  const server = createServer((request, response) => {
    if (request.url === "/waits") waiting += 1;
    if (request.url !== "/waits") response.end("answered");
  });
  limitConnections(server, { limits, isAdmitted: (address) => address.endsWith("127.0.7.7") });
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    /** Opens a connection from this loopback address. */
    open: async (localAddress: string) => {
      const accepted = once(server, "connection");
      const socket = connect({ host: "127.0.0.1", port, localAddress });
      socket.on("error", () => {});
      // A socket that nobody reads does not notice its end.
      sockets.push(socket.resume());
      await accepted;
      return socket;
    },
    /** Resolves when this number of requests is in progress. */
    waits: (requests: number) => vi.waitFor(() => expect(waiting).toBe(requests)),
    count: () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count))),
  };
}

const request = (socket: Socket, path: string) => socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);

async function answerOf(socket: Socket): Promise<string> {
  request(socket, "/");
  const [data] = await once(socket, "data");
  return String(data);
}

describe("open connections", () => {
  it("are closed past the limit of idle ones of a network, longest idle first", async () => {
    const { open, count } = await serve();
    const first = await open("127.0.1.1");
    const second = await open("127.0.1.1");
    for (let n = 0; n < 2; n += 1) await open("127.0.1.1");
    if (!first.closed) await once(first, "close");
    expect(await answerOf(second)).toContain("answered");
    await vi.waitFor(async () => expect(await count()).toBe(3));
  });

  it("are closed past the limit of all, of the network with most idle ones", async () => {
    const { open, count } = await serve();
    const [crowd] = [await open("127.0.1.1"), await open("127.0.1.1"), await open("127.0.1.1")];
    const others = [await open("127.0.1.2"), await open("127.0.1.3"), await open("127.0.1.4")];
    const last = await open("127.0.1.5");
    if (!crowd?.closed) await once(crowd as Socket, "close");
    for (const socket of [...others, last]) expect(await answerOf(socket)).toContain("answered");
    await vi.waitFor(async () => expect(await count()).toBe(6));
  });

  it("with a request in progress stay, and a new one is closed", async () => {
    const { open, waits, count } = await serve({ inAll: 2, idlePerNetwork: 2 });
    for (const address of ["127.0.1.1", "127.0.1.2"]) request(await open(address), "/waits");
    await waits(2);
    const third = await open("127.0.1.3");
    if (!third.closed) await once(third, "close");
    await vi.waitFor(async () => expect(await count()).toBe(2));
  });

  it("of this machine's own address and of admitted peers are open beyond the limits", async () => {
    const { open, waits } = await serve({ inAll: 4, idlePerNetwork: 4 });
    for (let n = 1; n <= 4; n += 1) request(await open(`127.0.1.${n}`), "/waits");
    await waits(4);
    for (const address of ["127.0.0.1", "127.0.7.7"])
      expect(await answerOf(await open(address))).toContain("answered");
  });

  it.each([
    [1_024, 512, 256],
    [65_536, 8_192, 512],
    [1_048_576, 8_192, 512],
  ])("of a process that may open %i files are %i, %i idle of a network", (files, inAll, idlePerNetwork) => {
    expect(connectionLimits(files)).toEqual({ inAll, idlePerNetwork });
  });
});
