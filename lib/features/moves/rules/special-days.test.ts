import { expect, it } from "vitest";
import { readSpecialDayLines, specialDayLines } from "./special-days";
import { gateProblem } from "./terminal-hours";

it("parses holidays, closures and days with their own hours", () => {
  const typed = `12/24/2026 07:00-12:00, 18:00-20:00 Christmas Eve
    2026-12-25 Christmas

    2026-12-26 to 2026-12-28 closed Strike
    1/1/2027`;
  const days = [
    {
      on: "2026-12-24",
      open: [
        { from: "07:00", to: "12:00" },
        { from: "18:00", to: "20:00" },
      ],
      name: "Christmas Eve",
    },
    { on: "2026-12-25", open: [], name: "Christmas" },
    ...["2026-12-26", "2026-12-27", "2026-12-28"].map((on) => ({ on, open: [], name: "Strike" })),
    { on: "2027-01-01", open: [], name: "" },
  ];
  expect(readSpecialDayLines("en-US", typed)).toEqual(days);
  expect(readSpecialDayLines("en-US", specialDayLines("en-US", days))).toEqual(days);
});

it.each([
  "Christmas",
  "2026-02-30",
  "13/01/2026",
  "2026-12-28 to 2026-12-26",
  "2026-01-01 to 2026-12-31",
  "2026-12-24 25:00-26:00",
  "2026-12-25\n2026-12-25 07:00-12:00",
])("reports the line that is invalid: %j", (typed) => {
  expect(readSpecialDayLines("en-US", typed)).toEqual({ invalid: typed.split("\n").at(-1) });
});

it("applies them to appointments and planned pickups", () => {
  const hours = [1, 2, 3, 4, 5].map((day) => ({ day, from: "07:00", to: "16:30" }));
  const special = readSpecialDayLines("en-US", "2026-11-19 10:00-12:00\n2026-11-20 Closure");
  if ("invalid" in special) throw new Error("invalid");
  const at = (instant: string) =>
    gateProblem("en-US", hours, { at: instant, zone: "America/Los_Angeles" }, special);
  expect(at("2026-11-18T18:00:00Z")).toBeNull();
  expect(at("2026-11-19T17:00:00Z")).toBe("open 10:00 AM–12:00 PM on Nov 19");
  expect(at("2026-11-19T18:00:00Z")).toBeNull();
  expect(at("2026-11-20T18:00:00Z")).toBe("closed on Nov 20 (Closure)");
});
