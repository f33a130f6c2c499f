import { describe, expect, it } from "vitest";
import { planHref, readPlanAddress } from "./plan-address";

const read = (address: string) => readPlanAddress(new URLSearchParams(address));

describe("the address of the day plan", () => {
  it("is today by carrier without parameters", () => {
    expect(read("")).toEqual({
      query: { day: null, group: "carrier", terminal: "", carrier: "", lane: null },
      problems: [],
    });
  });

  it("is written as it was read", () => {
    const address = "day=2026-11-27&group=driver&terminal=Pier+400&carrier=p-1&lane=";
    expect(planHref(read(address).query)).toBe(`/plan?${address}`);
    expect(planHref(read("").query, "/plan/print")).toBe("/plan/print");
  });

  it.each(["nonsense", "2026-02-30", "2026-1-1", "1999-12-31", "2026-11-27T00:00", "20260-01-01"])(
    "leaves out the invalid day %s and reports it",
    (day) => {
      const { query, problems } = read(`day=${day}`);
      expect(query.day).toBeNull();
      expect(problems).toMatchObject([{ place: "day", value: day }]);
    },
  );

  it("reports unknown lanes, parameters and texts that cannot be stored", () => {
    const { query, problems } = read(`group=vessel&carrier=a%00b&color=red&terminal=${"x".repeat(301)}`);
    expect(query).toMatchObject({ group: "carrier", carrier: "", terminal: "" });
    expect(problems.map(({ place }) => place).sort()).toEqual(["carrier", "color", "group", "terminal"]);
  });
});
