import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { currentUser } from "@/components/preferences/signed-in-user";
import {
  cell,
  enterNote,
  field,
  first,
  focusRow,
  link,
  open,
  sent,
  storing,
  type Trouble,
} from "@/e2e/gallery/support/board-editing";
import { DEFAULT_PREFERENCES } from "@/lib/features/preferences/rules";

describe("editing in the row", () => {
  test("by keyboard alone: F2 enters, Tab saves and moves, Ctrl+Enter saves in the row, and the row's keys work again", async () => {
    await open(storing());
    focusRow();
    await enterNote();
    await expect.element(field("Note")).toHaveValue("Ask for chassis 7");
    await userEvent.keyboard("Call first{Tab}");
    await expect.element(field("Driver")).toHaveFocus();
    await userEvent.keyboard("Jo{Control>}{Enter}{/Control}");
    await expect.poll(() => cell("driver").textContent).toContain("Jo");
    await expect.poll(() => cell("note").textContent).toContain("Call first");
    await expect.poll(sent).toEqual([
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
    await enterNote();
    await userEvent.keyboard("Other{Escape}");
    await expect.poll(() => cell("note").textContent).toContain("Ask for chassis 7");
    await enterNote();
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
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
    await userEvent.keyboard("hot, reefer,,{Control>}{Enter}{/Control}");
    await expect.poll(() => cell("tags").textContent).toContain("hotreefer");
    await expect.poll(sent).toEqual([{ before: ["hot"], after: ["hot", "reefer"] }]);
    expect(window.location.href).toBe(address);
  });

  test("Ctrl+Z undoes changes one by one, but not inside a text field", async () => {
    await open(storing());
    focusRow();
    await enterNote();
    await userEvent.keyboard("One{Control>}{Enter}{/Control}");
    await expect.poll(() => cell("note").textContent).toContain("One");
    await enterNote();
    await userEvent.keyboard("Two{Control>}{Enter}{/Control}");
    await expect.poll(() => cell("note").textContent).toContain("Two");
    const before = 2;
    await expect.poll(() => sent().length).toBe(before);
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

  test("a row that leaves the list stays until the focus leaves it, and j goes on to the row below", async () => {
    await open(storing({ meanwhile: null, unreadable: false, status: null, leaves: true }));
    const following = document.querySelectorAll<HTMLElement>("tr[data-container]")[1]?.dataset.container;
    focusRow();
    await enterNote();
    await userEvent.keyboard("One{Tab}");
    await expect.poll(() => cell("note").textContent).toContain("One");
    await userEvent.keyboard("Jo{Control>}{Enter}{/Control}");
    await expect.poll(() => cell("driver").textContent).toContain("Jo");
    await expect.poll(() => link().closest("tr")?.textContent).toContain("no longer matches the filters");
    expect(document.activeElement).toBe(link());
    // The driver is shown while the note's change is being sent.
    await expect.poll(() => sent().length).toBe(2);
    await userEvent.keyboard("j");
    await expect.poll(() => document.querySelector(`tr[data-container="${first.id}"]`)).toBeNull();
    expect(document.activeElement?.closest<HTMLElement>("tr")?.dataset.container).toBe(following);
  });

  test("typed text is restored after the board was left, and Esc discards it", async () => {
    currentUser.begin({ userId: "ana", preferences: DEFAULT_PREFERENCES, keep: async () => null });
    const board = await open(storing());
    focusRow();
    await enterNote();
    await userEvent.keyboard("Half a sen");
    board.leave();
    await open(storing());
    focusRow();
    await enterNote();
    await expect.element(field("Note")).toHaveValue("Half a sen");
    await expect.element(page.getByText("Unsaved text restored. Esc discards it.")).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await enterNote();
    await expect.element(field("Note")).toHaveValue("Ask for chassis 7");
    currentUser.end();
  });

  test("a change is saved although its row cannot be read, and its undo is kept until Drayboard responds", async () => {
    const trouble: Trouble = { meanwhile: null, unreadable: true, status: null };
    await open(storing(trouble));
    focusRow();
    await enterNote();
    await userEvent.keyboard("Mine{Control>}{Enter}{/Control}");
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
    await userEvent.keyboard("2027-11-08 09:00{Control>}{Enter}{/Control}");
    await expect.poll(() => sent().length).toBe(1);
    await userEvent.keyboard("{Control>}z{/Control}");
    await expect.poll(() => sent().at(-1)).toMatchObject({ part: "pickup", value: twice });
  });

  test("a time that does not exist is refused before it is sent, and conflicts of a saved one are shown", async () => {
    await open(storing());
    await userEvent.dblClick(cell("plannedPickup"));
    await expect.element(field("Planned pickup")).toHaveFocus();
    await userEvent.keyboard("2027-03-14 02:30{Control>}{Enter}{/Control}");
    await expect.element(page.getByRole("alert").filter({ hasText: "does not exist" })).toBeVisible();
    expect(sent()).toEqual([]);
    await userEvent.tripleClick(field("Planned pickup"));
    await userEvent.keyboard("2027-03-15 09:00{Control>}{Enter}{/Control}");
    await expect.element(page.getByText("outside gate hours: closed")).toBeVisible();
    expect(sent()).toEqual([
      { part: "pickup", was: null, value: { at: "2027-03-15T16:00:00.000Z", zone: "America/Los_Angeles" } },
    ]);
  });
});
