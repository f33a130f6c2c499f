import { describe, expect, it } from "vitest";
import { containerAttributesSchema } from "@/lib/contract/container";
import { facilityAttributesSchema } from "@/lib/contract/place";
import { shipmentAttributesSchema } from "@/lib/contract/shipment";
import { boardRow } from "@/lib/domain/board-row/board-row";
import { rowQueueWindows } from "@/lib/domain/board-row/queues";
import { type Container, NOTHING_WRITTEN } from "@/lib/domain/container/container-facts";
import { readiness } from "@/lib/domain/readiness/readiness";
import { partsOf } from "./facts";
import { CONTAINER, SHIPMENT, type SubjectKind } from "./history-types";
import { observationsOf, readReport } from "./observations";
import { RECORD_SCHEMAS, type RecordKind } from "./record-types";
import { Kept } from "./test-merge-result";
import { REPLACEMENTS, wholeRecord } from "./test-odd-values";

type Attributes = Record<string, unknown>;
/** What is reported one after the other about one container, its shipment and its terminal. */
type Reported = Partial<Record<"container" | "shipment" | "terminal", Attributes>>;

const READY: Attributes = {
  number: "MSKU4807969",
  current_status: "available",
  pod_timezone: "America/Los_Angeles",
  pod_discharged_at: "2026-11-19T08:00:00Z",
  availability_known: true,
  available_for_pickup: true,
  holds_at_pod_terminal: [],
  pickup_lfd: "2026-11-24T08:00:00Z",
};
const HELD = [{ name: "customs", status: "hold" }];
const INLAND: Attributes = {
  ...READY,
  current_status: "available",
  final_destination_timezone: "America/Chicago",
  pod_rail_loaded_at: "2026-11-19T10:00:00Z",
  ind_rail_unloaded_at: "2026-11-20T10:00:00Z",
  ind_facility_holds: [],
};
const PORT_SHIPMENT: Attributes = { port_of_discharge_locode: "USLAX", pod_timezone: "America/Los_Angeles" };
const INLAND_SHIPMENT: Attributes = { ...PORT_SHIPMENT, destination_locode: "USCHI" };

/** What was known before the odd value came. */
const KNOWN: Readonly<Record<string, Reported>> = {
  nothing: {},
  ready: { container: READY, shipment: PORT_SHIPMENT },
  held: { container: { ...READY, holds_at_pod_terminal: HELD }, shipment: PORT_SHIPMENT },
  "not available": { container: { ...READY, available_for_pickup: false }, shipment: PORT_SHIPMENT },
  "availability unknown": { container: { ...READY, availability_known: false }, shipment: PORT_SHIPMENT },
  "on ship": { container: { number: "MSKU4807969", current_status: "on_ship" }, shipment: PORT_SHIPMENT },
  "picked up": {
    container: { ...READY, current_status: "picked_up", pod_full_out_at: "2026-11-20T08:00:00Z" },
    shipment: PORT_SHIPMENT,
  },
  "ready inland": { container: INLAND, shipment: INLAND_SHIPMENT },
  "ready inland by its status": {
    container: { ...INLAND, availability_known: false, available_for_pickup: null },
    shipment: INLAND_SHIPMENT,
  },
  "held inland": { container: { ...INLAND, ind_facility_holds: HELD }, shipment: INLAND_SHIPMENT },
  "on rail": {
    container: { ...INLAND, current_status: "on_rail", ind_rail_unloaded_at: null },
    shipment: INLAND_SHIPMENT,
  },
  "out of the port, going inland": {
    container: { ...READY, pod_full_out_at: "2026-11-20T08:00:00Z" },
    shipment: INLAND_SHIPMENT,
  },
};

/** What comes with the odd value: nothing else, or all that makes a container ready. */
const COMING: Readonly<Record<string, Reported>> = {
  alone: {},
  "with the facts of a ready container": { container: READY, shipment: PORT_SHIPMENT },
  "with the facts of one that is ready inland": { container: INLAND, shipment: INLAND_SHIPMENT },
};

const at = (n: number) => new Date(Date.UTC(2026, 10, 20, 8, n));

const readRecord = (type: RecordKind, attributes: Attributes, n: number) =>
  readReport({
    records: [{ type, id: "r-1", attributes }],
    origin: { asOf: at(n), notificationId: `n-${n}`, receivedAt: at(n) },
  });

function partsAfter(kind: SubjectKind, reports: readonly (Attributes | undefined)[]) {
  const stored = new Kept(kind);
  for (const [n, attributes] of reports.entries())
    if (attributes)
      stored.take(observationsOf([readRecord(kind.type, attributes, n)], kind.type).get("r-1") ?? []);
  return partsOf(stored.known?.facts ?? {});
}

/** The container as the rules read it after the reports. */
function containerAfter(reports: readonly Reported[]): Container {
  const { attributes, unconfirmed } = partsAfter(
    CONTAINER,
    reports.map(({ container }) => container),
  );
  const shipment = partsAfter(
    SHIPMENT,
    reports.map((report) => report.shipment),
  );
  const terminal = reports.flatMap((report, n) =>
    report.terminal ? readRecord("terminal", report.terminal, n).sorted.terminal : [],
  );
  return {
    id: "r-1",
    attributes: containerAttributesSchema.parse(attributes),
    unconfirmed,
    shipment: { id: "s-1", attributes: shipmentAttributesSchema.parse(shipment.attributes) },
    podTerminal: {
      id: "t-1",
      attributes: facilityAttributesSchema.parse(
        Object.assign({}, ...terminal.map(({ attributes }) => attributes)),
      ),
    },
    pickupFacility: null,
    destinationTerminal: null,
    drayCarriers: [],
    deletedUpstreamAt: null,
    customFields: {},
    team: NOTHING_WRITTEN,
  };
}

const stateAfter = (reports: readonly Reported[]): string => readiness(containerAfter(reports)).state;

const KINDS = ["container", "shipment", "terminal"] as const;
type Odd = { kind: (typeof KINDS)[number]; name: string; by: string; value: unknown; isMarked: boolean };

const isMarked = (kind: RecordKind, name: string, value: unknown): boolean =>
  readRecord(kind, { [name]: value }, 0).unreadable.length > 0;

/** The replacements of an attribute, once for all that are read alike. */
function oddValues(kind: Odd["kind"], name: string): Odd[] {
  const distinct = new Map<string, Odd>();
  for (const [by, value] of Object.entries(REPLACEMENTS)) {
    const { sorted, unreadable } = readRecord(kind, { [name]: value }, 0);
    const key = JSON.stringify([sorted[kind][0]?.attributes, unreadable.length > 0]);
    if (!distinct.has(key)) distinct.set(key, { kind, name, by, value, isMarked: unreadable.length > 0 });
  }
  return [...distinct.values()];
}

const ODD_VALUES = KINDS.flatMap((kind) =>
  Object.keys(wholeRecord(kind, 0)).flatMap((name) => oddValues(kind, name)),
);

describe.each(Object.entries(KNOWN))("a container that is known as %s", (_, known) => {
  it.each(Object.entries(COMING))(
    "never gets ready or picked up by an odd value that comes %s",
    (_, coming) => {
      const expected = new Map<string, string>();
      for (const { kind, name, by, value, isMarked } of ODD_VALUES) {
        const { [name]: _, ...others } = coming[kind] ?? {};
        const key = `${kind}.${name}`;
        const without = expected.get(key) ?? stateAfter([known, { ...coming, [kind]: others }]);
        expected.set(key, without);
        const state = stateAfter([known, { ...coming, [kind]: { ...others, [name]: value } }]);
        if (isMarked && (state === "ready" || state === "picked_up"))
          expect(state, `${key} as ${by}`).toBe(without);
      }
    },
  );
});

it.each(["ready", "ready inland"])(
  "builds the row of a container known as %s with any odd value",
  (state) => {
    for (const { kind, name, value } of ODD_VALUES) {
      const row = boardRow(containerAfter([KNOWN[state] ?? {}, { [kind]: { [name]: value } }]));
      expect(rowQueueWindows(row).all, name).not.toBeNull();
    }
  },
);

const AVAILABILITY = ["availability_known", "available_for_pickup"];
const BOTH_LISTS = ["holds_at_pod_terminal", "ind_facility_holds"];

it.each([
  ["ready", ["holds_at_pod_terminal", ...AVAILABILITY]],
  ["ready inland", [...BOTH_LISTS, ...AVAILABILITY]],
  ["ready inland by its status", [...BOTH_LISTS, ...AVAILABILITY, "current_status"]],
])("takes a container known as %s for not ready while it cannot read %j", (state, names) => {
  const deciding = ODD_VALUES.filter(
    ({ kind, name, isMarked }) => kind === "container" && names.includes(name) && isMarked,
  );
  expect(new Set(deciding.map(({ name }) => name))).toEqual(new Set(names));
  for (const { name, by, value } of deciding) {
    const container = containerAfter([KNOWN[state] ?? {}, { container: { [name]: value } }]);
    expect(readiness(container).state, `${name} as ${by}`).not.toBe("ready");
    expect(rowQueueWindows(boardRow(container)).unreadable, `${name} as ${by}`).not.toBeNull();
  }
});

it("marks the attributes that decide about readiness whatever is sent but what they may be", () => {
  const { schema } = RECORD_SCHEMAS.container;
  const names = ["holds_at_pod_terminal", "ind_facility_holds", "availability_known", "available_for_pickup"];
  expect(Object.keys(schema.shape)).toEqual(expect.arrayContaining(names));
  for (const name of names)
    for (const value of ["TBD", 28_097, [null], "x".repeat(30_000), { a: 1 }, "null"])
      expect(isMarked("container", name, value), `${name}: ${JSON.stringify(value).slice(0, 40)}`).toBe(true);
});
