import { beforeEach, describe, expect, it, vi } from "vitest";
import { addressRefusal } from "@/lib/contract/delivery-target";
import { sender } from "./send";

const names = vi.hoisted(() => new Map<string, string[]>());
vi.mock("node:dns", async (original) => ({
  ...(await original<typeof import("node:dns")>()),
  lookup: (
    name: string,
    _options: object,
    done: (error: Error | null, found: { address: string; family: number }[]) => void,
  ) =>
    done(
      null,
      (names.get(name) ?? []).map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    ),
}));

const AWAY = new URL("https://dashboard.example/");
const NEVER = [
  "0.0.0.0",
  "127.0.0.1",
  "169.254.169.254",
  "224.0.0.251",
  "255.255.255.255",
  "::",
  "::1",
  "fe80::1%eth0",
  "ff02::1",
  "fd00:ec2::254",
  "::ffff:127.0.0.1",
  "::ffff:a9fe:a9fe",
  "::169.254.169.254",
  "::ffff:0:169.254.169.254",
  "64:ff9b::7f00:1",
  "64:ff9b:1::a9fe:a9fe",
  "2002:a9fe:a9fe::1",
  "2001:0:1::1",
];
const PRIVATE = [
  "10.1.2.3",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.1.1",
  "100.64.0.1",
  "198.19.255.255",
  "fd12::1",
  "::ffff:10.0.0.1",
];
const PUBLIC = ["203.0.113.7", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "::ffff:203.0.113.7"];

describe("an address resolved from a name", () => {
  it.each(NEVER)("is rejected with any setting: %s", (address) => {
    expect(addressRefusal(AWAY, address, { privateAddresses: false })).not.toBeNull();
    expect(addressRefusal(AWAY, address, { privateAddresses: true })).not.toBeNull();
  });

  it.each(PRIVATE)("is private and requires the setting: %s", (address) => {
    expect(addressRefusal(AWAY, address, { privateAddresses: false })).toMatch(/WEBHOOK_PRIVATE_ADDRESSES/);
    expect(addressRefusal(AWAY, address, { privateAddresses: true })).toBeNull();
  });

  it.each(PUBLIC)("is allowed: %s", (address) => {
    expect(addressRefusal(AWAY, address, { privateAddresses: false })).toBeNull();
  });

  it("is local for http only when the URL contains a local address", () => {
    const policy = { privateAddresses: false };
    for (const host of ["localhost", "127.0.0.1", "[::1]"]) {
      expect(addressRefusal(new URL(`http://${host}/`), "127.0.0.1", policy)).toBeNull();
      expect(addressRefusal(new URL(`http://${host}/`), "203.0.113.7", policy)).not.toBeNull();
      expect(addressRefusal(new URL(`https://${host}/`), "127.0.0.1", policy)).not.toBeNull();
    }
  });
});

describe("a delivery", () => {
  beforeEach(() => names.clear());
  const deliver = async (url: string, privateAddresses = false) =>
    (
      await sender({ privateAddresses })(
        { url, secret: "s", headers: null },
        "{}",
        300,
        new AbortController(),
      )
    ).error;

  it("checks the address from the connection's own lookup", async () => {
    names.set("dashboard.example", ["127.0.0.1"]);
    expect(await deliver("https://dashboard.example:9/")).toBe(
      "the address leads to the service's own machine",
    );
    names.set("dashboard.example", ["169.254.169.254"]);
    expect(await deliver("https://dashboard.example/", true)).toBe(
      "the address leads to a host that receives nothing",
    );
    names.set("dashboard.example", ["10.0.0.7", "fd00::7"]);
    expect(await deliver("https://dashboard.example/")).toMatch(/private address.*WEBHOOK_PRIVATE_ADDRESSES/);
  });

  it("rejects a forbidden literal address", async () => {
    expect(await deliver("https://169.254.169.254/")).toMatch(/receives nothing/);
    expect(await deliver("https://[::ffff:127.0.0.1]/")).toMatch(/receives nothing/);
    expect(await deliver("https://10.0.0.7/")).toMatch(/WEBHOOK_PRIVATE_ADDRESSES/);
  });
});
