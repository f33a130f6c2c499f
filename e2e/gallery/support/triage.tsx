import { vi } from "vitest";
import { Board } from "@/components/board/board";
import { PAGE_SIZE } from "@/components/board/page-data";
import { testRow } from "@/components/board/test-row";
import type { Routes } from "@/e2e/gallery/support/api";
import { boardPage, boardStart, hoursFromNow, NO_FACETS } from "@/e2e/gallery/support/data";
import { rendered } from "@/e2e/gallery/support/rendered";
import type { BoardRow } from "@/lib/domain/board-row/board-row";

const list = { views: [], defaultViewId: null };
const actions = {
  saveView: vi.fn(async () => ({ list, view: null })),
  changeView: vi.fn(async () => ({ list, view: null })),
  deleteView: vi.fn(async () => ({ list, view: null })),
  setDefaultView: vi.fn(async () => ({ list, view: null })),
};

/**
 * A server with a queue of containers without a planned pickup: one that is planned leaves it. `uncounted`: how many rows
 * fewer are counted than are listed, as when they were counted again later. `until`: pages after the first are answered when
 * this ends.
 */
export function queueOf(count: number, uncounted = 0, until?: Promise<void>) {
  const rows = new Map<string, BoardRow>(
    Array.from({ length: count }, (_, at) => [`${at + 1}`, testRow(`${at + 1}`)]),
  );
  const changes: { id: string; part: string; value: unknown }[] = [];
  const refused = new Set<string>();
  const held = new Map<string, Promise<void>>();
  const matching = () => [...rows.values()].filter(({ plannedPickup }) => plannedPickup === null);
  const page = (offset: number) =>
    boardPage({ rows: matching().slice(offset, offset + PAGE_SIZE), total: matching().length - uncounted });
  const change = (id: string) => async (request: Request) => {
    const { part, value } = await request.json();
    await held.get(id);
    if (refused.has(id)) return { status: 409, json: { error: { message: "Ben saved this plan." } } };
    changes.push({ id, part, value });
    const row = rows.get(id);
    if (row && part === "pickup") rows.set(id, { ...row, plannedPickup: value });
    if (row && part === "driver") rows.set(id, { ...row, driver: value || null });
    return { json: {} };
  };
  const routes: Routes = {
    "/api/board": async ({ url }: Request) => {
      const params = new URL(url).searchParams;
      const ids = params.get("ids")?.split(",");
      const offset = Number(params.get("offset") ?? 0);
      if (offset > 0) await until;
      if (!ids) return { json: page(offset) };
      const read = ids.flatMap((id) => rows.get(id) ?? []);
      return {
        json: {
          rows: read.map((row) => ({ ...row, matches: matching().includes(row) })),
          unseenChanges: {},
          asOf: hoursFromNow(0),
        },
      };
    },
    "/api/board/facets": { json: NO_FACETS },
    "/api/board/looks": { json: {} },
    "/api/jobs": { json: { jobs: [] } },
    ...Object.fromEntries([...rows.keys()].map((id) => [`/api/containers/${id}/plan`, change(id)])),
  };
  return {
    /** The stored changes, the first one first. */
    changes,
    /** Containers whose changes are refused. */
    refused,
    /** Containers whose changes are answered when these end. */
    held,
    /** Plans a container for another user. */
    plan: (id: string, at: string) =>
      rows.set(id, { ...testRow(id), plannedPickup: { at, zone: "America/Los_Angeles" } }),
    open: (more: Routes = {}) =>
      rendered(<Board start={boardStart(page(0))} actions={actions} />, {
        address: "/board?queue=no-appointment&cols=number,plannedPickup,driver",
        routes: { ...routes, ...more },
        width: 1440,
      }),
  };
}

/** The table's row of a container. Null if it is not there. */
export const rowOf = (id: string) => document.querySelector<HTMLElement>(`tr[data-container="${id}"]`);
/** The container of the row with the focus. */
export const focusedContainer = () =>
  document.activeElement?.closest<HTMLElement>("tr[data-container]")?.dataset.container;
export const focusRow = (id: string) => rowOf(id)?.querySelector("a")?.focus();
