import { testDeadline, testRow } from "@/components/board/test-row";
import { hoursFromNow } from "@/e2e/gallery/support/data";
import type { Hold } from "@/lib/contract/container";
import { HOLD_NAMES } from "@/lib/contract/enums";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import { LINES } from "@/tracking-service/sources/simulation/world/lines";
import { RAMPS } from "@/tracking-service/sources/simulation/world/ramps";
import { TERMINALS } from "@/tracking-service/sources/simulation/world/terminals";
import { VESSELS } from "@/tracking-service/sources/simulation/world/vessels";

const zone = "America/Los_Angeles";
const at = (hours: number) => ({ at: hoursFromNow(hours), zone });
const hold = (name: string, status: string): Hold => ({ name, status, description: null });
const charge = (type: string, label: string, minor: number) =>
  ({ type, label, minor, place: "terminal", currency: "USD", excluded: false }) as const;

/** What is as wide as it realistically becomes in any row. */
const WIDE: Partial<BoardRow> = {
  equipment: "40′ high cube reefer",
  customer: "Cedar Row Furnishings",
  status: { value: "grounded", label: "At terminal" },
  yardSpot: "W47-23",
  deadline: {
    ...testDeadline("2026-11-18", "2026-11-19T08:00:00Z"),
    sources: [
      { source: "line", on: "2026-11-18", zone, applies: true },
      { source: "terminal", on: "2026-11-20", zone, applies: true },
    ],
  },
  charges: {
    reported: true,
    lines: [charge("demurrage", "Demurrage", 196_000), charge("exam", "Exam", 35_000)],
    sums: [{ currency: "USD", minor: 231_000 }],
  },
  drayCarriers: [{ roleId: "r-1", partyId: "p-1", name: "Three Rivers Cartage" }],
  driver: "Marco Alvarez",
  appointment: at(28),
  plannedPickup: at(28),
  plannedReturn: at(28),
  checkedAt: hoursFromNow(-30),
};

const PLACES = [...TERMINALS.map(({ name }) => name), ...RAMPS.map(({ name }) => name)];
const nth = <T>(all: readonly T[], index: number): T => {
  const found = all[index % all.length];
  if (found === undefined) throw new Error("There is none.");
  return found;
};

let rows = 0;

/** A row of the next terminal, line and vessel of the simulation. */
function row(change: Partial<BoardRow>): BoardRow {
  const index = rows++;
  const { scac, shortName } = nth(LINES, index);
  return testRow(String(index), {
    ...WIDE,
    terminal: { id: "t-1", name: nth(PLACES, index) },
    line: { scac, name: shortName },
    vessel: { name: nth(VESSELS, index).name, voyage: "372E" },
    ...change,
  });
}

const heldBy = (...holds: Hold[]) =>
  row({
    readiness: { state: "held", label: "Held", reasons: [] },
    holds,
    followUp: {
      ...{ holdName: holds[0]?.name ?? "", owner: "Ana Lopez", zone, nextCheckAt: hoursFromNow(20) },
      ...{ contacted: "Ana Lopez", promise: "Documents sent" },
    },
  });

/** Each hold alone, with others, and with pending ones. */
export const HELD: BoardRow[] = HOLD_NAMES.flatMap((name) => {
  const one = hold(name, "hold");
  const customs = hold("customs", "hold");
  return [
    heldBy(one),
    heldBy(one, customs),
    heldBy(one, customs, hold("other", "hold")),
    heldBy(one, hold("customs", "pending")),
    heldBy(one, hold("customs", "pending"), hold("other", "pending")),
    heldBy(one, customs, hold("other", "pending")),
    heldBy(one, customs, hold("other", "hold"), hold("USDA", "pending")),
  ];
});

const STATES: BoardRow["readiness"][] = [
  { state: "ready", label: "Ready", reasons: [] },
  { state: "unknown", label: "Availability unknown", reasons: [] },
  { state: "not_available", label: "Not available", reasons: [] },
];

/** Each state without a hold, with one and with two that are pending. */
export const NOT_HELD: BoardRow[] = STATES.flatMap((readiness) => [
  row({ readiness }),
  ...HOLD_NAMES.map((name) => row({ readiness, holds: [hold(name, "pending")] })),
  ...HOLD_NAMES.map((name) => row({ readiness, holds: [hold(name, "pending"), hold("USDA", "pending")] })),
]);

const UNKNOWN: Partial<BoardRow> = {
  yardSpot: null,
  deadline: { state: "not_discharged", governing: null, sources: [], serviceNames: null },
  charges: { reported: false, lines: [], sums: [] },
};

/** The longest names of vessels, and each ramp. */
export const UNDER_WAY: BoardRow[] = [
  ...VESSELS.toSorted((one, other) => other.name.length - one.name.length)
    .slice(0, 30)
    .map(({ name }) =>
      row({
        ...UNKNOWN,
        readiness: { state: "not_discharged", label: "Not discharged", reasons: [] },
        status: { value: "on_ship", label: "On ship" },
        vessel: { name, voyage: "372E" },
        arrival: { place: "port", eta: at(52), firstEta: at(4), actual: null },
      }),
    ),
  ...RAMPS.map(({ city }) =>
    row({
      ...UNKNOWN,
      readiness: { state: "in_transit", label: "On rail", reasons: [] },
      status: { value: "on_rail", label: "On rail" },
      byRail: true,
      destination: { locode: "USJOT", name: city },
      arrival: { place: "inland", eta: at(52), firstEta: at(4), actual: null },
    }),
  ),
];

/** An empty that is due soon, late, or without terms, of each line. */
export const EMPTIES: BoardRow[] = LINES.flatMap(() =>
  [
    { state: "due", on: "2026-11-20", endsAt: "2026-11-21T08:00:00Z" } as const,
    { state: "due", on: "2026-11-06", endsAt: "2026-11-07T08:00:00Z" } as const,
    { state: "terms_not_set", on: null, endsAt: null } as const,
  ].map((due) =>
    row({
      readiness: { state: "picked_up", label: "Picked up", reasons: [] },
      status: { value: "picked_up", label: "Picked up" },
      deadline: { ...testDeadline("2026-11-12", "2026-11-13T08:00:00Z"), state: "picked_up" },
      yardSpot: null,
      gateOut: at(-340),
      returnDue: { ...due, zone, outAt: hoursFromNow(-340), returnedAt: null },
      note: "Call the warehouse first.",
    }),
  ),
);
