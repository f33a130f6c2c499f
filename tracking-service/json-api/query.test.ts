import { describe, expect, it } from "vitest";
import { dayParameter, endParameter, instantParameter } from "./query";

describe("days and instants in an address", () => {
  it.each(["0000-01-01", "9999-12-31", "2026-02-30", "yesterday", ""])("rejects %j as a day", (text) => {
    expect(dayParameter.safeParse(text).success).toBe(false);
    expect(instantParameter.safeParse(text).success).toBe(false);
    expect(endParameter.safeParse(text).success).toBe(false);
  });

  it.each(["0000-01-01T00:00:00Z", "0001-01-01T00:00:00+14:00", "9998-12-31T23:59:59-12:00"])(
    "rejects %j with a year outside the range",
    (text) => {
      expect(instantParameter.safeParse(text).success).toBe(false);
      expect(endParameter.safeParse(text).success).toBe(false);
    },
  );

  it("reads the end of a period as the first instant after it", () => {
    expect(endParameter.parse("2026-11-20")).toEqual(new Date("2026-11-21T00:00:00Z"));
    expect(endParameter.parse("2026-11-20T10:00:00Z")).toEqual(new Date("2026-11-20T10:00:01Z"));
    expect(endParameter.parse("2026-11-20T10:00:00.5+01:00")).toEqual(new Date("2026-11-20T09:00:00.501Z"));
  });
});
