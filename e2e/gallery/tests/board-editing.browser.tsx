import { describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Board } from "@/components/board/board";
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
const COLUMNS = "number,note,driver,plannedPickup,tags";
const [, ...others] = ROWS;
const first = testRow("1", { note: "Ask for chassis 7", tags: ["hot"] });

/** A server that stores the changes of the first row. `reject`: answers every change with this message. */
function storing(reject: { message: string | null } = { message: null }): Routes {
  let row: BoardRow = first;
  const rows = () => [row, ...others];
  const changed = async (request: Request) => {
    if (reject.message !== null) return { status: 409, json: { error: { message: reject.message } } };
    const body = await request.json();
    if (body.part === "note") row = { ...row, note: body.value || null };
    if (body.part === "driver") row = { ...row, driver: body.value || null };
    if (body.part === "pickup") row = { ...row, plannedPickup: body.value };
    if (body.after) row = { ...row, tags: body.after };
    return {
      json: { conflicts: body.part === "pickup" ? ["Planned pickup is outside gate hours: closed."] : [] },
    };
  };
  return {
    "/api/board": ({ url }: Request) =>
      url.includes("ids=")
        ? { json: { rows: [{ ...row, matches: true }], unseenChanges: {}, asOf: hoursFromNow(0) } }
        : { json: boardPage({ rows: rows() }) },
    "/api/board/facets": { json: NO_FACETS },
    "/api/board/looks": { json: {} },
    "/api/jobs": { json: { jobs: [] } },
    [`/api/containers/${first.id}/plan`]: changed,
    [`/api/containers/${first.id}/tags`]: changed,
  };
}

const open = (routes: Routes) =>
  rendered(<Board start={boardStart({ rows: [first, ...others] })} actions={actions} />, {
    address: `/board?cols=${COLUMNS}`,
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
    await userEvent.keyboard("{F2}");
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

  test("Esc leaves a cell as it was, and an unchanged cell sends nothing", async () => {
    await open(storing());
    focusRow();
    await userEvent.keyboard("{F2}Other{Escape}");
    await expect.poll(() => cell("note").textContent).toContain("Ask for chassis 7");
    await userEvent.keyboard("{F2}");
    await expect.element(field("Note")).toHaveFocus();
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
    await userEvent.keyboard("{F2}One{Enter}");
    await expect.poll(() => cell("note").textContent).toContain("One");
    await userEvent.keyboard("{F2}Two{Enter}");
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

  test("a refused change stays in the cell with its reason, and can be saved again", async () => {
    const reject = {
      message: "Ben saved this plan (note). Your edits are kept. Save again to overwrite." as string | null,
    };
    await open(storing(reject));
    focusRow();
    await userEvent.keyboard("{F2}Mine{Enter}");
    await expect.element(page.getByRole("alert").filter({ hasText: "Ben saved this plan" })).toBeVisible();
    await expect.element(field("Note")).toHaveValue("Mine");
    reject.message = null;
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => cell("note").textContent).toContain("Mine");
  });

  test("a time that does not exist is refused before it is sent, and conflicts of a saved one are shown", async () => {
    await open(storing());
    await userEvent.dblClick(cell("plannedPickup"));
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
