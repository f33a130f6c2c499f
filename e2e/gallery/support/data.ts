import type { BoardStart } from "@/components/board/board";
import type { BoardPageData } from "@/components/board/page-data";
import { testDeadline, testRow } from "@/components/board/test-row";
import type { FormAction, FormState } from "@/components/ui/forms/form-state";
import { UNTRIED } from "@/components/ui/forms/form-state";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import type { QueueId } from "@/lib/domain/board-row/queues";
import { deadlines, testContainer } from "@/lib/domain/container/test-container";
import { NOW } from "./fixed-time";

const HOUR = 3_600_000;

/** The instant that many hours after the gallery's time, UTC text. Negative: before it. */
export const hoursFromNow = (hours: number): string => new Date(NOW + hours * HOUR).toISOString();
const terminalTime = (hours: number) => ({ at: hoursFromNow(hours), zone: "America/Los_Angeles" });
const dollars = (minor: number): BoardRow["charges"] => ({
  reported: true,
  lines: [
    { type: "demurrage", label: "Demurrage", place: "terminal", currency: "USD", minor, excluded: false },
    { type: "exam", label: "Exam", place: "terminal", currency: "USD", minor: 35_000, excluded: false },
  ],
  sums: [{ currency: "USD", minor: minor + 35_000 }],
});

/** A row in each state that the board shows differently. */
export const ROWS: BoardRow[] = [
  testRow("1", {
    deadline: testDeadline("2026-11-16", "2026-11-17T08:00:00Z"),
    charges: dollars(61_000),
    drayCarriers: [{ roleId: "r-1", partyId: "p-1", name: "Harbor Dray" }],
    customer: "Northwind Outdoor",
    checkedAt: hoursFromNow(-1),
  }),
  testRow("2", {
    deadline: testDeadline("2026-11-18", "2026-11-19T08:00:00Z"),
    appointment: terminalTime(4),
    drayCarriers: [
      { roleId: "r-2", partyId: "p-1", name: "Harbor Dray" },
      { roleId: "r-3", partyId: "p-2", name: "Long Beach Cartage & Transfer Company" },
    ],
    checkedAt: hoursFromNow(-0.3),
    tags: ["hot"],
    note: "Call the warehouse one hour ahead.",
  }),
  testRow("3", {
    readiness: {
      state: "held",
      label: "Held",
      reasons: [{ kind: "hold", warning: false, text: "customs hold" }],
    },
    holds: [
      { name: "customs", status: "hold", description: "CBP EXAM SITE" },
      { name: "freight", status: "hold", description: null },
    ],
    status: { value: "on_hold", label: "On hold" },
    checkedAt: hoursFromNow(-2),
    followUp: {
      holdName: "customs",
      owner: "Broker",
      nextCheckAt: hoursFromNow(-1),
      zone: "America/Los_Angeles",
    },
    references: ["PO-88120", "PO-88121", "PO-88122"],
    yardSpot: "C-14-02",
  }),
  testRow("4", {
    readiness: {
      state: "ready",
      label: "Ready",
      reasons: [{ kind: "pending_hold", warning: true, text: "VACIS hold pending" }],
    },
    holds: [{ name: "VACIS", status: "pending", description: null }],
    deadline: testDeadline("2026-11-23", "2026-11-24T08:00:00Z"),
    checkedAt: hoursFromNow(-30),
  }),
  testRow("5", {
    equipment: null,
    readiness: { state: "not_discharged", label: "Not discharged", reasons: [] },
    deadline: { state: "not_reported", governing: null, sources: [], serviceNames: null },
    status: { value: "on_ship", label: "On ship" },
    arrival: { place: "port", eta: terminalTime(52), firstEta: terminalTime(4), actual: null },
    terminal: { id: null, name: null },
    onTerminalGround: false,
    checkedAt: null,
    line: { scac: "HLCU", name: null },
  }),
  testRow("6", {
    readiness: { state: "picked_up", label: "Picked up", reasons: [] },
    status: { value: "picked_up", label: "Picked up" },
    deadline: { ...testDeadline("2026-11-12", "2026-11-13T08:00:00Z"), state: "picked_up" },
    gateOut: terminalTime(-140),
    onTerminalGround: false,
    checkedAt: hoursFromNow(-5),
  }),
  testRow("7", {
    deletedUpstreamAt: hoursFromNow(-20),
    readiness: { state: "unknown", label: "Availability unknown", reasons: [] },
  }),
];

export const COUNTS: Record<QueueId, number> = {
  expired: 1,
  "pull-today": 1,
  "no-appointment": 2,
  "planned-today": 1,
  held: 1,
  "follow-up-due": 1,
  arriving: 1,
  "empty-due": 1,
  unreadable: 0,
  stale: 1,
  all: 1_204,
};

export const boardPage = (change: Partial<BoardPageData> = {}): BoardPageData => ({
  rows: ROWS,
  unseenChanges: {},
  total: ROWS.length,
  next: null,
  counts: COUNTS,
  changed: 0,
  asOf: hoursFromNow(0),
  ...change,
});

/** What the server reads for the board. */
export const boardStart = (
  page: Partial<BoardPageData> = {},
  rest: Partial<BoardStart> = {},
): BoardStart => ({
  rows: JSON.stringify(boardPage(page)),
  groups: null,
  views: { views: [], defaultViewId: null },
  settings: { density: "cosy", columns: "" },
  wide: false,
  fieldNames: {},
  beginning: "",
  ...rest,
});

export const NO_FACETS = Object.fromEntries(
  [
    "terminals",
    "lines",
    "ports",
    "statuses",
    "carriers",
    "customers",
    "vessels",
    "holds",
    "tags",
    "fields",
  ].map((name) => [name, []]),
);

/** A container with two holds, a deadline that moved, and fees. */
export const HELD_CONTAINER = testContainer({
  ...deadlines({ line: "2026-11-21T08:00:00Z", terminal: "2026-11-20T08:00:00Z" }),
  available_for_pickup: false,
  holds_at_pod_terminal: [
    { name: "customs", status: "hold", description: "CBP EXAM SITE 3" },
    { name: "TMF", status: "hold", description: null },
    { name: "VACIS", status: "pending", description: null },
  ],
});

export const PARTIES = [
  { id: "p-1", name: "Harbor Dray" },
  { id: "p-2", name: "Long Beach Cartage & Transfer Company" },
  { id: "p-3", name: "Northwind Outdoor" },
];

/** A form's action that answers with the typed values and the given state. */
export const answering =
  (state: Partial<FormState>): FormAction =>
  async (_, form) => ({
    ...UNTRIED,
    values: Object.fromEntries(
      [...form].filter((entry): entry is [string, string] => typeof entry[1] === "string"),
    ),
    ...state,
  });

/** An action that succeeds. */
export const saved: FormAction = async () => ({ ...UNTRIED, done: "Saved." });
