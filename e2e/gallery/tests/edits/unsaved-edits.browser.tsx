import { describe, expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { UnsavedTray } from "@/components/board/editing/unsaved-tray";
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
import { rendered } from "@/e2e/gallery/support/rendered";
import { DEFAULT_PREFERENCES } from "@/lib/features/preferences/rules";

const none: Trouble = { meanwhile: null, unreadable: false, status: null };
const button = (name: string) => page.getByRole("button", { name, exact: true });
const alert = (text: string) => page.getByRole("alert").filter({ hasText: text });
const tray = (count: number) => page.getByText(`${count} not saved`);
const isShown = () => document.querySelector(`tr[data-container="${first.id}"]`) !== null;

function signIn(userId: string): void {
  currentUser.begin({ userId, preferences: DEFAULT_PREFERENCES, keep: async () => null });
}

/** A change whose response the test gives. */
function waiting(trouble: Trouble = none): { trouble: Trouble; answer: () => void } {
  let answer = () => {};
  const until = new Promise<void>((resolve) => {
    answer = resolve;
  });
  return { trouble: { ...trouble, until }, answer };
}

async function typeNote(text: string): Promise<void> {
  focusRow();
  await enterNote();
  await userEvent.keyboard(`${text}{Control>}{Enter}{/Control}`);
}

const isWarned = (): boolean => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

describe("a refused edit", () => {
  test("stays with who stored what until the user keeps theirs", async () => {
    await open(storing({ ...none, meanwhile: "Theirs" }));
    await typeNote("Mine");
    await expect.element(alert("Not saved: Ben wrote “Theirs” a moment ago.")).toBeVisible();
    expect(cell("note").textContent).toContain("Mine");
    expect(document.activeElement).toBe(link());
    await button("Keep theirs").click();
    await expect.poll(() => cell("note").textContent).toContain("Theirs");
    await expect.element(page.getByText("not saved")).not.toBeInTheDocument();
    expect(sent()).toHaveLength(1);
  });

  test("overwrites what the user has seen, and Ctrl+Z brings that back", async () => {
    await open(storing({ ...none, meanwhile: "Theirs" }));
    await typeNote("Mine");
    await button("Use mine").click();
    await expect.element(page.getByText(/^Saved: Note of/)).toBeVisible();
    await expect.poll(() => cell("note").textContent).toContain("Mine");
    expect(sent().map(({ was }) => was)).toEqual(["Ask for chassis 7", "Theirs"]);
    focusRow();
    await userEvent.keyboard("{Control>}z{/Control}");
    await expect.poll(() => cell("note").textContent).toContain("Theirs");
  });

  test("leaves the next cell alone, which is being typed in", async () => {
    const { trouble, answer } = waiting({ ...none, meanwhile: "Theirs" });
    await open(storing(trouble));
    focusRow();
    await enterNote();
    await userEvent.keyboard("Mine{Tab}Miguel");
    answer();
    await expect.element(alert("Not saved: Ben wrote “Theirs”")).toBeVisible();
    await expect.element(field("Driver")).toHaveFocus();
    await expect.element(field("Driver")).toHaveValue("Miguel");
    await userEvent.keyboard(" Torres{Enter}");
    await button("Use mine").click();
    await expect.poll(sent).toEqual([
      { part: "note", was: "Ask for chassis 7", value: "Mine" },
      { part: "driver", was: "", value: "Miguel Torres" },
      { part: "note", was: "Theirs", value: "Mine" },
    ]);
  });

  test("keeps its row in the list, and is in the tray", async () => {
    const { trouble, answer } = waiting({ ...none, meanwhile: "Theirs", leaves: true });
    await open(storing(trouble));
    await typeNote("Mine");
    answer();
    await expect.element(alert("Not saved: Ben wrote “Theirs” a moment ago.")).toBeVisible();
    expect(isShown()).toBe(true);
    await tray(1).click();
    await page.getByRole("button", { name: /^Use mine: Note of/ }).click();
    await expect.element(tray(1)).not.toBeInTheDocument();
    await expect.poll(isShown).toBe(false);
    expect(sent().at(-1)).toEqual({ part: "note", was: "Theirs", value: "Mine" });
  });
});

describe("an edit without a response", () => {
  test("is shown as being saved, and as not saved in the tray", async () => {
    const { trouble, answer } = waiting();
    await open(storing(trouble));
    expect(isWarned()).toBe(false);
    await typeNote("Mine");
    await expect.poll(() => cell("note").textContent).toBe("MineSaving…");
    await expect.element(tray(1)).toBeVisible();
    expect(isWarned()).toBe(true);
    answer();
    await expect.poll(() => cell("note").textContent).toBe("Mine");
    await expect.element(tray(1)).not.toBeInTheDocument();
    expect(isWarned()).toBe(false);
  });

  test("stays when Drayboard does not respond, and is sent once more with what the user saw", async () => {
    const trouble: Trouble = { ...none, status: 503 };
    await open(storing(trouble));
    await typeNote("Mine");
    await expect.element(alert("Not saved: Drayboard returned status 503.")).toBeVisible();
    trouble.status = null;
    await button("Retry").click();
    await expect.element(page.getByText(/^Saved: Note of/)).toBeVisible();
    await expect.poll(() => cell("note").textContent).toBe("Mine");
    expect(sent()).toEqual(Array(2).fill({ part: "note", was: "Ask for chassis 7", value: "Mine" }));
  });

  test("is in the tray on the next page, after a reload and for no other user", async () => {
    onTestFinished(() => currentUser.end());
    signIn("ana");
    const { trouble, answer } = waiting();
    // Changes are sent one after another: the next test's would wait for this one.
    onTestFinished(answer);
    const board = await open(storing(trouble));
    await typeNote("Mine");
    board.leave();
    await rendered(<UnsavedTray />);
    await tray(1).click();
    await expect.element(page.getByText("Saving…")).toBeVisible();
    const { cellEdits } = await import("@/components/board/editing/edits");
    const kept = Object.entries(sessionStorage).filter(([key]) => key.startsWith("drayboard.draft."));
    cellEdits.forget();
    for (const [key, text] of kept) sessionStorage.setItem(key, text);
    await expect.element(tray(1)).not.toBeInTheDocument();
    signIn("ana");
    await tray(1).click();
    await expect
      .element(page.getByText("Not saved: The page was left before Drayboard responded."))
      .toBeVisible();
    signIn("ben");
    await expect.element(tray(1)).not.toBeInTheDocument();
    expect(Object.keys(sessionStorage).filter((key) => key.includes("unsaved"))).toEqual([]);
  });

  test("is discarded with all others, and taken back", async () => {
    const trouble: Trouble = { ...none, status: 503 };
    await open(storing(trouble));
    await typeNote("Mine");
    await expect.element(tray(1)).toBeVisible();
    await userEvent.dblClick(cell("driver"));
    await expect.element(field("Driver")).toHaveFocus();
    await userEvent.keyboard("Jo{Control>}{Enter}{/Control}");
    await tray(2).click();
    await button("Discard all").click();
    await expect.element(tray(2)).not.toBeInTheDocument();
    await expect.poll(() => cell("note").textContent).toBe("Ask for chassis 7");
    const notice = page.getByRole("listitem").filter({ hasText: "Edits discarded." });
    await notice.getByRole("button", { name: "Undo" }).click();
    await expect.element(tray(2)).toBeVisible();
    trouble.status = null;
    await tray(2).click();
    await button("Retry all").click();
    await expect.element(page.getByText("Saved: 2 edits.")).toBeVisible();
    await expect.poll(() => cell("driver").textContent).toContain("Jo");
  });
});
