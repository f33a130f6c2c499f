import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runBeforeNext } from "./request-steps";

/** Takes the place of Next, which keeps the socket of an upgrade that it does not know open without an answer. */
const server = createServer((request, response) => {
  request.resume().once("end", () => response.end(`answered ${request.method}`));
});
server.on("upgrade", () => {});

beforeAll(async () => {
  runBeforeNext(() => false);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
});
afterAll(() => server.close());

/** All that the server sends until it closes the connection. */
const sentBack = (...lines: string[]) =>
  new Promise<string>((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    const socket = connect({ host: "127.0.0.1", port });
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk;
    });
    socket.once("error", reject);
    socket.once("close", () => resolve(text));
    socket.setTimeout(3_000, () => socket.destroy());
    socket.write(`${lines.join("\r\n")}`);
  });

const GET = ["GET /x HTTP/1.1", "Host: 127.0.0.1", "Connection: Upgrade"];

it.each(["websocket", "h2c", "nonsense"])(
  "answers the first request of a process with Upgrade: %s and closes the connection",
  async (protocol) => {
    const answer = await sentBack(...GET, `Upgrade: ${protocol}`, "", "");
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(answer).toMatch(/\r\nConnection: close\r\n/i);
    expect(answer).toContain("answered GET");
  },
);

it("reads the body of a request whose sender offers HTTP/2", async () => {
  const head = ["POST /x HTTP/1.1", "Host: 127.0.0.1", "Connection: Upgrade, HTTP2-Settings"];
  const answer = await sentBack(...head, "Upgrade: h2c", "HTTP2-Settings: x", "Content-Length: 2", "", "{}");
  expect(answer).toContain("answered POST");
});
