import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runBeforeNext } from "@/lib/auth/http-server/request-steps";
import { readSettings } from "@/lib/platform/config/config";
import { clientAddress, recordPeerAddresses } from "./client-address";

const DIRECT = readSettings({});
const PROXIED = readSettings({ PUBLIC_URL: "https://dashboard.example.com" });
/** Proxies on another machine: 127.0.0.2 is a proxy, 127.0.0.1 is not. */
const LISTED = readSettings({ TRUSTED_PROXIES: "127.0.0.2,10.0.0.0/8,2001:db8::/32" });

const SETTINGS = {
  "/direct": DIRECT,
  "/proxied": PROXIED,
  "/listed": LISTED,
  "/real-ip": readSettings({ TRUSTED_PROXIES: "127.0.0.2/32", TRUSTED_PROXY_HEADER: "X-Real-IP" }),
  "/header-alone": readSettings({ TRUSTED_PROXY_HEADER: "X-Real-IP" }),
};
type Path = keyof typeof SETTINGS;
const isPath = (url: string | undefined): url is Path => url !== undefined && url in SETTINGS;

const view = (message: IncomingMessage) => {
  const headers = new Headers();
  for (const [name, value] of Object.entries(message.headers)) if (value) headers.set(name, String(value));
  return headers;
};

it("counts all clients as one without a recorded socket, whatever headers they send", () => {
  const headers = new Headers({ "x-forwarded-for": "203.0.113.9", "x-real-ip": "203.0.113.9" });
  for (const settings of Object.values(SETTINGS)) expect(clientAddress(headers, settings)).toBe("unknown");
});

describe("with recorded sockets", () => {
  const received: IncomingMessage[] = [];
  const server = createServer((message, response) => {
    received.push(message);
    const path = message.url?.replace("/forwarded", "");
    if (path !== message.url) {
      // As Next forwards an action of another page to itself, from this machine, with the client's headers.
      const { host: _, ...headers } = message.headers;
      request({ host: "127.0.0.1", port, path, headers }, (answer) => answer.pipe(response)).end();
      return;
    }
    response.end(isPath(path) ? clientAddress(view(message), SETTINGS[path]) : "");
  });
  let port = 0;

  beforeAll(async () => {
    runBeforeNext(recordPeerAddresses(), recordPeerAddresses());
    // An IPv6 socket, as with HOST "::": IPv4 peers appear as ::ffff:127.0.0.1.
    await new Promise<void>((listening) => server.listen(0, "::", listening));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => server.close());

  /** The client address the server determines for a request from a loopback address. */
  const seen = (
    path: Path | `/forwarded${Path}`,
    headers: Record<string, string | string[]> = {},
    localAddress = "127.0.0.1",
  ) =>
    new Promise<string>((resolve, reject) => {
      request({ host: "127.0.0.1", port, path, headers, localAddress }, (response) => {
        let text = "";
        response.on("data", (chunk) => {
          text += chunk;
        });
        response.on("end", () => resolve(text));
      })
        .on("error", reject)
        .end();
    });

  it("keeps the client's address when the dashboard forwards a request to itself", async () => {
    expect(await seen("/forwarded/direct", {}, "127.0.0.9")).toBe("127.0.0.9");
    // From this machine, a trusted proxy, with the header the client sent.
    const forwarded = { "x-forwarded-for": "198.51.100.1" };
    expect(await seen("/forwarded/proxied", forwarded, "127.0.0.9")).toBe("198.51.100.1");
    expect(await seen("/forwarded/listed", forwarded, "127.0.0.9")).toBe("127.0.0.9");
  });

  it("uses the socket's address when a client sends the headers that a former request had", async () => {
    for (const localAddress of ["127.0.0.1", "127.0.0.9"]) {
      await seen("/direct", {}, "127.0.0.8");
      const former = Object.entries(received.at(-1)?.headers ?? {})
        .filter(([name]) => name.startsWith("x-peer"))
        .map(([name, value]) => [name, String(value)]);
      expect(former).toHaveLength(1);
      const forged = former.map(([name, value]) => [name, value?.replace("127.0.0.8", "203.0.113.7")]);
      expect(await seen("/direct", Object.fromEntries(former), localAddress)).toBe(localAddress);
      expect(await seen("/direct", Object.fromEntries(forged), localAddress)).toBe(localAddress);
    }
  });

  it("uses the socket's address, regardless of headers", async () => {
    expect(await seen("/direct")).toBe("127.0.0.1");
    expect(await seen("/direct", { "x-forwarded-for": "203.0.113.9" })).toBe("127.0.0.1");
    expect(await seen("/direct", { forwarded: "for=203.0.113.9", "x-peer": "203.0.113.9" })).toBe(
      "127.0.0.1",
    );
  });

  it("uses the entry added last by the proxy, not the client's entries", async () => {
    expect(await seen("/proxied", { "x-forwarded-for": "203.0.113.9" })).toBe("203.0.113.9");
    expect(await seen("/proxied", { "x-forwarded-for": "198.51.100.1, 203.0.113.9" })).toBe("203.0.113.9");
    expect(await seen("/proxied")).toBe("127.0.0.1");
    expect(await seen("/proxied", { "x-forwarded-for": " , " })).toBe("127.0.0.1");
  });

  it.each([
    ["one proxy", "203.0.113.9", "203.0.113.9"],
    ["a header the client wrote", "198.51.100.1, 203.0.113.9", "203.0.113.9"],
    ["several proxies", "203.0.113.9, 10.1.2.3, 10.0.0.7", "203.0.113.9"],
    ["several proxies and a forged entry", "198.51.100.1, 203.0.113.9, 10.0.0.7", "203.0.113.9"],
    ["a proxy of IPv6", "203.0.113.9, 2001:db8::5", "203.0.113.9"],
    ["a client of IPv6", "2001:db9::1", "2001:db9::1"],
    ["brackets and a port", "[2001:db9::1]:4711", "2001:db9::1"],
    ["a port", "203.0.113.9:4711", "203.0.113.9"],
    ["an IPv4 address in IPv6", "::ffff:203.0.113.9", "203.0.113.9"],
    ["no header", undefined, "127.0.0.2"],
    ["an entry that is no address", "203.0.113.9, unknown", "127.0.0.2"],
    ["such an entry before a proxy", "203.0.113.9, unknown, 10.0.0.7", "10.0.0.7"],
    ["an empty entry", "203.0.113.9, , 10.0.0.7", "10.0.0.7"],
    ["proxies alone", "10.0.0.8, 10.0.0.7", "10.0.0.8"],
  ])("is found through a listed proxy: %s", async (_, forwarded, client) => {
    const headers: Record<string, string> = forwarded === undefined ? {} : { "x-forwarded-for": forwarded };
    expect(await seen("/listed", headers, "127.0.0.2")).toBe(client);
  });

  it("reads several headers like one", async () => {
    const headers = { "x-forwarded-for": ["198.51.100.1", "203.0.113.9", "10.0.0.7"] };
    expect(await seen("/listed", headers, "127.0.0.2")).toBe("203.0.113.9");
  });

  it.each(["127.0.0.1", "127.0.0.3"])(
    "uses the unlisted peer %s, whatever headers it sends",
    async (peer) => {
      for (const header of ["x-forwarded-for", "x-real-ip", "forwarded"])
        expect(await seen("/listed", { [header]: "203.0.113.9" }, peer)).toBe(peer);
      expect(await seen("/real-ip", { "x-real-ip": "203.0.113.9" }, peer)).toBe(peer);
    },
  );

  it("reads only the header named by TRUSTED_PROXY_HEADER", async () => {
    const headers = { "x-real-ip": "203.0.113.9", "x-forwarded-for": "198.51.100.1" };
    expect(await seen("/real-ip", headers, "127.0.0.2")).toBe("203.0.113.9");
    expect(await seen("/header-alone", headers)).toBe("203.0.113.9");
    expect(await seen("/header-alone", { "x-forwarded-for": "198.51.100.1" })).toBe("127.0.0.1");
  });
});
