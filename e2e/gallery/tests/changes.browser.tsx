import { describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Board } from "@/components/board/board";
import { ChangeChoices } from "@/components/preferences/change-choices";
import { api, type Reply, type Routes } from "@/e2e/gallery/support/api";
import { boardPage, boardStart, hoursFromNow, NO_FACETS } from "@/e2e/gallery/support/data";
import { rendered } from "@/e2e/gallery/support/rendered";
import { DEFAULT_CHANGES } from "@/lib/features/board/rules/change-kinds";

const list = { views: [], defaultViewId: null };
const actions = {
  saveView: async () => ({ list, view: null }),
  changeView: async () => ({ list, view: null }),
  deleteView: async () => ({ list, view: null }),
  setDefaultView: async () => ({ list, view: null }),
};

const change = (label: string, hours: number) => ({
  label,
  was: "Tue, Nov 24",
  is: "Thu, Nov 26",
  at: hoursFromNow(hours),
  source: "Terminal",
});
const lines = (count: number, more = 0): Reply => ({
  json: { changes: Array.from({ length: count }, (_, index) => change(`Change ${index + 1}`, -0.1)), more },
});

const routes: Routes = {
  "/api/board": { json: boardPage() },
  "/api/board/facets": { json: NO_FACETS },
  "/api/board/looks": { json: {} },
  "/api/jobs": { json: { jobs: [] } },
};
/** Each board has marks of its own time, because marks that were seen in this tab are not shown again. */
let minute = 0;

async function open(reply: Reply | (() => Reply), changeRoutes: Routes = {}) {
  minute += 1;
  const marks = (columns: ("charges" | "release")[]) => ({
    at: hoursFromNow(minute / 60),
    since: hoursFromNow(-1),
    columns,
  });
  const unseenChanges = { 1: marks(["charges"]), 3: marks(["release"]) };
  // Rows of the list of unseen changes are not marked as seen.
  await rendered(<Board start={boardStart({ unseenChanges, changed: 2 })} actions={actions} />, {
    address: "/board?changed=1",
    routes: {
      ...routes,
      "/api/board": { json: boardPage({ unseenChanges, changed: 2 }) },
      "/api/board/changes": reply,
      ...changeRoutes,
    },
    width: 1440,
  });
  await expect.poll(() => document.querySelectorAll("[data-marked]").length).toBe(2);
}

const requested = () => api.requests().filter(({ path }) => path.startsWith("/api/board/changes"));
const tooltip = page.getByRole("tooltip");
const mark = (id: string) => {
  const found = document.querySelector(`tr[data-container="${id}"] [data-marked]`);
  if (!found) throw new Error(`no mark in row ${id}`);
  return found;
};
const elsewhere = () => page.getByRole("heading", { name: "Board" });

describe("the mark of a change", () => {
  test("is explained under the pointer by one request, in up to five lines", async () => {
    await open(lines(5, 3));
    expect(requested()).toEqual([]);
    await userEvent.hover(mark("1"));
    await expect.element(tooltip).toBeVisible();
    expect(requested().map(({ path }) => path)).toEqual([
      `/api/board/changes?${new URLSearchParams({ id: "1", since: hoursFromNow(-1) })}`,
    ]);
    const items = [...document.querySelectorAll("[role=tooltip] li")].map((item) => item.textContent);
    expect(items).toHaveLength(6);
    expect(items[0]).toMatch(/^Change 1: Tue, Nov 24 → Thu, Nov 26 · \d+:\d\d [AP]M · Terminal$/);
    expect(items.at(-1)).toBe("and 3 more");
    await userEvent.hover(tooltip);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await expect.element(tooltip).toBeVisible();
    await userEvent.hover(elsewhere());
    await expect.element(tooltip).not.toBeInTheDocument();
  });

  test("is explained to the keyboard, and Escape closes it without clearing anything else", async () => {
    await open(lines(1));
    await userEvent.keyboard("j");
    await expect.element(tooltip).toBeVisible();
    const link = document.activeElement;
    expect(link?.getAttribute("aria-describedby")).toBe(document.querySelector("[role=tooltip]")?.id);
    await userEvent.keyboard("{Escape}");
    await expect.element(tooltip).not.toBeInTheDocument();
    expect(document.activeElement).toBe(link);
    expect(link?.hasAttribute("aria-describedby")).toBe(false);
  });

  test("is not explained any more once left, even if the answer comes later", async () => {
    let answer: (reply: Reply) => void = () => undefined;
    await open(lines(1), {
      "/api/board/changes": () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    });
    await userEvent.hover(mark("1"));
    await expect.poll(() => requested().length).toBe(1);
    await userEvent.hover(elsewhere());
    await new Promise((resolve) => setTimeout(resolve, 300));
    answer(lines(1));
    await new Promise((resolve) => setTimeout(resolve, 100));
    await expect.element(tooltip).not.toBeInTheDocument();
  });

  test("says that its change could not be loaded", async () => {
    await open({ status: 503 });
    await userEvent.hover(mark("3"));
    await expect
      .element(tooltip)
      .toHaveTextContent("Couldn’t load the changes. Open the container to see them.");
  });
});

test("marking all as seen can be undone", async () => {
  const marked = { from: hoursFromNow(-2), at: hoursFromNow(0) };
  await open(lines(1), { "/api/board/looks": { json: marked } });
  await page.getByRole("button", { name: "Mark all as seen" }).click();
  const bodies = () =>
    api
      .requests()
      .filter(({ path }) => path === "/api/board/looks")
      .map(({ body }) => JSON.parse(body));
  await expect.poll(bodies).toEqual([{ all: true }]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(bodies).toEqual([{ all: true }, { undo: marked }]);
});

describe("the choice of changes", () => {
  test("is saved at once, and taken back when it is not saved", async () => {
    const save = vi.fn<(choice: unknown) => Promise<string | null>>(async () => null);
    await rendered(<ChangeChoices choice={DEFAULT_CHANGES} save={save} />);
    await page.getByLabelText("Note").click();
    expect(save).toHaveBeenLastCalledWith({ kinds: [...DEFAULT_CHANGES.kinds, "note"], etaHours: 6 });
    await page.getByLabelText("An ETA counts").selectOptions("24");
    expect(save).toHaveBeenLastCalledWith({ kinds: [...DEFAULT_CHANGES.kinds, "note"], etaHours: 24 });
    save.mockResolvedValueOnce("Couldn’t save this choice.");
    await page.getByLabelText("Holds").click();
    await expect.element(page.getByLabelText("Holds")).toBeChecked();
    await page.getByLabelText("ETA", { exact: true }).click();
    await expect.element(page.getByLabelText("An ETA counts")).toBeDisabled();
  });
});
