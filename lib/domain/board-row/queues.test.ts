import { TZDate } from "@date-fns/tz";
import { addBusinessDays } from "date-fns/addBusinessDays";
import { differenceInCalendarDays } from "date-fns/differenceInCalendarDays";
import { format } from "date-fns/format";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Container } from "@/lib/domain/container/container-facts";
import { NOTHING_WRITTEN } from "@/lib/domain/container/container-facts";
import { deadlines, inlandContainer, testContainer } from "@/lib/domain/container/test-container";
import { isShownQueue, QUEUE_IDS, QUEUES, type QueueId } from "./queues";
import { inQueue, queueWindows } from "./test-in-queue";

const AT = "2026-11-16T12:00:00Z";
const NOV_25_LA = "2026-11-25T08:00:00Z";
const ready = { availability_known: true, available_for_pickup: true, terminal_checked_at: AT };
const held = { holds_at_pod_terminal: [{ name: "customs", status: "hold" }] };

/** The queues that contain a container at an instant, without `all`. */
function queuesAt(container: Container, now: string): QueueId[] {
  const windows = queueWindows(container);
  return QUEUE_IDS.filter((queue) => queue !== "all" && inQueue(windows, queue, new Date(now)));
}

describe("the queues", () => {
  it("are sorted in the order of the workday, each with a name", () => {
    expect(QUEUES.map(({ id }) => id)).toEqual([...QUEUE_IDS]);
    expect(QUEUES.map(({ order }) => order)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('include every container in "all"', () => {
    expect(inQueue(queueWindows(testContainer({}, {}, { shipment: null })), "all", new Date(0))).toBe(true);
  });
});

describe("a planned pickup or empty return", () => {
  const { plan } = NOTHING_WRITTEN;
  const zone = "America/Los_Angeles";
  // 22:30 on 19 November in Los Angeles.
  const late = { at: "2026-11-20T06:30:00Z", zone };
  const planned = (facts: object, change: object) =>
    testContainer(facts, {}, { team: { ...NOTHING_WRITTEN, plan: { ...plan, ...change } } });

  it("is planned today on its day at the terminal, and needs an appointment again after it", () => {
    const checked = { ...ready, terminal_checked_at: "2026-11-20T08:00:00Z" };
    const container = planned(checked, { pickup: late });
    expect(queuesAt(container, "2026-11-19T07:59:59.999Z")).toEqual(["pull-today"]);
    expect(queuesAt(container, "2026-11-19T08:00:00Z")).toEqual(["pull-today", "planned-today"]);
    expect(queuesAt(container, "2026-11-20T07:59:59.999Z")).toEqual(["pull-today", "planned-today"]);
    expect(queuesAt(container, "2026-11-20T08:00:00Z")).toEqual(["pull-today", "no-appointment"]);
  });

  it("lasts 25 hours when clocks go back, and uses UTC in an unknown zone", () => {
    const back = planned(ready, { pickup: { at: "2026-11-01T20:00:00Z", zone } });
    expect(queueWindows(back)["planned-today"]).toEqual({
      from: "2026-11-01T07:00:00.000Z",
      to: "2026-11-02T08:00:00.000Z",
    });
    const unknown = planned(ready, { pickup: { at: "2026-11-20T06:30:00Z", zone: "Moon/Base" } });
    expect(queueWindows(unknown)["planned-today"]).toEqual({
      from: "2026-11-20T00:00:00.000Z",
      to: "2026-11-21T00:00:00.000Z",
    });
  });

  it("is the return once the container is picked up, and nothing once it is returned", () => {
    const noon = { at: "2026-11-22T20:00:00Z", zone };
    const both = { pickup: late, emptyReturn: noon };
    const out = { ...ready, pod_full_out_at: "2026-11-20T07:00:00Z" };
    expect(queuesAt(planned(out, both), "2026-11-20T07:30:00Z")).toEqual(["empty-due"]);
    expect(queuesAt(planned(out, both), "2026-11-22T20:00:00Z")).toEqual(["planned-today", "empty-due"]);
    const returned = { ...out, empty_terminated_at: "2026-11-22T18:00:00Z" };
    expect(queuesAt(planned(returned, both), "2026-11-22T20:00:00Z")).toEqual([]);
  });
});

describe("pull today", () => {
  const container = testContainer({
    ...ready,
    ...deadlines({ terminal: NOV_25_LA }),
    pickup_appointment_at: AT,
    terminal_checked_at: "2026-12-01T00:00:00Z",
  });

  it("opens on the local day three business days before, across a weekend", () => {
    expect(queuesAt(container, "2026-11-20T07:59:59.999Z")).toEqual([]);
    expect(queuesAt(container, "2026-11-20T08:00:00Z")).toEqual(["pull-today"]);
  });

  it("keeps expired containers that can still be pulled", () => {
    expect(queuesAt(container, "2026-11-26T07:59:59.999Z")).toEqual(["pull-today"]);
    expect(queuesAt(container, "2026-11-26T08:00:00Z")).toEqual(["expired", "pull-today"]);
  });

  it("includes a ready container without a deadline, at any time", () => {
    expect(queuesAt(testContainer(ready), AT)).toEqual(["pull-today", "no-appointment"]);
  });

  it.each([
    testContainer({ ...ready, ...held }),
    testContainer({ ...ready, available_for_pickup: null }),
    testContainer({ ...ready, pod_full_out_at: AT }),
    testContainer({ available_for_pickup: false }),
  ])("excludes a container that is not ready or is picked up, case %#", (refused) => {
    const queues = queuesAt(refused, AT);
    expect(queues).not.toContain("pull-today");
    expect(queues).not.toContain("no-appointment");
  });
});

describe("held", () => {
  const container = testContainer({
    ...held,
    ...deadlines({ terminal: NOV_25_LA }),
    terminal_checked_at: NOV_25_LA,
  });

  it("is open from three calendar days before the deadline until it ends", () => {
    expect(queuesAt(container, "2026-11-22T07:59:59.999Z")).toEqual([]);
    expect(queuesAt(container, "2026-11-22T08:00:00Z")).toEqual(["held"]);
    expect(queuesAt(container, "2026-11-26T07:59:59.999Z")).toEqual(["held"]);
    expect(queuesAt(container, "2026-11-26T08:00:00Z")).toEqual(["expired", "stale"]);
  });

  it("ends at the last gate time if set", () => {
    // 25 November 2026 is a Wednesday.
    const hours = [{ day: 3, from: "07:00", to: "16:00" }];
    const team = { ...NOTHING_WRITTEN, gates: [{ facilityId: "t-1", hours, specialDays: [] }] };
    const windows = queueWindows({ ...container, team });
    expect(windows.held?.to).toBe("2026-11-26T00:00:00.000Z");
    expect(windows.expired?.from).toBe("2026-11-26T00:00:00.000Z");
  });

  it("is three days before the last gate if the terminal is closed on the last free day", () => {
    const hours = [{ day: 1, from: "07:00", to: "16:00" }];
    const team = { ...NOTHING_WRITTEN, gates: [{ facilityId: "t-1", hours, specialDays: [] }] };
    const windows = queueWindows({ ...container, team });
    expect(windows.held).toEqual({ from: "2026-11-20T08:00:00.000Z", to: "2026-11-24T00:00:00.000Z" });
  });

  it("excludes pending holds, containers without a deadline and picked-up containers", () => {
    const pending = { holds_at_pod_terminal: [{ name: "customs", status: "pending" }] };
    const lfd = deadlines({ terminal: NOV_25_LA });
    expect(queueWindows(testContainer({ ...pending, ...lfd })).held).toBeNull();
    expect(queueWindows(testContainer(held)).held).toBeNull();
    expect(queueWindows(testContainer({ ...held, ...lfd, pod_full_out_at: AT })).held).toBeNull();
  });
});

describe("arriving", () => {
  const sea = { pod_discharged_at: null };
  const eta = { pod_eta_at: "2026-11-25T20:00:00Z" };

  it("opens three business days before the day of the ETA at the port, and stays open while the container is late", () => {
    const container = testContainer(sea, eta);
    expect(queuesAt(container, "2026-11-20T07:59:59.999Z")).toEqual([]);
    expect(queuesAt(container, "2026-11-20T08:00:00Z")).toEqual(["arriving"]);
    expect(queuesAt(container, "2026-12-20T08:00:00Z")).toEqual(["arriving"]);
  });

  it.each([
    testContainer(sea),
    testContainer({ ...sea, pod_arrived_at: AT }, eta),
    testContainer(sea, { ...eta, pod_ata_at: AT }),
    testContainer({}, eta),
    testContainer({ ...sea, current_status: "available" }, eta),
    testContainer({ ...sea, current_status: "off_dock" }, eta),
    testContainer({ ...sea, current_status: "picked_up" }, eta),
    inlandContainer({ ind_eta_at: NOV_25_LA, ind_ata_at: AT }),
    inlandContainer({ ind_eta_at: NOV_25_LA, ind_rail_unloaded_at: AT }),
    inlandContainer({ ind_eta_at: NOV_25_LA, final_destination_full_out_at: AT }),
  ])("excludes a container without an ETA or after arrival, case %#", (container) => {
    expect(queueWindows(container).arriving).toBeNull();
  });

  it("uses the inland ETA in the inland zone once off the vessel", () => {
    const container = inlandContainer({ pod_rail_loaded_at: AT, ind_eta_at: "2026-11-25T05:00:00Z" });
    expect(queueWindows(container).arriving?.from).toBe("2026-11-19T06:00:00.000Z");
  });
});

describe("unreadable", () => {
  const since = (...names: string[]) => ({
    unconfirmed: Object.fromEntries(names.map((name) => [name, AT])),
  });
  const checked = { ...ready, terminal_checked_at: AT };

  it.each(["holds_at_pod_terminal", "available_for_pickup"])(
    "has a container without a readable %s",
    (name) => {
      expect(queuesAt(testContainer(checked, {}, since(name)), AT)).toEqual(["unreadable"]);
      expect(queuesAt(testContainer({ ...checked, pod_full_out_at: AT }, {}, since(name)), AT)).toEqual([
        "empty-due",
      ]);
    },
  );

  it("has none without a readable deadline: it stays in the queues of the last known day", () => {
    const container = { ...checked, ...deadlines({ terminal: NOV_25_LA }) };
    const known = queuesAt(testContainer(container), "2026-11-22T12:00:00Z");
    expect(known).toContain("pull-today");
    const names = ["import_deadlines.pickup_lfd_terminal", "pickup_lfd"];
    expect(queuesAt(testContainer(container, {}, since(...names)), "2026-11-22T12:00:00Z")).toEqual(known);
  });

  it("is shown in lists of queues while it has containers", () => {
    expect(isShownQueue("unreadable", { unreadable: 0 })).toBe(false);
    expect(isShownQueue("unreadable", { unreadable: 1 })).toBe(true);
    expect(isShownQueue("held", {})).toBe(true);
  });
});

describe("empty due and stale", () => {
  it("keeps a pulled container until its empty return", () => {
    expect(queuesAt(testContainer({ pod_full_out_at: AT }), AT)).toEqual(["empty-due"]);
    expect(queuesAt(testContainer({ current_status: "delivered" }), AT)).toEqual(["empty-due"]);
    expect(queuesAt(testContainer({ pod_full_out_at: AT, empty_terminated_at: AT }), AT)).toEqual([]);
    expect(queuesAt(testContainer({ current_status: "empty_returned" }), AT)).toEqual([]);
    expect(queuesAt(inlandContainer({ pod_full_out_at: AT }), AT)).not.toContain("empty-due");
  });

  it("marks a container stale 24 h after the last check, or if it was never checked", () => {
    const container = testContainer({ terminal_checked_at: AT });
    expect(queuesAt(container, "2026-11-17T11:59:59.999Z")).toEqual([]);
    expect(queuesAt(container, "2026-11-17T12:00:00Z")).toEqual(["stale"]);
    expect(queuesAt(testContainer(), AT)).toEqual(["stale"]);
    expect(
      queueWindows(inlandContainer({ terminal_checked_at: AT, pod_rail_loaded_at: AT })).stale,
    ).toBeNull();
    expect(queueWindows(testContainer({ pod_discharged_at: null })).stale).toBeNull();
  });
});

/** The queue rules restated for a port move, with another library's calendar. */
function naive(
  container: Container,
  zone: string | null,
  now: Date,
): Record<"expired" | "pull-today" | "held" | "arriving", boolean> {
  const at = (instant: string | Date) => new TZDate(new Date(instant).getTime(), zone ?? "UTC");
  const day = (date: Date) => format(date, "yyyy-MM-dd");
  const { attributes, shipment } = container;
  const terminal = attributes.import_deadlines?.pickup_lfd_terminal;
  const eta = shipment?.attributes.pod_eta_at;
  const today = at(now);
  const horizon = day(addBusinessDays(today, 3));
  const left = terminal ? differenceInCalendarDays(day(at(terminal)), day(today)) : null;
  const blocked = (attributes.holds_at_pod_terminal ?? []).some(({ status }) => status === "hold");
  const pulled = Boolean(attributes.pod_full_out_at);
  const free = attributes.available_for_pickup === true && !blocked && !pulled;
  return {
    expired: !pulled && left !== null && left < 0,
    "pull-today": free && (!terminal || day(at(terminal)) <= horizon),
    held: blocked && !pulled && left !== null && left >= 0 && left <= 3,
    arriving: Boolean(eta) && !attributes.pod_discharged_at && !pulled && day(at(eta ?? now)) <= horizon,
  };
}

describe("consistency of windows and rules", () => {
  const zones = fc.constantFrom(
    "America/New_York",
    "America/Los_Angeles",
    "Asia/Kathmandu",
    "Pacific/Honolulu",
    "America/Santiago",
    "Europe/London",
    "Australia/Lord_Howe",
    null,
  );
  const START = Date.parse("2024-01-01T00:00:00Z");
  const DAY_MS = 86_400_000;
  const instants = fc.integer({ min: 0, max: 1500 * 86_400 }).map((second) => START + second * 1000);
  const iso = (ms: number) => new Date(ms).toISOString();

  it("holds at random instants, in random zones, and on every boundary", () => {
    const facts = fc.record({
      zone: zones,
      lfd: instants,
      reported: fc.boolean(),
      available: fc.constantFrom(true, false, null),
      hold: fc.constantFrom("hold", "pending", null),
      pulled: fc.boolean(),
      landed: fc.boolean(),
      etaAfterMs: fc.integer({ min: -9 * DAY_MS, max: 9 * DAY_MS }),
      nowAfterMs: fc.integer({ min: -9 * DAY_MS, max: 9 * DAY_MS }),
    });
    fc.assert(
      fc.property(facts, (fact) => {
        const container = testContainer(
          {
            pod_timezone: fact.zone,
            pod_discharged_at: fact.landed ? iso(fact.lfd - 9 * DAY_MS) : null,
            available_for_pickup: fact.available,
            holds_at_pod_terminal: fact.hold ? [{ name: "other", status: fact.hold }] : [],
            pod_full_out_at: fact.pulled ? iso(fact.lfd) : null,
            ...(fact.reported ? deadlines({ terminal: iso(fact.lfd) }) : {}),
          },
          { pod_timezone: fact.zone, pod_eta_at: iso(fact.lfd + fact.etaAfterMs) },
        );
        const windows = queueWindows(container);
        const bounds = Object.values(windows)
          .flatMap((window) => [window?.from, window?.to])
          .flatMap((bound) => (bound ? [Date.parse(bound) - 1, Date.parse(bound)] : []));
        for (const ms of [fact.lfd + fact.nowAfterMs, ...bounds]) {
          const now = new Date(ms);
          const expected = naive(container, fact.zone, now);
          const found = {
            expired: inQueue(windows, "expired", now),
            "pull-today": inQueue(windows, "pull-today", now),
            held: inQueue(windows, "held", now),
            arriving: inQueue(windows, "arriving", now),
          };
          expect({ now: iso(ms), ...found }).toEqual({ now: iso(ms), ...expected });
        }
      }),
      { numRuns: 500 },
    );
  });
});
