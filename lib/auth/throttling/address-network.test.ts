import { expect, it } from "vitest";
import { networkOf, siteOf } from "./address-network";

it.each([
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:DB8:1:2::9", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["2001:db8:0:0:1::", "2001:db8:0:0::/64"],
  ["[2001:db8:1:2::9]:443", "2001:db8:1:2::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
])("counts %s as %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

it.each(["::ffff:192.0.2.1", "::ffff:c000:201", "0:0:0:0:0:ffff:192.0.2.1", "192.0.2.1"])(
  "counts %s as its IPv4 address",
  (address) => {
    expect(networkOf(address)).toBe("192.0.2.1");
  },
);

it.each(["unknown", "", "2001:db8::1::2", "::g", "[::1", "example.com"])("leaves %j unchanged", (text) => {
  expect(networkOf(text)).toBe(text);
});

it("counts all networks of one IPv6 site as one, and IPv4 addresses individually", () => {
  expect(siteOf("2001:db8:1:2::9")).toBe("2001:db8:1::/48");
  expect(siteOf("2001:db8:1:ffff::1")).toBe(siteOf("2001:db8:1:2::9"));
  expect(siteOf("2001:db8:2::9")).not.toBe(siteOf("2001:db8:1::9"));
  expect(siteOf("::ffff:192.0.2.1")).toBe("192.0.2.1");
});
