import { describe, expect, it } from "vitest";
import type { ContainerAttributes, Hold } from "@/lib/contract/container";
import { boardRow } from "@/lib/domain/board-row/board-row";
import { inQueue, queueWindows } from "@/lib/domain/board-row/test-in-queue";
import { whyToday } from "@/lib/domain/board-row/why-today";
import type { Container } from "@/lib/domain/container/container-facts";
import { deadlines, inlandContainer, testContainer } from "@/lib/domain/container/test-container";
import { currentHolds } from "./holds";
import { readiness } from "./readiness";

const RAILED = "2026-11-18T12:00:00Z";
const ARRIVED = "2026-11-22T06:00:00Z";
const UNLOADED = "2026-11-22T12:00:00Z";
const CHECKED_AT_PORT = "2026-11-17T12:00:00Z";
const CHECKED_AT_RAMP = "2026-11-23T12:00:00Z";
const NOW = new Date("2026-11-23T18:00:00Z");

const customs: Hold = { name: "customs", status: "hold", description: "CET exam" };
const freight: Hold = { name: "freight", status: "hold", description: null };
const pending: Hold = { name: "USDA", status: "pending", description: null };

/** Unloaded from rail at Chicago, in the form of the live service: checked there, no attribute of an inland facility. */
const atChicago = (attributes: Partial<ContainerAttributes> = {}): Container =>
  inlandContainer({
    pod_rail_loaded_at: RAILED,
    ind_ata_at: ARRIVED,
    ind_rail_unloaded_at: UNLOADED,
    terminal_checked_at: CHECKED_AT_RAMP,
    availability_known: true,
    available_for_pickup: true,
    holds_at_pod_terminal: [],
    ...attributes,
  });
const atPort = (attributes: Partial<ContainerAttributes> = {}): Container =>
  testContainer({
    terminal_checked_at: CHECKED_AT_RAMP,
    availability_known: true,
    available_for_pickup: true,
    holds_at_pod_terminal: [],
    ...attributes,
  });

const PLACES = { inland: atChicago, port: atPort };
const LISTS: Record<string, Pick<ContainerAttributes, "ind_facility_holds">> = {
  absent: {},
  null: { ind_facility_holds: null },
  "[]": { ind_facility_holds: [] },
  freight: { ind_facility_holds: [freight] },
};
const STATUSES = ["grounded", "available", "not_available", undefined] as const;

/** What is expected of a container that lists `customs` or nothing, by place, list of the facility and availability. */
function expected(
  place: keyof typeof PLACES,
  facility: keyof typeof LISTS,
  holds: readonly Hold[],
  available: boolean | null,
  status: (typeof STATUSES)[number],
): string {
  const names = [
    ...holds.map(({ name }) => name),
    ...(place === "inland" && facility === "freight" ? ["freight"] : []),
  ];
  if (names.length > 0) return `Held: ${names.join(", ")}`;
  if (available !== null) return available ? "Ready" : "Not available";
  if (place === "port" || status === "grounded" || !status) return "Availability unknown";
  return status === "available" ? "Ready" : "Not available";
}

const CASES = Object.keys(PLACES).flatMap((place) =>
  Object.keys(LISTS).flatMap((facility) =>
    [[], [customs]].flatMap((holds) =>
      [true, false, null].flatMap((available) =>
        STATUSES.map((status) => ({
          place: place === "inland" ? ("inland" as const) : ("port" as const),
          facility,
          holds,
          available,
          status,
          listed: holds.length > 0 ? "customs" : "none",
        })),
      ),
    ),
  ),
);

const words = (container: Container): string => {
  const { state, label } = readiness(container);
  const names = currentHolds(container).map(({ name }) => name);
  return state === "held" ? `Held: ${names.join(", ")}` : label;
};

describe("readiness by place, lists of holds, availability and status", () => {
  it.each(CASES)(
    "$place, terminal's list $listed, facility's $facility, available $available, status $status",
    ({ place, facility, holds, available, status }) => {
      const container = PLACES[place]({
        ...LISTS[facility],
        holds_at_pod_terminal: holds,
        available_for_pickup: available,
        current_status: status,
      });
      expect(words(container)).toBe(expected(place, facility, holds, available, status));
    },
  );

  it.each([
    [
      "unavailable and not known, whatever the status",
      { availability_known: false, available_for_pickup: false },
    ],
    ["unavailable, whatever the status", { available_for_pickup: false }],
    [
      "with a hold of an undocumented status",
      { holds_at_pod_terminal: [{ name: "customs", status: "exam" }] },
    ],
  ])("is never ready inland: %s", (_, attributes) => {
    expect(readiness(atChicago({ current_status: "available", ...attributes })).state).not.toBe("ready");
  });

  it("warns of a pending hold inland and stays ready", () => {
    const { state, reasons } = readiness(atChicago({ holds_at_pod_terminal: [pending] }));
    expect(state).toBe("ready");
    expect(reasons.map(({ text }) => text)).toEqual(["USDA pending at Chicago: customs broker resolves it"]);
  });

  it("stays on rail while the port still reports it as available", () => {
    const onRail = { ind_ata_at: null, ind_rail_unloaded_at: null, terminal_checked_at: CHECKED_AT_PORT };
    expect(readiness(atChicago(onRail)).state).toBe("in_transit");
    expect(readiness(atChicago({ ...onRail, terminal_checked_at: null })).state).toBe("in_transit");
  });

  it("is ready once the ramp reports it, before the unloading is reported", () => {
    expect(readiness(atChicago({ ind_rail_unloaded_at: null, current_status: "on_rail" })).state).toBe(
      "ready",
    );
  });

  it("is not ready while a list of holds could not be read", () => {
    for (const list of ["holds_at_pod_terminal", "ind_facility_holds"]) {
      const container = { ...atChicago(), unconfirmed: { [list]: CHECKED_AT_RAMP } };
      expect(readiness(container).state, list).toBe("unknown");
    }
  });
});

describe("currentHolds past the port", () => {
  const places = (container: Container) => currentHolds(container).map(({ name, place }) => [name, place]);

  it("gives each hold its place by the time of the check", () => {
    const lists = { holds_at_pod_terminal: [customs], ind_facility_holds: [freight] };
    const at = (attributes: Partial<ContainerAttributes>) => places(atChicago({ ...lists, ...attributes }));
    expect(at({})).toEqual([
      ["customs", "inland"],
      ["freight", "inland"],
    ]);
    expect(at({ terminal_checked_at: null })).toEqual([
      ["customs", "inland"],
      ["freight", "inland"],
    ]);
    const leftAtPort = [
      ["customs", "port"],
      ["freight", "inland"],
    ];
    expect(at({ terminal_checked_at: CHECKED_AT_PORT })).toEqual(leftAtPort);
    expect(at({ ind_ata_at: null, ind_rail_unloaded_at: null })).toEqual(leftAtPort);
    expect(
      at({ terminal_checked_at: CHECKED_AT_PORT, rail_last_tracking_request_at: CHECKED_AT_RAMP }),
    ).toEqual([
      ["customs", "inland"],
      ["freight", "inland"],
    ]);
  });

  it("keeps a hold of the port past it, with its place in words", () => {
    const container = atChicago({
      terminal_checked_at: CHECKED_AT_PORT,
      holds_at_pod_terminal: [customs],
      ind_facility_holds: [{ name: "other", status: "hold", description: "storage due" }],
    });
    expect(readiness(container).reasons.map(({ text }) => text)).toEqual([
      "Waiting for customs release at Los Angeles: customs broker resolves it",
      "On hold (other) at Chicago: see its description",
    ]);
  });

  it("counts a hold in both lists once, and each of two alike in one list", () => {
    const alike = { name: "Customs ", status: "hold", description: "CET exam" };
    expect(places(atChicago({ holds_at_pod_terminal: [alike], ind_facility_holds: [customs] }))).toEqual([
      ["customs", "inland"],
    ]);
    const blank = { ...freight, description: "" };
    expect(
      places(atChicago({ holds_at_pod_terminal: [freight, freight], ind_facility_holds: [blank] })),
    ).toHaveLength(2);
  });
});

describe("a container with a customs hold at the ramp, in the form of the live service", () => {
  const held = atChicago({
    holds_at_pod_terminal: [customs],
    available_for_pickup: false,
    current_status: "available",
    location_at_pod_terminal: "Track 12",
    ...deadlines({ rail: "2026-11-24T06:00:00Z" }),
  });

  it("is held on the board, with its spot, and not to be pulled", () => {
    const row = boardRow(held);
    expect(row.readiness).toMatchObject({ state: "held", label: "Held" });
    expect(row.holds).toEqual([{ ...customs, place: "inland" }]);
    expect(row.yardSpot).toBe("Track 12");
    expect(whyToday("en-US", row, NOW)).toMatch(/^Held by customs, last free day tomorrow/);
  });

  it("is in the queue of held containers alone", () => {
    const windows = queueWindows(held);
    expect(inQueue(windows, "held", NOW)).toBe(true);
    expect(inQueue(windows, "pull-today", NOW)).toBe(false);
    expect(inQueue(windows, "no-appointment", NOW)).toBe(false);
  });

  it("is ready and to be pulled once the list lacks the hold", () => {
    const released = { ...held.attributes, holds_at_pod_terminal: [], available_for_pickup: true };
    const container = { ...held, attributes: { ...released, current_status: "grounded" } };
    expect(readiness(container)).toMatchObject({ state: "ready", label: "Ready" });
    expect(inQueue(queueWindows(container), "pull-today", NOW)).toBe(true);
    expect(inQueue(queueWindows(container), "held", NOW)).toBe(false);
  });
});
