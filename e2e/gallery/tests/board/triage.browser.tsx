import { describe, expect, onTestFinished, test } from "vitest";
import { cdp, page, userEvent } from "vitest/browser";
import { PAGE_SIZE } from "@/components/board/page-data";
import { focusedContainer, focusRow, queueOf, rowOf } from "@/e2e/gallery/support/triage";

const TIME = "2027-03-15 09:00";
const ids = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => `${from + at}`);

/** Makes the browser as slow as an old machine. */
async function slowMachine(): Promise<void> {
  await cdp().send("Emulation.setCPUThrottlingRate", { rate: 6 });
  onTestFinished(async () => {
    await cdp().send("Emulation.setCPUThrottlingRate", { rate: 1 });
  });
}

describe("triage by keyboard", () => {
  test("Enter saves and goes to the same cell of the next row, on a slow machine without a skipped or lost row", async () => {
    const count = 12;
    const queue = queueOf(count);
    await queue.open();
    await slowMachine();
    focusRow("1");
    await userEvent.keyboard("{F2}");
    // Nothing is waited for between the keys.
    for (const _ of ids(1, count)) await userEvent.keyboard("+1d{Enter}");
    await expect.poll(() => queue.changes.length).toBe(count);
    expect(queue.changes.map(({ id }) => id)).toEqual(ids(1, count));
    await expect.poll(() => document.querySelectorAll("tr[data-container]").length).toBeLessThanOrEqual(1);
  }, 180_000);

  test("Ctrl+Z undoes that tracking was stopped", async () => {
    const queue = queueOf(3);
    const undone: unknown[] = [];
    const preview = {
      ...{ containers: 1, shipments: 1, without: 0, related: 0, carried: 0 },
      ...{ several: 0, carriers: [], otherCarriers: 0, stopped: 0 },
    };
    await queue.open({
      "/api/jobs": ({ method }) =>
        method === "POST" ? { json: { id: "j-1", title: "Stop tracking" } } : { json: { jobs: [] } },
      "/api/jobs/preview": { json: preview },
      "/api/jobs/j-1": async (request) => {
        undone.push(await request.json());
        return { json: {} };
      },
    });
    focusRow("1");
    await userEvent.keyboard("x");
    await userEvent.click(page.getByRole("button", { name: "Stop tracking" }));
    await userEvent.click(page.getByRole("button", { name: "Stop tracking: 1 container" }));
    await expect
      .element(page.getByRole("button", { name: "Stop tracking: 1 container" }))
      .not.toBeInTheDocument();
    focusRow("1");
    await userEvent.keyboard("{Control>}z{/Control}");
    await expect.poll(() => undone).toEqual([{ act: "undo" }]);
  });

  test("keys typed at once after F2 go to the cell", async () => {
    const queue = queueOf(3);
    await queue.open();
    focusRow("1");
    // In one task, as quickly as no user can type: no key acts as a shortcut of the board.
    const press = (key: string) =>
      document.activeElement?.dispatchEvent(
        new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }),
      );
    press("F2");
    await Promise.resolve();
    expect(document.activeElement?.getAttribute("aria-label")).toBe("Planned pickup of MSKU 000000 1");
    await userEvent.keyboard("a");
    await expect.element(page.getByRole("dialog", { name: "Assign dray carrier" })).not.toBeInTheDocument();
    await expect.element(page.getByRole("textbox", { name: /^Planned pickup/ })).toHaveValue("a");
  });

  test("Ctrl+F goes to the search of the board, and is the browser’s when pressed again", async () => {
    const queue = queueOf(3);
    await queue.open();
    focusRow("1");
    const isTaken = () =>
      !document.activeElement?.dispatchEvent(
        new KeyboardEvent("keydown", { key: "f", ctrlKey: true, bubbles: true, cancelable: true }),
      );
    expect(isTaken()).toBe(true);
    expect(document.activeElement?.getAttribute("type")).toBe("search");
    await expect.element(page.getByText(/again for the browser’s find/)).toBeVisible();
    expect(isTaken()).toBe(false);
    focusRow("1");
    await expect.element(page.getByText(/again for the browser’s find/)).not.toBeInTheDocument();
  });

  test("a row that leaves the queue stays gray in its place until the focus leaves it, and j goes to the row below", async () => {
    const queue = queueOf(8);
    await queue.open();
    for (const id of ids(1, 8)) {
      if (id === "1") focusRow("1");
      else await userEvent.keyboard("j");
      expect(focusedContainer()).toBe(id);
      await userEvent.keyboard(`{F2}${TIME}{Control>}{Enter}{/Control}`);
      await expect.poll(() => rowOf(id)?.textContent ?? "").toContain("9:00 AM · leaves this queue");
      await expect.element(page.getByText(`${8 - Number(id)} container`).first()).toBeVisible();
      expect(focusedContainer()).toBe(id);
      const before = `${Number(id) - 1}`;
      await expect.poll(() => rowOf(before)).toBeNull();
    }
    expect(queue.changes.map(({ id }) => id)).toEqual(ids(1, 8));
  });

  test("Enter goes to a row that is still listed while it is not counted any more", async () => {
    const queue = queueOf(3, 1);
    await queue.open();
    focusRow("2");
    await userEvent.keyboard(`{F2}${TIME}{Enter}${TIME}{Enter}`);
    await expect.poll(() => queue.changes.map(({ id }) => id)).toEqual(["2", "3"]);
  });

  test("Enter stays in a cell while the next row is loading, and goes there when it is loaded", async () => {
    let answer = () => {};
    const queue = queueOf(
      PAGE_SIZE + 1,
      0,
      new Promise((resolve) => {
        answer = resolve;
      }),
    );
    await queue.open();
    const [last, next] = [`${PAGE_SIZE}`, `${PAGE_SIZE + 1}`];
    document.querySelector("tr[data-container]")?.closest("section")?.scrollTo({ top: 100_000 });
    await expect.poll(() => rowOf(last)).not.toBeNull();
    focusRow(last);
    await userEvent.keyboard(`{F2}${TIME}{Enter}`);
    await expect.element(page.getByText("The next row is still loading.")).toBeVisible();
    expect(queue.changes).toEqual([]);
    answer();
    await expect.poll(() => rowOf(next)).not.toBeNull();
    await userEvent.keyboard(`{Enter}${TIME}{Enter}`);
    await expect.poll(() => queue.changes.map(({ id }) => id)).toEqual([last, next]);
  });

  test("the row with the focus keeps its place when another user plans it, and says so", async () => {
    const queue = queueOf(8);
    await queue.open();
    focusRow("4");
    await userEvent.keyboard("{F2}");
    queue.plan("2", "2027-03-15T16:00:00.000Z");
    queue.plan("4", "2027-03-15T16:00:00.000Z");
    await userEvent.keyboard("{Tab}Jo{Control>}{Enter}{/Control}");
    await expect.poll(() => rowOf("4")?.textContent ?? "").toContain("leaves this queue");
    await expect.poll(() => rowOf("2")).toBeNull();
    const order = [...document.querySelectorAll<HTMLElement>("tr[data-container]")]
      .toSorted((a, b) => Number(a.dataset.rowIndex) - Number(b.dataset.rowIndex))
      .map(({ dataset }) => dataset.container);
    expect(order).toEqual(["1", "3", "4", "5", "6", "7", "8"]);
    await userEvent.keyboard("k");
    expect(focusedContainer()).toBe("3");
    await expect.poll(() => rowOf("4")).toBeNull();
    await userEvent.keyboard("j");
    expect(focusedContainer()).toBe("5");
  });

  test("Shift+Enter saves and goes to the row above, Enter in the last row stays in it", async () => {
    const queue = queueOf(3);
    await queue.open();
    let answer = () => {};
    queue.held.set(
      "3",
      new Promise((resolve) => {
        answer = resolve;
      }),
    );
    focusRow("3");
    await userEvent.keyboard(`{F2}{Tab}`);
    await userEvent.keyboard("Ann{Shift>}{Enter}{/Shift}Ben{Enter}");
    // The cell opens with what was saved when its change is answered.
    answer();
    await expect.element(page.getByRole("textbox", { name: /^Driver of MSKU 000000 3/ })).toHaveValue("Ann");
    await userEvent.keyboard("Cy{Enter}");
    await expect
      .poll(() => queue.changes)
      .toEqual([
        { id: "3", part: "driver", value: "Ann" },
        { id: "2", part: "driver", value: "Ben" },
        { id: "3", part: "driver", value: "Cy" },
      ]);
    expect(focusedContainer()).toBe("3");
    expect(document.activeElement?.tagName).toBe("A");
  });

  test("Ctrl+Enter fills the selected rows after it has said so, names those that were refused, and is undone at once", async () => {
    const queue = queueOf(8);
    await queue.open();
    focusRow("2");
    await userEvent.keyboard("xjxjx");
    queue.refused.add("3");
    await userEvent.keyboard("{F2}{Tab}");
    await expect.element(page.getByText("Ctrl+Enter fills 3 selected rows.")).toBeVisible();
    await userEvent.keyboard("Jo{Control>}{Enter}{/Control}");
    await expect.poll(() => queue.changes.map(({ id }) => id).toSorted()).toEqual(["2", "4"]);
    await expect.element(page.getByText("Saved: Driver of 2 containers. 1 not saved.")).toBeVisible();
    await userEvent.keyboard("{Control>}z{/Control}");
    await expect
      .poll(() =>
        queue.changes
          .slice(2)
          .map(({ id, value }) => [id, value])
          .toSorted(),
      )
      .toEqual([
        ["2", ""],
        ["4", ""],
      ]);
  });
});
