import type { ReadinessState } from "@/lib/domain/readiness/readiness";
import { asTyped } from "@/lib/domain/time/local-time-input";
import type { Moment } from "@/lib/domain/time/moment";
import type { ExportCell, ExportTable } from "@/lib/platform/text/table";
import type { SharedRow } from "./shared-container";

/** The filters of a customer's list, with the states of their containers. Null: all. */
export const PORTAL_FILTERS = [
  { id: "all", label: "All", states: null },
  { id: "on-the-way", label: "On the way", states: ["not_discharged", "in_transit"] },
  { id: "ready", label: "Ready", states: ["ready"] },
  { id: "not-ready", label: "Not ready", states: ["held", "not_available", "unknown"] },
  { id: "picked-up", label: "Picked up", states: ["picked_up"] },
] as const satisfies readonly { id: string; label: string; states: readonly ReadinessState[] | null }[];
export type PortalFilter = (typeof PORTAL_FILTERS)[number]["id"];

/** The filter of an address. "all" for any other text. */
export const portalFilterOf = (text: string | null): PortalFilter =>
  PORTAL_FILTERS.find(({ id }) => id === text)?.id ?? "all";

/** The states of a filter's containers. Null: all. */
export const statesOf = (filter: PortalFilter): readonly ReadinessState[] | null =>
  PORTAL_FILTERS.find(({ id }) => id === filter)?.states ?? null;

const EMPTY: ExportCell = { kind: "empty" };

const text = (value: string | null): ExportCell => (value ? { kind: "text", text: value } : EMPTY);

/** A moment in the zone of its place, and the zone in a cell of its own. */
const momentCells = (moment: Moment | null): ExportCell[] =>
  moment
    ? [{ kind: "moment", text: asTyped(moment.at, moment.zone).replace("T", " ") }, text(moment.zone)]
    : [EMPTY, EMPTY];

const HEADINGS = [
  "Container",
  "Size and type",
  "Bill of lading",
  "References",
  "Status",
  "Availability",
  "Reasons",
  "Line",
  "Vessel",
  "Voyage",
  "Port of discharge",
  "Terminal",
  "Destination",
  "ETA",
  "Zone of the ETA",
  "Arrived",
  "Zone of the arrival",
  "Last free day",
  "Zone of the last free day",
];
const CHARGES = "Charges reported so far";

/** The columns of a customer's file. `charges`: whether the customer may see them. */
export function portalTable(charges: boolean): ExportTable<SharedRow> {
  return {
    headings: charges ? [...HEADINGS, CHARGES] : HEADINGS,
    cellsOf: (row) => {
      if (row.view !== "customer") return [];
      const { lastFreeDay, arrival, vessel, readiness } = row;
      const cells = [
        text(row.number),
        text(row.equipment),
        text(row.billOfLading),
        text(row.references.join(", ")),
        text(row.status),
        text(readiness.text),
        text(readiness.reasons.join(", ")),
        text(row.line),
        text(vessel.name),
        text(vessel.voyage),
        text(row.port),
        text(row.terminal),
        text(row.destination),
        ...momentCells(arrival.eta),
        ...momentCells(arrival.actual),
        lastFreeDay.on ? { kind: "day" as const, text: lastFreeDay.on } : EMPTY,
        text(lastFreeDay.zone),
      ];
      return charges ? [...cells, text(row.charges?.text ?? null)] : cells;
    },
  };
}
