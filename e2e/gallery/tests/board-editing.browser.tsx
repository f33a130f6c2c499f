import { describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Board } from "@/components/board/board";
import { cellEditing } from "@/components/board/editing/cell-editing";
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
const first = testRow("1", { note: "Ask for chassis 7", tags: ["hot"] });

/** What the server of the tests does instead of storing and reading. */
type Trouble = { meanwhile: string | null; unreadable: boolean; status: number | null };

/**
 * A server that stores the changes of the first row and refuses one of a value that is not stored. `meanwhile`: another
 * user saves this note before the next change. `unreadable`: rows cannot be read. `status`: changes are answered with it.
 */
function storing(
  trouble: Trouble = { meanwhile: null, unreadable: false, status: null },
  start: BoardRow = first,
): Routes {
  let row: BoardRow = start;
  const rows = () => [row, ...others];
  const changed = async (request: Request) => {
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
        json: { error: { message: "Ben saved this plan (note). Save again to overwrite." } },
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
      return { json: { rows: [{ ...row, matches: true }], unseenChanges: {}, asOf: hoursFromNow(0) } };
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

const open = (routes: Routes, start: BoardRow = first, columns = COLUMNS) =>
  rendered(<Board start={boardStart({ rows: [start, ...others] })} actions={actions} />, {
    address: `/board?cols=${columns}`,
    routes,
    width: 1440,
  });

/** The cell of the first row, and the link of the row. */
const cell = (column: string): HTMLElement => find(`td[data-column="${column}"]`);
const link = (): HTMLElement => find("a");

function find(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(`tr[data-container="${first.id}"] ${selector}`);
  if (!found) throw new Error(`the first row has no ${selector}`);
  return found;
}
const field = (label: string) => page.getByRole("textbox", { name: new RegExp(`^${label} of `) });
const carrier = () => page.getByRole("combobox", { name: /^Dray carrier of / });
/** Enters the note of the first row, after its dray carrier. */
const enterNote = async () => {
  await userEvent.keyboard("{F2}");
  await expect.element(carrier()).toHaveFocus();
  await userEvent.keyboard("{Tab}");
  await expect.element(field("Note")).toHaveFocus();
};
const sent = () =>
  api
    .requests()
    .filter(({ method, path }) => method === "POST" && path.includes("/api/containers/"))
    .map(({ body }) => JSON.parse(body));
const focusRow = () => link().focus();

describe("editing in the row", () => {
  test("by keyboard alone: F2 enters, Tab saves and moves, Enter saves, and the row's keys work again", async () => {
    await open(storing());
    focusRow();
    await enterNote();
    await expect.element(field("Note")).toHaveValue("Ask for chassis 7");
    await userEvent.keyboard("Call first{Tab}");
    await expect.element(field("Driver")).toHaveFocus();
    await userEvent.keyboard("Jo{Enter}");
    await expect.poll(() => cell("driver").textContent).toContain("Jo");
    await expect.poll(() => cell("note").textContent).toContain("Call first");
    expect(sent()).toEqual([
      { part: "note", was: "Ask for chassis 7", value: "Call first" },
      { part: "driver", was: "", value: "Jo" },
    ]);
    expect(document.activeElement).toBe(link());
    await userEvent.keyboard("x");
    await expect
      .element(page.getByRole("region", { name: "Selection" }).or(page.getByText("1 selected")))
      .toBeVisible();
  });

  test("a dray carrier is chosen from the list of parties, and undone", async () => {
    await open(storing());
    focusRow();
    await userEvent.keyboard("{F2}");
    await expect.element(carrier()).toHaveFocus();
    await userEvent.keyboard("keyst");
    await expect.poll(() => page.getByRole("option").elements().length).toBe(1);
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => cell("carrier").textContent).toContain("Keystone Drayage");
    await userEvent.keyboard("{F2}");
    await expect.element(carrier()).toHaveValue("Keystone Drayage");
    await userEvent.keyboard("{Enter}");
    await expect.element(carrier()).not.toBeInTheDocument();
    await userEvent.keyboard("{F2}Blue{Enter}");
    await expect.poll(() => cell("carrier").textContent).toContain("Blue Ridge Dray");
    await userEvent.keyboard("{Control>}z{/Control}");
    await expect.poll(() => cell("carrier").textContent).toContain("Keystone Drayage");
    const keystone = { roleId: "role of p-2", partyId: "p-2", name: "Keystone Drayage" };
    const blueRidge = { roleId: "role of p-1", partyId: "p-1", name: "Blue Ridge Dray" };
    expect(sent()).toEqual([
      { party: { id: "p-2", name: "Keystone Drayage" }, replaced: [], seen: [] },
      { party: { id: "p-1", name: "Blue Ridge Dray" }, replaced: [keystone], seen: ["p-2"] },
      { party: { id: "p-2", name: "Keystone Drayage" }, replaced: [blueRidge], seen: ["p-1"] },
    ]);
  });

  test("a name that no party has is refused, and a cleared field removes the dray carrier", async () => {
    const row = { ...first, drayCarriers: [{ roleId: "r-1", partyId: "p-1", name: "Blue Ridge Dray" }] };
    await open(storing(undefined, row), row);
    focusRow();
    await userEvent.keyboard("{F2}");
    await expect.element(carrier()).toHaveValue("Blue Ridge Dray");
    await userEvent.keyboard("Unknown Dray{Enter}");
    await expect
      .element(page.getByRole("alert").filter({ hasText: "No party is named “Unknown Dray”" }))
      .toBeVisible();
    expect(sent()).toEqual([]);
    await userEvent.clear(carrier());
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => cell("carrier").textContent).toBe("–");
    expect(sent()).toEqual([{ party: null, replaced: row.drayCarriers, seen: ["p-1"] }]);
  });

  test("a response is logged with the next check after a semicolon, and cannot be undone", async () => {
    const row = {
      ...first,
      followUp: {
        ...{ holdName: "customs", owner: "customs broker", zone: "America/Los_Angeles" },
        ...{ nextCheckAt: hoursFromNow(-1), promise: "Documents sent" },
      },
    };
    await open(storing(undefined, row), row, "number,followUp");
    await userEvent.dblClick(cell("followUp"));
    await expect.element(field("Follow-up")).toHaveValue("");
    await userEvent.keyboard("; +1d{Enter}");
    await expect.element(page.getByRole("alert").filter({ hasText: "Enter the response" })).toBeVisible();
    await userEvent.tripleClick(field("Follow-up"));
    await userEvent.keyboard("Released; 2027-03-15 09:00{Enter}");
    await expect.element(page.getByText(/^Saved: Follow-up of/)).toBeVisible();
    expect(sent()).toEqual([
      {
        holdName: "customs",
        seen: { promise: "Documents sent", nextCheckAt: hoursFromNow(-1) },
        promise: "Released",
        nextCheckAt: "2027-03-15T16:00:00.000Z",
      },
    ]);
    await expect.element(page.getByRole("button", { name: "Undo" })).not.toBeInTheDocument();
  });

  test("Ctrl+Z undoes a job, again if it was not finished", async () => {
    let refusals = 1;
    const undo = () => {
      refusals -= 1;
      return refusals < 0
        ? { json: {} }
        : { status: 400, json: { error: { message: "Stop the job first, then undo it." } } };
    };
    await open({ ...storing(), "/api/jobs/j-1": undo });
    cellEditing.startedJob({ id: "j-1", title: "Assign Keystone to 12 containers" });
    focusRow();
    await userEvent.keyboard("{Control>}z{/Control}");
    await expect.element(page.getByText("Not undone. Stop the job first, then undo it.")).toBeVisible();
    await userEvent.keyboard("{Control>}z{/Control}");
    await expect.element(page.getByText("Undone: Assign Keystone to 12 containers.")).toBeVisible();
  });

  test("Esc leaves a cell as it was, and an unchanged cell sends nothing", async () => {
    await open(storing());
    focusRow();
    await enterNote();
    await userEvent.keyboard("Other{Escape}");
    await expect.poll(() => cell("note").textContent).toContain("Ask for chassis 7");
    await enterNote();
    await userEvent.keyboard("{Enter}");
    await expect.element(field("Note")).not.toBeInTheDocument();
    expect(sent()).toEqual([]);
  });

  test("a double click enters a cell and does not open the container", async () => {
    await open(storing());
    const address = window.location.href;
    await userEvent.click(cell("tags"));
    expect(document.activeElement).toBe(link());
    await userEvent.dblClick(cell("tags"));
    await expect.element(field("Tags")).toHaveValue("hot");
    await userEvent.keyboard("hot, reefer,,{Enter}");
    await expect.poll(() => cell("tags").textContent).toContain("hotreefer");
    expect(sent()).toEqual([{ before: ["hot"], after: ["hot", "reefer"] }]);
    expect(window.location.href).toBe(address);
  });

  test("Ctrl+Z undoes changes one by one, but not inside a text field", async () => {
    await open(storing());
    focusRow();
    await enterNote();
    await userEvent.keyboard("One{Enter}");
    await expect.poll(() => cell("note").textContent).toContain("One");
    await enterNote();
    await userEvent.keyboard("Two{Enter}");
    await expect.poll(() => cell("note").textContent).toContain("Two");
    const before = sent().length;
    document.querySelector<HTMLElement>('input[type="search"]')?.focus();
    expect(document.activeElement?.tagName).toBe("INPUT");
    await userEvent.keyboard("{Control>}z{/Control}");
    expect(sent()).toHaveLength(before);
    focusRow();
    await userEvent.keyboard("{Control>}z{/Control}");
    await expect.poll(() => cell("note").textContent).toContain("One");
    await userEvent.keyboard("{Control>}z{/Control}");
    await expect.poll(() => cell("note").textContent).toContain("Ask for chassis 7");
  });

  test("a cell that another user changed stays open with the reason, and saving again overwrites it", async () => {
    await open(storing({ meanwhile: "Theirs", unreadable: false, status: null }));
    focusRow();
    await enterNote();
    await userEvent.keyboard("Mine{Enter}");
    await expect.element(page.getByRole("alert").filter({ hasText: "Ben saved this plan" })).toBeVisible();
    await expect.element(field("Note")).toHaveValue("Mine");
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => cell("note").textContent).toContain("Mine");
    expect(sent().map(({ was }) => was)).toEqual(["Ask for chassis 7", "Theirs"]);
    await userEvent.keyboard("{Control>}z{/Control}");
    await expect.poll(() => cell("note").textContent).toContain("Theirs");
  });

  test("a change is saved although its row cannot be read, and its undo is kept until Drayboard responds", async () => {
    const trouble: Trouble = { meanwhile: null, unreadable: true, status: null };
    await open(storing(trouble));
    focusRow();
    await enterNote();
    await userEvent.keyboard("Mine{Enter}");
    await expect.element(page.getByText(/^Saved: Note of/)).toBeVisible();
    trouble.unreadable = false;
    trouble.status = 503;
    await userEvent.keyboard("{Control>}z{/Control}");
    await expect.element(page.getByText(/^Not undone/)).toBeVisible();
    trouble.status = null;
    await userEvent.keyboard("{Control>}z{/Control}");
    await expect.element(page.getByText(/^Undone: Note of/)).toBeVisible();
    expect(sent().at(-1)).toEqual({ part: "note", was: "Mine", value: "Ask for chassis 7" });
  });

  test("undoing restores a time that cannot be typed", async () => {
    // The second 1:30 AM of the day on which the clock goes back.
    const twice = { at: "2027-11-07T09:30:00.000Z", zone: "America/Los_Angeles" };
    const row = { ...first, plannedPickup: twice };
    await open(storing(undefined, row), row);
    await userEvent.dblClick(cell("plannedPickup"));
    await expect.element(field("Planned pickup")).toHaveFocus();
    await userEvent.keyboard("2027-11-08 09:00{Enter}");
    await expect.poll(() => sent().length).toBe(1);
    await userEvent.keyboard("{Control>}z{/Control}");
    await expect.poll(() => sent().at(-1)).toMatchObject({ part: "pickup", value: twice });
  });

  test("a time that does not exist is refused before it is sent, and conflicts of a saved one are shown", async () => {
    await open(storing());
    await userEvent.dblClick(cell("plannedPickup"));
    await expect.element(field("Planned pickup")).toHaveFocus();
    await userEvent.keyboard("2027-03-14 02:30{Enter}");
    await expect.element(page.getByRole("alert").filter({ hasText: "does not exist" })).toBeVisible();
    expect(sent()).toEqual([]);
    await userEvent.tripleClick(field("Planned pickup"));
    await userEvent.keyboard("2027-03-15 09:00{Enter}");
    await expect.element(page.getByText("outside gate hours: closed")).toBeVisible();
    expect(sent()).toEqual([
      { part: "pickup", was: null, value: { at: "2027-03-15T16:00:00.000Z", zone: "America/Los_Angeles" } },
    ]);
  });
});
