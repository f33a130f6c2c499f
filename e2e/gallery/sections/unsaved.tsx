import { type ReactNode, useLayoutEffect } from "react";
import { Board } from "@/components/board/board";
import { type CellEdits, cellEdits, type Edit, type UnsavedEdit } from "@/components/board/editing/edits";
import { UnsavedTray } from "@/components/board/editing/unsaved-tray";
import type { BoardActions } from "@/components/board/page-data";
import { boardPage, boardStart, hoursFromNow, NO_FACETS, ROWS } from "@/e2e/gallery/support/data";
import { PHONE, type Section } from "@/e2e/gallery/support/section";

const list = { views: [], defaultViewId: null };
const unused = async () => ({ list, view: null });
const actions: BoardActions = {
  saveView: unused,
  changeView: unused,
  deleteView: unused,
  setDefaultView: unused,
};

/** An edit of the board's row at an index. */
function edit(
  index: number,
  column: "note" | "carrier" | "plannedPickup",
  text: string,
  label: string,
): Edit {
  const { id = "", number = "" } = ROWS[index] ?? {};
  const change = { path: "", body: {}, undo: null };
  return { row: { id, number }, column, text, name: `${label} of ${number}`, change };
}

const theirs: UnsavedEdit = {
  ...edit(1, "plannedPickup", "mon 9am", "Planned pickup"),
  why: {
    state: "theirs",
    theirs: {
      by: "dispatch@example.com",
      at: hoursFromNow(0),
      what: "planned",
      moment: { at: hoursFromNow(94), zone: "America/Los_Angeles" },
      seen: {},
    },
  },
};
const unsent: UnsavedEdit = {
  ...edit(5, "carrier", "Keystone Drayage", "Dray carrier"),
  why: { state: "unsent", reason: "Drayboard is not responding." },
};
const refused: UnsavedEdit = {
  ...edit(4, "note", "Chassis of the yard, ask at gate 4 for the red one", "Note"),
  why: { state: "refused", reason: "This container was not found." },
};
const slow = { ...edit(3, "carrier", "Blue Ridge Dray", "Dray carrier"), isSlow: true };

/** The content with edits, which are gone with it. */
function With({ edits, children }: { edits: Partial<CellEdits>; children: ReactNode }) {
  useLayoutEffect(() => {
    cellEdits.set(edits);
    return cellEdits.forget;
  }, [edits]);
  return children;
}

const ALL = { unsaved: [theirs, unsent, refused], sending: [slow] };
const openTray = (root: HTMLElement) => root.querySelector("summary")?.click();

const tray = (id: string, width: number): Section => ({
  id: `unsaved/${id}`,
  width,
  height: 420,
  render: () => (
    <With edits={ALL}>
      <UnsavedTray />
    </With>
  ),
  play: openTray,
});

export const sections: Section[] = [
  {
    id: "unsaved/cells",
    width: 1440,
    height: 640,
    address: "/board?cols=number,carrier,plannedPickup,note,driver,tags",
    routes: {
      "/api/board": { json: boardPage() },
      "/api/board/facets": { json: NO_FACETS },
      "/api/board/looks": { json: {} },
      "/api/jobs": { json: { jobs: [] } },
    },
    render: () => (
      <With edits={{ unsaved: [theirs, unsent], sending: [slow] }}>
        <Board start={boardStart()} actions={actions} />
      </With>
    ),
  },
  tray("tray", 1120),
  tray("tray-phone", PHONE),
];
