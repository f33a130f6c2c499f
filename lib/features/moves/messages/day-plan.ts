import { formatContainerNumber } from "@/lib/contract/container-number";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import { shortTerminalName } from "@/lib/domain/container/terminal-name";
import { timeOf } from "@/lib/domain/time/local-clock";
import type { Moment } from "@/lib/domain/time/moment";
import { formatTime, formatWeekday, zoneAbbreviation } from "@/lib/domain/time/time-format";
import type { PlanCard, PlanGroup, PlanLane, PlanPart } from "@/lib/features/moves/rules/day-plan";
import type { PlanEdit } from "@/lib/features/moves/rules/plan-edits";
import type { Locale } from "@/lib/platform/text/locale";

export const PART_LABELS: Record<PlanPart, string> = {
  pickup: "Pickup",
  delivery: "Delivery",
  emptyReturn: "Empty return",
};

export const GROUP_LABELS: Record<PlanGroup, string> = {
  carrier: "Carrier",
  terminal: "Terminal",
  driver: "Driver",
};

const NO_LANE: Record<PlanGroup, string> = {
  carrier: "No dray carrier",
  terminal: "No terminal",
  driver: "No driver",
};

export const laneName = (group: PlanGroup, { key, name }: PlanLane): string =>
  key === "" ? NO_LANE[group] : name;

/** "9 AM", "09:00". */
export function hourText(locale: Locale, hour: number): string {
  return formatTime(locale, `${String(hour).padStart(2, "0")}:00`).replace(":00 ", " ");
}

/** "9:15 AM PST": a time of the day with its zone. */
export const clockWithZone = (locale: Locale, moment: Moment): string =>
  `${formatTime(locale, timeOf(moment))} ${zoneAbbreviation(moment.zone, new Date(moment.at))}`;

/** Where a move begins or goes, `short` without the words that most terminals have in their names. "" if unknown. */
export function cardPlace({ part, row, place }: PlanCard, short = false): string {
  if (part !== "pickup") return place;
  const terminal = row.terminal.name && short ? shortTerminalName(row.terminal.name) : row.terminal.name;
  return [terminal ?? row.port.name, row.yardSpot].filter(Boolean).join(", ");
}

/** The day by which a move must be made; the year as in `formatDay`. Null if unknown. */
export function cardDeadline(locale: Locale, { part, row }: PlanCard, today: string): string | null {
  const on = part === "emptyReturn" ? row.returnDue?.on : row.deadline.governing?.on;
  if (!on || part === "delivery") return null;
  return `${part === "pickup" ? "Last free day" : "Return due"} ${formatWeekday(locale, on, today)}`;
}

/** "MSKU 000000 1, pickup". */
export const cardName = ({ row, part }: { row: BoardRow; part: PlanPart }): string =>
  `${formatContainerNumber(row.number)}, ${PART_LABELS[part].toLowerCase()}`;

/** What a saved change of a card did: "Saved: MSKU 000000 1, pickup. Dray carrier Harbor Dray removed." */
export function savedText({ card, carrier }: PlanEdit, conflicts: readonly string[]): string {
  const removed = carrier && !carrier.to ? card.row.drayCarriers.map(({ name }) => name) : [];
  const saved = conflicts.length > 0 ? "Saved." : `Saved: ${cardName(card)}.`;
  const carriers = removed.length > 1 ? "Dray carriers" : "Dray carrier";
  const removal = removed.length > 0 ? [`${carriers} ${removed.join(", ")} removed.`] : [];
  return [saved, ...removal, ...conflicts].join(" ");
}

export const conflictCount = (count: number): string => `${count} ${count === 1 ? "conflict" : "conflicts"}`;
