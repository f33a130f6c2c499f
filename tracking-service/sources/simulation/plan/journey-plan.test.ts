import { describe, expect, it } from "vitest";
import { isValidContainerNumber } from "@/lib/contract/container-number";
import { FEE_TYPES, HOLD_NAMES } from "@/lib/contract/enums";
import { DAY_MS, HOUR_MS, localDay, millis } from "@/tracking-service/clock/instant";
import type { JourneyFacts } from "@/tracking-service/facts/attributes";
import { factsAt } from "@/tracking-service/sources/simulation/facts-at";
import { historyAt } from "@/tracking-service/sources/simulation/milestone-reports";
import { checkEveryMs } from "@/tracking-service/sources/simulation/simulation";
import { momentsBetween, stepsBetween } from "@/tracking-service/sources/simulation/steps";
import { imoNumber } from "@/tracking-service/sources/simulation/world/vessels";
import { journeyPlan } from "./journey-plan";
import { listMilestones } from "./milestones";
import type { JourneyPlan } from "./plan";

const INSTANTS = [
  "2026-11-21T09:00:00Z",
  "2026-11-22T01:30:00Z",
  "2026-03-08T15:00:00Z",
  "2027-07-04T21:45:00Z",
];
const CONTAINERS = 300;

function plans(start: number, seed = "drayboard/Drayboard", count = CONTAINERS): JourneyPlan[] {
  return Array.from({ length: count }, (_, index) =>
    journeyPlan({ seed, index, start, entry: "seeded", checkEveryMs: checkEveryMs(count) }),
  );
}

function share(facts: JourneyFacts[], ...statuses: string[]): number {
  return (
    facts.filter(({ container }) => statuses.includes(container.current_status ?? "")).length / facts.length
  );
}

function daysLeft({ container }: JourneyFacts, start: number): number[] {
  const { pickup_lfd_line: line, pickup_lfd_terminal: terminal } = container.import_deadlines ?? {};
  const zone = container.pod_timezone ?? "UTC";
  return [line, terminal]
    .filter((deadline) => typeof deadline === "string")
    .map((deadline) => localDay(zone, millis(deadline)) - localDay(zone, start));
}

describe.each(INSTANTS)("the seeded dashboard at %s", (instant) => {
  const start = millis(instant);
  const all = plans(start);
  const facts = all.map((plan) => factsAt(plan, start));
  const ground = facts.filter(
    ({ container }) =>
      ["available", "not_available", "grounded"].includes(container.current_status ?? "") &&
      !container.ind_rail_unloaded_at,
  );

  it("has containers in every state, in realistic proportions", () => {
    expect(share(facts, "on_ship")).toBeGreaterThan(0.25);
    expect(share(facts, "on_ship")).toBeLessThan(0.35);
    expect(ground.length / CONTAINERS).toBeGreaterThan(0.33);
    expect(ground.length / CONTAINERS).toBeLessThan(0.42);
    expect(share(facts, "awaiting_inland_transfer", "on_rail")).toBeGreaterThan(0.05);
    expect(share(facts, "picked_up", "delivered")).toBeGreaterThan(0.1);
    expect(share(facts, "picked_up", "delivered")).toBeLessThan(0.2);
    for (const status of ["new", "empty_returned", "off_dock", "delivered", "grounded"]) {
      expect(share(facts, status), status).toBeGreaterThan(0);
    }
  });

  it("has all hold names with pending ones, and all fee types with zero amounts and two currencies", () => {
    const holds = ground.flatMap(({ container }) => container.holds_at_pod_terminal ?? []);
    for (const name of HOLD_NAMES) expect(holds.map((hold) => hold.name)).toContain(name);
    expect(holds.some((hold) => hold.status === "pending")).toBe(true);
    const fees = facts.flatMap(({ container }) => container.fees_at_pod_terminal ?? []);
    for (const type of FEE_TYPES) expect(fees.map((fee) => fee.type)).toContain(type);
    expect(fees.some((fee) => fee.amount === 0)).toBe(true);
    expect(new Set(fees.map((fee) => fee.currency_code))).toEqual(new Set(["USD", "CAD"]));
  });

  it("has deadlines from three days ago to eight ahead, with conflicting and missing sources", () => {
    const earliest = ground.map((container) => daysLeft(container, start)).filter((days) => days.length > 0);
    const days = earliest.map((list) => Math.min(...list));
    expect(Math.min(...days)).toBeGreaterThanOrEqual(-3);
    expect(Math.max(...days)).toBeLessThanOrEqual(8);
    expect(Math.max(...days)).toBeGreaterThanOrEqual(6);
    expect(days.filter((day) => day === 0).length).toBeGreaterThan(2);
    expect(days.filter((day) => day === 1).length).toBeGreaterThan(2);
    expect(days.filter((day) => day < 0).length).toBeGreaterThan(5);
    expect(earliest.some(([line, terminal]) => terminal !== undefined && line !== terminal)).toBe(true);
    expect(earliest.length).toBeLessThan(ground.length);
    expect(facts.some(({ container }) => container.import_deadlines?.pickup_lfd_rail)).toBe(true);
  });

  it("has vessels about to arrive, appointments, and a few terminals without recent data", () => {
    const soon = facts.filter(({ container, shipment }) => {
      const eta = shipment.pod_eta_at;
      return container.current_status === "on_ship" && eta && millis(eta) - start < 3 * DAY_MS;
    });
    expect(soon.length).toBeGreaterThan(5);
    expect(ground.filter(({ container }) => container.pickup_appointment_at).length).toBeGreaterThan(5);
    const ages = ground.map(({ container }) => start - millis(container.terminal_checked_at ?? instant));
    const day = ages.filter((age) => age > 24 * HOUR_MS).length;
    expect(day).toBeGreaterThanOrEqual(1);
    expect(day).toBeLessThanOrEqual(2);
    expect(ages.filter((age) => age > 6 * HOUR_MS).length).toBeGreaterThan(day);
    const usual = ages.filter((age) => age <= 6 * HOUR_MS);
    expect(Math.max(...usual)).toBeLessThan(HOUR_MS);
  });
});

describe("journeyPlan", () => {
  const start = millis("2026-11-21T09:00:00Z");

  it("returns the same plan for the same seed, index and start, and another for another seed", () => {
    expect(plans(start, "a", 40)).toEqual(plans(start, "a", 40));
    const numbers = new Set(plans(start, "a", 40).map(({ container }) => container.number));
    expect(plans(start, "b", 40).filter(({ container }) => numbers.has(container.number))).toEqual([]);
  });

  it("gives every container a unique valid number and every vessel a valid IMO number", () => {
    const all = plans(start);
    expect(all.filter(({ container }) => !isValidContainerNumber(container.number))).toEqual([]);
    expect(new Set(all.map(({ container }) => container.number)).size).toBe(CONTAINERS);
    expect(new Set(all.map(({ containerId }) => containerId)).size).toBe(CONTAINERS);
    for (const { voyage } of all) expect(voyage.vessel.imo).toBe(imoNumber(voyage.vessel.imo.slice(0, 6)));
    expect(imoNumber("907472")).toBe("9074729");
  });

  it("has milestones in order of time for every journey", () => {
    for (const plan of plans(start)) {
      const at = (event: string) => millis(listMilestones(plan).find((m) => m.event === event)?.at ?? "");
      const { container, voyage } = plan;
      const order = [
        container.emptyOutAt,
        container.fullInAt,
        container.loadedAt,
        voyage.departedAt,
        voyage.arrivedAt,
        container.dischargedAt,
        ...(container.rail
          ? [
              container.rail.loadedAt,
              container.rail.departedAt,
              container.rail.arrivedAt,
              container.rail.unloadedAt,
            ]
          : []),
        container.outAt,
        container.returnedAt,
      ];
      expect(order, plan.container.number).toEqual([...order].sort((a, b) => a - b));
      expect(at("empty_in")).toBe(container.returnedAt);
      expect(container.stay.to).toBeGreaterThan(container.stay.from);
    }
  });

  it("sets no pod_full_out_at for inland moves", () => {
    const inland = plans(start).filter(({ container }) => container.rail);
    expect(inland.length).toBeGreaterThan(20);
    for (const plan of inland) {
      const { container } = factsAt(plan, plan.container.returnedAt + 1);
      expect(container.pod_full_out_at).toBeNull();
      expect(container.final_destination_full_out_at).not.toBeNull();
      expect(container.current_status).toBe("empty_returned");
    }
  });
});

describe("stepsBetween", () => {
  const start = millis("2026-11-21T09:00:00Z");
  const some = plans(start).filter((_, index) => index % 7 === 0);

  it("returns the same steps for one range as for its two parts", () => {
    for (const plan of some) {
      const whole = stepsBetween(plan, start, start + DAY_MS / 4);
      const parts = [
        ...stepsBetween(plan, start, start + DAY_MS / 9),
        ...stepsBetween(plan, start + DAY_MS / 9, start + DAY_MS / 4),
      ];
      expect(parts.map(({ at, kind }) => `${at} ${kind}`)).toEqual(
        whole.map(({ at, kind }) => `${at} ${kind}`),
      );
    }
  });

  it("reports every milestone once, and only the last missed check of each place", () => {
    for (const plan of some.filter(({ voyage, container }) => !voyage.misreport && !container.misreport)) {
      const end = start + 20 * DAY_MS;
      const reported = stepsBetween(plan, start, end, false).flatMap(({ milestones }) => milestones);
      const all = listMilestones(plan).filter(({ at }) => millis(at) > start && millis(at) <= end);
      expect(reported).toEqual(all);
      const checks = momentsBetween(plan, start, end, false).filter(({ kind }) => kind === "terminal-check");
      expect(checks.length).toBeLessThanOrEqual(plan.container.rail ? 2 : 1);
    }
  });

  it("begins with a history that matches the facts", () => {
    for (const plan of some) {
      const { container } = factsAt(plan, start);
      const events = historyAt(plan, start, container.current_status).map(({ event }) => event);
      expect(events.includes("vessel_discharged")).toBe(container.pod_discharged_at !== null);
      expect(events.includes("empty_in")).toBe(container.empty_terminated_at !== null);
      expect(events.includes("available")).toBe(container.current_status === "available");
    }
  });
});
