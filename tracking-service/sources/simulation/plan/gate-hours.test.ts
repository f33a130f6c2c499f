import { describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS, localDay } from "@/tracking-service/clock/instant";
import { rng } from "@/tracking-service/sources/simulation/seeded-random";
import { isHoliday, weekdayOf } from "@/tracking-service/sources/simulation/world/gates";
import { TERMINALS } from "@/tracking-service/sources/simulation/world/terminals";
import { gateOf, gateTimeAfter, gateTimeWithin, openOn } from "./gate-hours";

const dayOf = (date: string) => Date.parse(`${date}T00:00:00Z`) / DAY_MS;
/** A year with both clock changes. */
const YEAR = { from: Date.parse("2026-01-01T00:00:00Z"), to: Date.parse("2027-01-08T00:00:00Z") };

describe("a holiday", () => {
  it.each([
    ["US", "2026-11-26", "Thanksgiving"],
    ["US", "2027-11-25", "Thanksgiving"],
    ["US", "2026-09-07", "Labor Day"],
    ["US", "2027-07-04", "Independence Day"],
    ["CA", "2026-10-12", "Thanksgiving"],
    ["CA", "2026-07-01", "Canada Day"],
  ])("in %s is %s, %s", (country, date) => {
    expect(isHoliday(country, dayOf(date))).toBe(true);
    expect(isHoliday(country, dayOf(date) + 1)).toBe(false);
    expect(isHoliday(country, dayOf(date) - 7)).toBe(false);
  });

  it("of one country is a day like others in the other one", () => {
    expect(isHoliday("CA", dayOf("2026-11-26"))).toBe(false);
    expect(isHoliday("US", dayOf("2026-10-12"))).toBe(false);
    expect(weekdayOf(dayOf("2026-11-22"))).toBe(0);
  });
});

describe("a gate", () => {
  const gates = TERMINALS.map((terminal) => gateOf(terminal));
  const open = (gate: (typeof gates)[number], at: number) => {
    const hours = openOn(gate, localDay(gate.zone, at));
    return hours !== null && hours.from <= at && at < hours.to;
  };

  it("is passed while it is open, at the next opportunity", () => {
    for (let turn = 0; turn < 4_000; turn += 1) {
      const draw = rng("after", turn);
      const gate = draw.pick(gates);
      const notBefore = Math.floor(draw.between(YEAR.from, YEAR.to));
      const at = gateTimeAfter(gate, notBefore, draw);
      expect(open(gate, at), `${gate.nickname} ${new Date(at).toISOString()}`).toBe(true);
      expect(at).toBeGreaterThan(notBefore - 60_000);
      expect(at - notBefore).toBeLessThan(4 * DAY_MS + 18 * HOUR_MS);
    }
  });

  it("was passed while it was open, between two instants", () => {
    for (let turn = 0; turn < 4_000; turn += 1) {
      const draw = rng("within", turn);
      const gate = draw.pick(gates);
      const near = Math.floor(draw.between(YEAR.from, YEAR.to));
      const [from, to] = [near - draw.between(4, 6) * DAY_MS, near + draw.between(0, 2) * DAY_MS];
      const at = gateTimeWithin(gate, { near, from, to }, draw);
      if (at === null) throw new Error(`${gate.nickname} was closed for days`);
      expect(open(gate, at)).toBe(true);
      expect(at).toBeGreaterThanOrEqual(from);
      expect(at).toBeLessThanOrEqual(to);
    }
  });

  it("was not passed if it was closed all the time", () => {
    const [gate] = gates;
    const night = Date.parse("2026-11-26T06:00:00Z");
    const span = { near: night, from: night, to: night + 8 * HOUR_MS };
    expect(gate && gateTimeWithin(gate, span, rng("closed"))).toBeNull();
  });
});
