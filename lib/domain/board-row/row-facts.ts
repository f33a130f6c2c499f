import { sameFacts } from "@/lib/platform/text/json-equality";
import type { BoardRow } from "./board-row";
import type { ColumnId } from "./board-row-cells";

/** What a change of a container is about. A user chooses the kinds that mark a container as changed. */
export const CHANGE_KINDS = [
  "deadline",
  "hold",
  "availability",
  "appointment",
  "eta",
  "fee",
  "status",
  "plan",
  "carrier",
  "followUp",
  "note",
  "details",
] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** The numbers of hours that an ETA must move by to count, of which a user chooses one. */
export const ETA_HOURS = [1, 3, 6, 12, 24, 48] as const;
export type EtaHours = (typeof ETA_HOURS)[number];

/**
 * A fact of a row whose changes are recorded. `columns`: the cells that show it. `team`: the team writes it, so that a change
 * can have a user as its author.
 */
type RowFact = {
  kind: ChangeKind;
  columns: readonly ColumnId[];
  of: (row: BoardRow) => unknown;
  team?: true;
};

const ROW_FACTS = {
  deadline: {
    kind: "deadline",
    columns: ["left", "deadline"],
    // Without what a pickup changes: whether the days still apply.
    of: ({ deadline: { governing, sources, serviceNames } }) => ({
      governing,
      sources: sources.map(({ source, on }) => ({ source, on })),
      serviceNames,
    }),
  },
  returnDue: {
    kind: "deadline",
    columns: ["returnDue"],
    of: ({ returnDue }) => returnDue && { on: returnDue.on },
  },
  holds: { kind: "hold", columns: ["release"], of: (row) => row.holds.map(({ place: _, ...hold }) => hold) },
  availability: { kind: "availability", columns: ["release"], of: (row) => row.readiness.label },
  appointment: { kind: "appointment", columns: ["appointment"], of: (row) => row.appointment },
  eta: { kind: "eta", columns: ["vessel", "eta", "etaChange"], of: (row) => row.arrival.eta },
  charges: {
    kind: "fee",
    columns: ["charges"],
    of: ({ charges }) => ({ ...charges, lines: charges.lines.map(({ place: _, ...line }) => line) }),
  },
  status: { kind: "status", columns: ["release", "status"], of: (row) => row.status.label },
  arrived: { kind: "status", columns: ["vessel", "eta"], of: (row) => row.arrival.actual },
  gateOut: { kind: "status", columns: ["gateOut"], of: (row) => row.gateOut },
  emptyReturned: { kind: "status", columns: ["gateOut"], of: (row) => row.emptyReturned },
  deletedUpstream: { kind: "status", columns: ["number"], of: (row) => row.deletedUpstreamAt },
  plannedPickup: { kind: "plan", columns: ["plannedPickup"], of: (row) => row.plannedPickup, team: true },
  plannedDelivery: {
    kind: "plan",
    columns: ["plannedDelivery"],
    of: (row) => row.plannedDelivery,
    team: true,
  },
  plannedReturn: { kind: "plan", columns: ["plannedReturn"], of: (row) => row.plannedReturn, team: true },
  driver: { kind: "plan", columns: ["driver"], of: (row) => row.driver, team: true },
  carriers: {
    kind: "carrier",
    columns: ["carrier"],
    of: (row) => row.drayCarriers.map(({ name }) => name),
    team: true,
  },
  workOrder: {
    kind: "carrier",
    columns: ["workOrder"],
    of: ({ workOrder }) => workOrder && { state: workOrder.state, carrier: workOrder.carrier },
    team: true,
  },
  followUp: { kind: "followUp", columns: ["followUp"], of: (row) => row.followUp, team: true },
  note: { kind: "note", columns: ["note"], of: (row) => row.note, team: true },
  number: { kind: "details", columns: ["number"], of: (row) => row.number },
  equipment: { kind: "details", columns: ["number", "equipment"], of: (row) => row.equipment },
  terminal: { kind: "details", columns: ["terminal"], of: (row) => row.terminal.name },
  yardSpot: { kind: "details", columns: ["release", "yard"], of: (row) => row.yardSpot },
  line: { kind: "details", columns: ["terminal", "line"], of: (row) => row.line.name ?? row.line.scac },
  vessel: { kind: "details", columns: ["vessel", "voyage"], of: (row) => row.vessel },
  port: { kind: "details", columns: ["port"], of: (row) => row.port.name ?? row.port.locode },
  destination: {
    kind: "details",
    columns: ["inland"],
    of: ({ destination }) => destination && (destination.name ?? destination.locode),
  },
  references: { kind: "details", columns: ["references"], of: (row) => row.references, team: true },
  customer: { kind: "details", columns: ["references", "customer"], of: (row) => row.customer, team: true },
  tags: { kind: "details", columns: ["tags"], of: (row) => row.tags, team: true },
} as const satisfies Record<string, RowFact>;

export type FactId = keyof typeof ROW_FACTS;
export const FACT_IDS = Object.keys(ROW_FACTS) as FactId[];
export const rowFact = (id: FactId): RowFact => ROW_FACTS[id];
export const isFactId = (text: string): text is FactId => Object.hasOwn(ROW_FACTS, text);

/** The last change of a fact: when (UTC text), and both values. */
export type FactChange = { at: string; was: unknown; is: unknown };

/**
 * The last changes of a row, by `kind.fact`, with `:user` for a change of that user. A change of the ETA has the largest number of
 * hours that it reached in its kind, `eta1` to `eta48`; it replaces those of as many hours or fewer.
 */
export type FactChanges = Readonly<Record<string, FactChange>>;

const etaKind = (hours: EtaHours) => `eta${hours}`;

/** The kinds as stored: those of `CHANGE_KINDS`, an ETA as every number of hours that counts. */
export const storedKinds = (kinds: readonly ChangeKind[], etaHours: EtaHours): string[] =>
  kinds.flatMap((kind) =>
    kind === "eta" ? ETA_HOURS.filter((hours) => hours >= etaHours).map(etaKind) : [kind],
  );

const HOUR_MS = 3_600_000;
/** Longer texts are cut: they are stored to be read at a glance. */
const MAX_TEXT = 200;

/** By how many hours a change moved the ETA, of `ETA_HOURS`. An ETA that appears or disappears moved by all. */
function movedHours(before: BoardRow, after: BoardRow): EtaHours | undefined {
  const [was, is] = [before.arrival.eta, after.arrival.eta];
  const movedMs = was && is ? Math.abs(Date.parse(is.at) - Date.parse(was.at)) : Number.POSITIVE_INFINITY;
  return ETA_HOURS.findLast((hours) => movedMs >= hours * HOUR_MS);
}

/** The stored kind of a change. Null for an ETA that moved by less than all numbers of hours. */
function kindOf(id: FactId, before: BoardRow, after: BoardRow): string | null {
  const { kind } = rowFact(id);
  if (kind !== "eta") return kind;
  const hours = movedHours(before, after);
  return hours === undefined ? null : etaKind(hours);
}

/**
 * The facts that differ between two states of one row. A value whose member the stored row does not have yet is no change:
 * the row is rebuilt for a new column.
 */
export function changedFacts(before: BoardRow, after: BoardRow): FactId[] {
  return FACT_IDS.filter((id) => {
    const { of } = rowFact(id);
    const former = of(before);
    return former !== undefined && !sameFacts(former, of(after));
  });
}

const storedValue = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value ?? null, (_, each: unknown) =>
      typeof each === "string" && each.length > MAX_TEXT ? each.slice(0, MAX_TEXT) : each,
    ),
  );

/** The entries of these facts that changed at `at`. `by`: the user whose request changed the row; null for the service. */
export function factChanges(
  facts: readonly FactId[],
  before: BoardRow,
  after: BoardRow,
  { at, by }: { at: string; by: string | null },
): FactChanges {
  const entries = facts.flatMap((id) => {
    const { of, team } = rowFact(id);
    const author = team && by !== null ? `:${by}` : "";
    const kind = kindOf(id, before, after);
    const change = { at, was: storedValue(of(before)), is: storedValue(of(after)) };
    return kind === null ? [] : [[`${kind}.${id}${author}`, change] as const];
  });
  return Object.fromEntries(entries);
}

/** The last changes of a row after newer ones. */
export function withChanges(former: FactChanges, newer: FactChanges): FactChanges {
  const moved = ETA_HOURS.findLast((hours) => `${etaKind(hours)}.eta` in newer) ?? 0;
  const replaced = new Set(
    ETA_HOURS.filter((hours) => hours < moved).map((hours) => `${etaKind(hours)}.eta`),
  );
  const kept = Object.entries(former).filter(([key]) => !replaced.has(key));
  return { ...Object.fromEntries(kept), ...newer };
}
