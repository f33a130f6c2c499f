import type { BoardRow } from "@/lib/domain/board-row/board-row";
import {
  appointmentsOfDay,
  cardsOfDay,
  containersOf,
  type DayPlan,
  lanesOf,
  type PlanCard,
  type PlanOption,
  planCard,
  shownHours,
} from "@/lib/features/moves/rules/day-plan";
import type { PlanQuery } from "@/lib/features/moves/rules/plan-address";
import { planConflicts } from "@/lib/features/moves/rules/plan-conflicts";
import type { Locale } from "@/lib/platform/text/locale";
import type { GridData } from "./plan-grid";

/** The grid of a day and the moves to plan. */
type ShownPlan = GridData & { pickups: PlanCard[]; returns: PlanCard[] };

/** The lanes that are offered without a move. */
function knownLanes(plan: DayPlan, { group, carrier, terminal }: PlanQuery): PlanOption[] {
  if (group === "terminal") return terminal === "" ? [] : [{ id: terminal, name: terminal }];
  if (group === "driver") return plan.drivers.map((name) => ({ id: name, name }));
  return carrier === "" ? plan.carriers : plan.carriers.filter(({ id }) => id === carrier);
}

/** What is shown of a plan. `rowWithEdits` adds the changes that were not read again yet. */
export function shownPlan(
  plan: DayPlan,
  query: PlanQuery,
  rowWithEdits: (row: BoardRow) => BoardRow,
  { locale, now }: { locale: Locale; now: Date },
): ShownPlan {
  const { day, gates } = plan;
  const rowsOf = (rows: readonly BoardRow[]) => rows.map(rowWithEdits);
  const containers = containersOf(plan).map((each) => ({ ...each, row: rowWithEdits(each.row) }));
  const cards = cardsOfDay(containers, day);
  const appointments = appointmentsOfDay(rowsOf(plan.appointments), day);
  const unplanned = (rows: readonly BoardRow[], part: "pickup" | "emptyReturn") =>
    rowsOf(rows)
      .map((row) => planCard(row, part))
      .filter(({ moment }) => moment === null);
  const pickups = unplanned(plan.pickups, "pickup");
  const returns = unplanned(plan.returns, "emptyReturn");
  const ofDay = [...cards, ...appointments];
  const rows = [...ofDay, ...pickups, ...returns].map(({ row }) => row);
  const atTerminals = new Set(rows.map(({ terminal }) => terminal.id));
  const hours = shownHours(
    day,
    gates.filter(({ facilityId }) => atTerminals.has(facilityId)),
    ofDay.flatMap(({ moment }) => moment ?? []),
  );
  const lanes = lanesOf(rows, query.group, knownLanes(plan, query));
  return {
    day,
    lanes,
    hours,
    cards,
    appointments,
    gates,
    conflicts: planConflicts(locale, cards, gates, now),
    pickups,
    returns,
  };
}
