import { afterEach, expect, it } from "vitest";
import { BoardRequestError } from "@/components/board/data/requests";
import { cellEdits, type Edit, type UnsavedEdit } from "@/components/board/editing/edits";
import { sendTogether } from "@/components/board/editing/send-edit";

const edit = (column: "carrier" | "plannedPickup", text: string): Edit => ({
  row: { id: "c-1", number: "MSKU0000011" },
  ...{ column, text, name: `${column} of MSKU 000001 1` },
  change: { path: "", body: { text }, undo: null },
});
const THEIRS = { by: "Ben", at: "2026-11-20T10:00:00Z", what: "planned", seen: {} };
const refuse = async () => {
  throw new Error("Ben saved this plan. Part of the change was saved.", {
    cause: new BoardRequestError(409, "Ben saved this plan.", THEIRS),
  });
};
const send = (edits: readonly Edit[], isLeft: boolean) =>
  expect(sendTogether(edits, refuse, () => isLeft)).rejects.toThrow("Ben saved this plan.");

afterEach(() => cellEdits.forget());

it("a refused edit of a page that was left waits for the user's decision", async () => {
  const mine = edit("plannedPickup", "mon 9am");
  await send([mine], true);
  expect(cellEdits.snapshot()).toMatchObject({
    sending: [],
    unsaved: [{ ...mine, why: { state: "theirs", theirs: THEIRS } }],
  });
});

it("several refused edits of one change are refused together", async () => {
  await send([edit("carrier", "Harbor Dray"), edit("plannedPickup", "mon 9am")], true);
  expect(cellEdits.snapshot().unsaved.map(({ why }) => why.state)).toEqual(["refused", "refused"]);
});

it("a refused edit of a shown page leaves the cell's edit that was not saved before", async () => {
  const before: UnsavedEdit = {
    ...edit("plannedPickup", "mon 8am"),
    why: { state: "refused", reason: "This container was not found." },
  };
  cellEdits.set({ unsaved: [before] });
  await send([edit("plannedPickup", "mon 9am")], false);
  expect(cellEdits.snapshot()).toMatchObject({ sending: [], unsaved: [before] });
});
