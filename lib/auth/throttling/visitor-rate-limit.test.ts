import { describe, expect, it } from "vitest";
import { openVisitorLimit } from "./visitor-rate-limit";

describe("the limit of reads", () => {
  it("allows a network so many reads per minute, and counts an IPv6 /64 as one", async () => {
    const limit = openVisitorLimit(3);
    for (const last of ["1", "2", "3"]) expect(await limit.admit(`2001:db8:1:2::${last}`)).toBe(0);
    expect(await limit.admit("2001:db8:1:2:ffff::9")).toBeGreaterThan(0);
    expect(await limit.admit("2001:db8:1:3::1")).toBe(0);
    expect(await limit.admit("192.0.2.1")).toBe(0);
  });
});
