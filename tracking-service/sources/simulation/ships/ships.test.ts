import { describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS } from "@/tracking-service/clock/instant";
import { journeyPlan } from "@/tracking-service/sources/simulation/plan/journey-plan";
import type { JourneyInput } from "@/tracking-service/sources/simulation/plan/plan";
import { FORMER_VESSELS, VESSELS } from "@/tracking-service/sources/simulation/world/vessels";
import { arrivesAt, leavesAt, shipOf, voyageNumberOf } from "./sailings";
import { FEEDER_SERVICES, LINE_SERVICES, letterOf, type Service } from "./services";

const SERVICES: readonly Service[] = [...LINE_SERVICES, ...FEEDER_SERVICES];
const START = Date.parse("2026-11-21T09:00:00Z");
const WEEK = Math.floor(START / (7 * DAY_MS));

describe("a service", () => {
  it("has ships of its own", () => {
    const imos = SERVICES.flatMap(({ ships }) => ships.map(({ imo }) => imo));
    expect(new Set(imos).size).toBe(imos.length);
    expect(new Set(VESSELS.map(({ imo }) => imo)).size).toBe(VESSELS.length);
    expect(new Set(VESSELS.map(({ mmsi }) => mmsi)).size).toBe(VESSELS.length);
  });

  it("takes a ship from port to port in order and back to the first before it begins again", () => {
    for (const service of SERVICES) {
      const numbers = new Set<string>();
      for (let week = WEEK; week < WEEK + 60; week += service.ships.length) {
        const sailing = { service, week };
        const next = { service, week: week + service.ships.length };
        expect(shipOf(next)).toEqual(shipOf(sailing));
        numbers.add(voyageNumberOf(sailing));
        const times = service.calls.flatMap((call) => [arrivesAt(sailing, call), leavesAt(sailing, call)]);
        const [first] = service.calls;
        if (first) times.push(arrivesAt(next, first));
        const gaps = times.slice(1).map((time, place) => time - (times[place] ?? 0));
        expect(Math.min(...gaps), `${service.key} in week ${week}`).toBeGreaterThan(6 * HOUR_MS);
      }
      expect(numbers.size).toBe(Math.ceil(60 / service.ships.length));
    }
  });

  it("has the letter of its direction from every port of lading to every port of discharge", () => {
    const wrong = LINE_SERVICES.flatMap(({ calls, letter, key }) => {
      const [from, to] = [calls.filter(({ loads }) => loads), calls.filter(({ loads }) => !loads)];
      const ways = from.flatMap((lading) => to.map((discharge) => [lading.port, discharge.port] as const));
      return ways
        .filter(([lading, discharge]) => letterOf(lading, discharge, true) !== letter)
        .map(([lading, discharge]) => `${key}: ${lading.code} to ${discharge.code}`);
    });
    expect(wrong).toEqual([]);
    const letters = new Set(SERVICES.map(({ letter }) => letter));
    expect([...letters].sort()).toEqual(["E", "N", "S", "W"]);
  });
});

describe("the shipments of an account", () => {
  const input = (index: number): JourneyInput => ({
    seed: "harbor",
    index,
    start: START,
    entry: "seeded",
    checkEveryMs: HOUR_MS,
  });

  it("that sail together have the same times and terminal", () => {
    const voyages = Array.from({ length: 1_500 }, (_, index) => journeyPlan(input(index)).voyage);
    const sailings = new Map<string, (typeof voyages)[number][]>();
    for (const voyage of voyages) {
      const sailing = [voyage.vessel.imo, voyage.voyageNumber, voyage.pod.code].join(" ");
      sailings.set(sailing, [...(sailings.get(sailing) ?? []), voyage]);
    }
    const shared = [...sailings.values()].filter(
      (group) => new Set(group.map(({ shipmentId }) => shipmentId)).size > 1,
    );
    expect(shared.length).toBeGreaterThan(20);
    for (const group of shared) {
      const [first] = group;
      for (const { arrivedAt, estimates, originalEta, terminal, terminalChange } of group) {
        expect({ arrivedAt, estimates, originalEta, terminal, terminalChange }).toEqual({
          arrivedAt: first?.arrivedAt,
          estimates: first?.estimates,
          originalEta: first?.originalEta,
          terminal: first?.terminal,
          terminalChange: first?.terminalChange,
        });
      }
    }
  });

  it("keep their ships if they were stored before ships had rotations", () => {
    const { voyage } = journeyPlan({ ...input(12), former: true });
    expect(FORMER_VESSELS).toContainEqual(voyage.vessel);
    expect(voyage.vessel.imo).toMatch(/^9/);
  });
});
