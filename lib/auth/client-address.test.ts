import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clientAddress, recordPeerAddresses } from "./client-address";

const DIRECT = "http://127.0.0.1:3000";
const PROXIED = "https://desk.example.com";

const view = (request: IncomingMessage) => {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) if (value) headers.set(name, String(value));
  return headers;
};

it("takes all clients as one where no socket was recorded, whatever they say", () => {
  const headers = new Headers({ "x-forwarded-for": "203.0.113.9", "x-real-ip": "203.0.113.9" });
  expect(clientAddress(headers, DIRECT)).toBe("unknown");
  expect(clientAddress(headers, PROXIED)).toBe("unknown");
});

describe("with recorded sockets", () => {
  const server = createServer((request, response) => {
    const publicUrl = request.url === "/proxied" ? PROXIED : DIRECT;
    response.end(clientAddress(view(request), publicUrl));
  });
  let base = "";

  beforeAll(async () => {
    recordPeerAddresses();
    recordPeerAddresses();
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  const seen = async (path: string, headers: Record<string, string> = {}) =>
    (await fetch(base + path, { headers })).text();

  it("is the socket's address, and no header changes it", async () => {
    expect(await seen("/direct")).toBe("127.0.0.1");
    expect(await seen("/direct", { "x-forwarded-for": "203.0.113.9" })).toBe("127.0.0.1");
    expect(await seen("/direct", { forwarded: "for=203.0.113.9", "x-peer": "203.0.113.9" })).toBe(
      "127.0.0.1",
    );
  });

  it("is what the proxy in front wrote last, not what the client wrote before", async () => {
    expect(await seen("/proxied", { "x-forwarded-for": "203.0.113.9" })).toBe("203.0.113.9");
    expect(await seen("/proxied", { "x-forwarded-for": "198.51.100.1, 203.0.113.9" })).toBe("203.0.113.9");
    expect(await seen("/proxied")).toBe("127.0.0.1");
    expect(await seen("/proxied", { "x-forwarded-for": " , " })).toBe("127.0.0.1");
  });
});
