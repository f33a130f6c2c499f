import { get } from "@/components/board/data/requests";
import {
  type ChangeAnswer,
  carrierRequest,
  carrierUndo,
  planRequest,
  sendChange,
} from "@/components/containers/change-requests";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import type { DrayCarrier } from "@/lib/domain/container/container-facts";
import type { PlanEdit } from "@/lib/features/moves/rules/plan-edits";

/** One write of a change and its inverse. Both throw an error with the reason when they are refused. */
export type PlanStep = {
  /** Returns what the saved plan does not fit. */
  send: () => Promise<readonly string[]>;
  undo: () => Promise<unknown>;
};

function partStep(
  id: string,
  part: Parameters<typeof planRequest>[1],
  was: unknown,
  value: unknown,
): PlanStep {
  return {
    send: async () => (await sendChange(planRequest(id, part, was, value))).conflicts ?? [],
    undo: () => sendChange(planRequest(id, part, value, was)),
  };
}

/** The dray carriers as they are now, with their roles. */
async function readCarriers(id: string): Promise<DrayCarrier[]> {
  const { rows } = await get<{ rows: BoardRow[] }>("/api/board", new URLSearchParams({ ids: id }));
  return rows.find((row) => row.id === id)?.drayCarriers ?? [];
}

function carrierStep({ id, drayCarriers }: BoardRow, next: { id: string; name: string } | null): PlanStep {
  let answer: ChangeAnswer = {};
  return {
    send: async () => {
      // The role of a carrier that was assigned a moment ago is not on the page yet.
      const isKnown = drayCarriers.every(({ roleId }) => roleId !== "");
      answer = await sendChange(carrierRequest(id, next, isKnown ? drayCarriers : await readCarriers(id)));
      return [];
    },
    undo: () => sendChange(carrierUndo(id, answer)),
  };
}

/** The writes of a change. The time is first, because it is the one that is refused most often. */
export function stepsOf({ card, time, driver, carrier }: PlanEdit): PlanStep[] {
  const { row, part, moment } = card;
  const steps: PlanStep[] = [];
  if (time) {
    const value = time.at === null ? null : { at: time.at, zone: time.zone };
    steps.push(partStep(row.id, part, moment && { at: moment.at, zone: moment.zone }, value));
  }
  if (driver !== null) steps.push(partStep(row.id, "driver", row.driver ?? "", driver));
  if (carrier) steps.push(carrierStep(row, carrier.to));
  return steps;
}
