import { get } from "@/components/board/data/requests";
import { cellName, editableCell } from "@/components/board/editing/editable-cells";
import type { Edit } from "@/components/board/editing/edits";
import {
  type ChangeAnswer,
  carrierRequest,
  carrierUndo,
  planRequest,
  type SentChange,
  sendChange,
} from "@/components/containers/change-requests";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import type { ColumnId } from "@/lib/domain/board-row/board-row-cells";
import type { DrayCarrier } from "@/lib/domain/container/container-facts";
import { editedRow, PLANNED, type PlanEdit } from "@/lib/features/moves/rules/plan-edits";

/** One write of a change and its inverse. Both throw an error with the reason when they are refused. */
export type PlanStep = {
  /** The write as an edit of the board's cell. */
  edit: Edit;
  /** Returns what the saved plan does not fit. */
  send: () => Promise<readonly string[]>;
  undo: () => Promise<unknown>;
};

/** The dray carriers as they are now, with their roles. */
async function readCarriers(id: string): Promise<DrayCarrier[]> {
  const { rows } = await get<{ rows: BoardRow[] }>("/api/board", new URLSearchParams({ ids: id }));
  return rows.find((row) => row.id === id)?.drayCarriers ?? [];
}

/** The writes of a change. The time is first, because it is the one that is refused most often. */
export function stepsOf(edit: PlanEdit): PlanStep[] {
  const { card, time, driver, carrier } = edit;
  const { row, part, moment } = card;
  const { id, number, drayCarriers } = row;
  const after = editedRow(row, edit);
  const editOf = (column: ColumnId, change: SentChange): Edit => ({
    row: { id, number },
    column,
    text: editableCell(column)?.textOf(after) ?? "",
    name: cellName(row, column),
    change,
  });

  function partStep(
    column: ColumnId,
    of: Parameters<typeof planRequest>[1],
    was: unknown,
    value: unknown,
  ): PlanStep {
    const change = planRequest(id, of, was, value);
    return {
      edit: editOf(column, { ...change, undo: "plan" }),
      send: async () => (await sendChange(change)).conflicts ?? [],
      undo: () => sendChange(planRequest(id, of, value, was)),
    };
  }

  function carrierStep(next: { id: string; name: string } | null): PlanStep {
    let answer: ChangeAnswer = {};
    return {
      edit: editOf("carrier", { ...carrierRequest(id, next, drayCarriers), undo: "carrier" }),
      send: async () => {
        // The role of a carrier that was assigned a moment ago is not on the page yet.
        const isKnown = drayCarriers.every(({ roleId }) => roleId !== "");
        answer = await sendChange(carrierRequest(id, next, isKnown ? drayCarriers : await readCarriers(id)));
        return [];
      },
      undo: () => sendChange(carrierUndo(id, answer)),
    };
  }

  const steps: PlanStep[] = [];
  if (time) {
    const value = time.at === null ? null : { at: time.at, zone: time.zone };
    steps.push(partStep(PLANNED[part], part, moment && { at: moment.at, zone: moment.zone }, value));
  }
  if (driver !== null) steps.push(partStep("driver", "driver", row.driver ?? "", driver));
  if (carrier) steps.push(carrierStep(carrier.to));
  return steps;
}
