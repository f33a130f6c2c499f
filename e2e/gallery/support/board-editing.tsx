import { expect, onTestFinished, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Board } from "@/components/board/board";
import { cellEdits } from "@/components/board/editing/edits";
import { UnsavedTray } from "@/components/board/editing/unsaved-tray";
import { testRow } from "@/components/board/test-row";
import { api, type Routes } from "@/e2e/gallery/support/api";
import { boardPage, boardStart, hoursFromNow, NO_FACETS, ROWS } from "@/e2e/gallery/support/data";
import { rendered } from "@/e2e/gallery/support/rendered";
import type { BoardRow } from "@/lib/domain/board-row/board-row";

const list = { views: [], defaultViewId: null };
const actions = {
  saveView: vi.fn(async () => ({ list, view: null })),
  changeView: vi.fn(async () => ({ list, view: null })),
  deleteView: vi.fn(async () => ({ list, view: null })),
  setDefaultView: vi.fn(async () => ({ list, view: null })),
};
const COLUMNS = "number,carrier,note,driver,plannedPickup,tags";
const PARTIES = [
  { id: "p-1", name: "Blue Ridge Dray" },
  { id: "p-2", name: "Keystone Drayage" },
  { id: "p-3", name: "Old Keystone", archivedAt: "2026-01-01T00:00:00Z" },
];
const [, ...others] = ROWS;
export const first = testRow("1", { note: "Ask for chassis 7", tags: ["hot"] });

/** What the server of the tests does instead of storing and reading. */
export type Trouble = {
  meanwhile: string | null;
  unreadable: boolean;
  status: number | null;
  /** Changes are answered when this ends. */
  until?: Promise<void>;
  /** The row leaves the list with its first change. */
  leaves?: boolean;
};

/**
 * A server that stores the changes of the first row and refuses one of a value that is not stored. `meanwhile`: another
 * user saves this note before the next change. `unreadable`: rows cannot be read. `status`: changes are answered with it.
 */
export function storing(
  trouble: Trouble = { meanwhile: null, unreadable: false, status: null },
  start: BoardRow = first,
): Routes {
  let row: BoardRow = start;
  const rows = () => (trouble.leaves && row !== start ? others : [row, ...others]);
  const changed = async (request: Request) => {
    await trouble.until;
    if (trouble.status !== null) return { status: trouble.status, json: {} };
    if (trouble.meanwhile !== null) row = { ...row, note: trouble.meanwhile };
    trouble.meanwhile = null;
    const body = await request.json();
    const stored = {
      note: row.note ?? "",
      driver: row.driver ?? "",
      pickup: row.plannedPickup && { at: row.plannedPickup.at, zone: row.plannedPickup.zone },
    }[body.part as string];
    if (body.part && JSON.stringify(body.was) !== JSON.stringify(stored))
      return {
        status: 409,
        json: {
          error: {
            message: "Ben saved this plan (note). Save again to overwrite.",
            stored: {
              by: "Ben",
              at: hoursFromNow(0),
              what: `wrote “${row.note}”`,
              seen: { was: stored },
            },
          },
        },
      };
    if (body.part === "note") row = { ...row, note: body.value || null };
    if (body.part === "driver") row = { ...row, driver: body.value || null };
    if (body.part === "pickup") row = { ...row, plannedPickup: body.value };
    if (body.after) row = { ...row, tags: body.after };
    return {
      json: { conflicts: body.part === "pickup" ? ["Planned pickup is outside gate hours: closed."] : [] },
    };
  };
  return {
    "/api/board": ({ url }: Request) => {
      if (!url.includes("ids=")) return { json: boardPage({ rows: rows() }) };
      if (trouble.unreadable) return { status: 503, json: {} };
      return {
        json: { rows: [{ ...row, matches: rows().includes(row) }], unseenChanges: {}, asOf: hoursFromNow(0) },
      };
    },
    "/api/board/facets": { json: NO_FACETS },
    "/api/board/looks": { json: {} },
    "/api/jobs": { json: { jobs: [] } },
    "/api/parties": { json: { parties: PARTIES } },
    [`/api/containers/${first.id}/plan`]: changed,
    [`/api/containers/${first.id}/tags`]: changed,
    [`/api/containers/${first.id}/follow-up`]: { json: {} },
    [`/api/containers/${first.id}/carrier`]: async (request: Request) => {
      const { party, replaced } = await request.json();
      const assigned = party ? [{ roleId: `role of ${party.id}`, partyId: party.id, name: party.name }] : [];
      row = { ...row, drayCarriers: assigned };
      return { json: { assigned, removed: replaced, after: assigned.map(({ partyId }) => partyId) } };
    },
  };
}

export const open = async (routes: Routes, start: BoardRow = first, columns = COLUMNS) => {
  onTestFinished(cellEdits.forget);
  return rendered(
    <>
      <Board start={boardStart({ rows: [start, ...others] })} actions={actions} />
      <UnsavedTray />
    </>,
    { address: `/board?cols=${columns}`, routes, width: 1440 },
  );
};

/** The cell of the first row, and the link of the row. */
export const cell = (column: string): HTMLElement => find(`td[data-column="${column}"]`);
export const link = (): HTMLElement => find("a");

function find(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(`tr[data-container="${first.id}"] ${selector}`);
  if (!found) throw new Error(`the first row has no ${selector}`);
  return found;
}
export const field = (label: string) => page.getByRole("textbox", { name: new RegExp(`^${label} of `) });
export const carrier = () => page.getByRole("combobox", { name: /^Dray carrier of / });
/** Enters the note of the first row, after its dray carrier. */
export const enterNote = async () => {
  await userEvent.keyboard("{F2}");
  await expect.element(carrier()).toHaveFocus();
  await userEvent.keyboard("{Tab}");
  await expect.element(field("Note")).toHaveFocus();
};
export const sent = () =>
  api
    .requests()
    .filter(({ method, path }) => method === "POST" && path.includes("/api/containers/"))
    .map(({ body }) => JSON.parse(body));
export const focusRow = () => link().focus();
