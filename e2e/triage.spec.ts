import type { Page } from "@playwright/test";
import { type ContainerToBook, containersToBook, plannedPickups } from "@/e2e/facts/appointment-queue";
import { dayIn } from "@/e2e/facts/containers";
import { BoardPage } from "@/e2e/pages/board-page";
import { expect, test } from "@/e2e/support/signed-in-page";

/** How many times slower than this machine the browser's is. */
const SLOWER = 6;

const COLUMN = "Planned pickup";
/** A planned day far enough ahead that a container which is planned for it leaves the queue. */
const DAY = dayIn("UTC", 30);
/** What is typed in a row, another time for each: "2026-12-29 13:07" in the eighth one. */
const textOf = (place: number) =>
  `${DAY} ${13 + Math.floor(place / 60)}:${String(place % 60).padStart(2, "0")}`;

async function slowDown(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
}

/** The address of the queue with these containers alone. A signed-in page stores their list. */
async function queueOf(page: Page, containers: readonly ContainerToBook[]): Promise<string> {
  await page.goto("/board");
  const text = containers.map(({ number }) => number).join("\n");
  const list = await page.evaluate(async (body) => {
    const headers = { "content-type": "application/json" };
    const stored = await fetch("/api/board/numbers", { method: "POST", headers, body });
    return String((await stored.json()).id);
  }, JSON.stringify({ text }));
  return `?queue=no-appointment&list=${list}&cols=number,plannedPickup,driver,note`;
}

/** The containers of a board in the order of its list. */
async function listed(page: Page, query: string, count: number): Promise<ContainerToBook[]> {
  const found: ContainerToBook[] = [];
  while (found.length < count) {
    const response = await page.request.get(`/api/board${query}&offset=${found.length}`);
    const { rows }: { rows: ContainerToBook[] } = await response.json();
    expect(rows).not.toEqual([]);
    found.push(...rows.map(({ id, number }) => ({ id, number })));
  }
  return found;
}

/** The container of the row with the focus. */
const focusedContainer = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest<HTMLElement>("tr[data-container]")?.dataset.container);

/** Plans as many containers by keyboard, half of them by Enter, the others by j. */
async function triage(dashboard: Page, count: number): Promise<void> {
  test.setTimeout(120_000 + count * 6_000);
  const board = new BoardPage(dashboard);
  const query = await queueOf(dashboard, await containersToBook(count));
  await board.open(query);
  await board.expectTotal(count);
  const containers = await listed(dashboard, query, count);
  const halfway = Math.floor(count / 2);
  await slowDown(dashboard);
  const begun = Date.now();
  const { keyboard } = dashboard;

  await test.step("Enter saves and goes to the same cell of the next row", async () => {
    await board
      .row(containers[0]?.number ?? "")
      .getByRole("link")
      .focus();
    await keyboard.press("F2");
    const nextIsLoading = board.refusal("The next row is still loading.");
    // Nothing is waited for between the keys, except where the cell says so.
    for (let place = 0; place < halfway; place += 1) {
      await keyboard.type(textOf(place));
      await keyboard.press("Enter");
      while (await nextIsLoading.isVisible()) {
        const next = board.row(containers[place + 1]?.number ?? "");
        await expect(next).toBeAttached({ timeout: 60_000 });
        await keyboard.press("Enter");
      }
    }
    await expect(board.editor(containers[halfway]?.number ?? "", COLUMN)).toBeFocused();
    await keyboard.press("Escape");
  });

  await test.step("a row that leaves the queue stays gray until the focus leaves it, and j goes to the row below", async () => {
    for (const [place, { id, number }] of containers.entries()) {
      if (place < halfway) continue;
      expect(await focusedContainer(dashboard)).toBe(id);
      await keyboard.press("F2");
      await keyboard.type(textOf(place));
      await keyboard.press("Control+Enter");
      if (place === halfway) {
        await expect(board.row(number)).toHaveAttribute("data-leaving");
        await expect(board.row(number)).toContainText(/planned .*:.* · leaves this queue/);
        expect(await focusedContainer(dashboard)).toBe(id);
      }
      await keyboard.press("j");
      if (place === halfway) await expect(board.row(number)).toHaveCount(0);
    }
  });

  const planned = () => plannedPickups(containers);
  const typed = containers.map((_, place) => ({ pickup: textOf(place), times: 1 }));
  await expect.poll(planned, { timeout: 60_000 }).toEqual(typed);
  await expect(dashboard.getByText(/^\d+ not saved$/).filter({ visible: true })).toHaveCount(0);
  console.log(`${count} rows in ${((Date.now() - begun) / 1_000).toFixed(1)} s`);
}

test("containers get a planned pickup by keyboard on a slow machine: none is skipped, lost or left unsaved", async ({
  dashboard,
}) => {
  await triage(dashboard, 16);
});

test("two hundred containers, more than the board loads at once, get a planned pickup the same way @long", async ({
  dashboard,
}) => {
  await triage(dashboard, 200);
});

test("of two users who plan one container of the queue, the later sees what the other planned and decides, each time", async ({
  dashboard,
  openDashboard,
  trouble,
}) => {
  test.setTimeout(180_000);
  trouble.expect(/answer: POST .*\/plan 409/);
  const boards = [new BoardPage(dashboard), new BoardPage(await openDashboard())] as const;
  const query = await queueOf(dashboard, await containersToBook(5));
  for (const board of boards) await board.open(query);
  const containers = await listed(dashboard, query, 5);
  /** Types another time in the cell of both users. */
  const type = async ({ number }: ContainerToBook) => {
    for (const [user, board] of boards.entries()) {
      await board.row(number).getByRole("link").focus();
      await board.page.keyboard.press("F2");
      await expect(board.editor(number, COLUMN)).toBeFocused();
      await board.page.keyboard.type(textOf(user));
    }
  };
  const refused = async (board: BoardPage, place: number) => {
    const [{ number = "" } = {}, next] = [containers[place], containers[place + 1]];
    await expect(board.refusal(/^Not saved: .+ planned .+ 1:0[01] PM a moment ago\.$/)).toBeVisible();
    await expect(board.row(number)).toHaveAttribute("data-leaving");
    await expect(board.cell(number, "plannedPickup")).toContainText(DAY);
    await expect(board.tray(1)).toBeVisible();
    // The refusal does not cover the next cell, which is being typed in.
    await board.editor(next?.number ?? "", COLUMN).click({ trial: true });
  };

  for (const [place, { choice, atOnce }] of [
    { choice: "Keep theirs", atOnce: false },
    { choice: "Use mine", atOnce: false },
    { choice: "Use mine", atOnce: true },
  ].entries())
    await test.step(`${choice}${atOnce ? ", after both pressed Enter at once" : ""}`, async () => {
      const container = containers[place] ?? { id: "", number: "" };
      const planned = () => plannedPickups([container]);
      await type(container);
      const enter = (board: BoardPage) => board.page.keyboard.press("Enter");
      if (atOnce) await Promise.all(boards.map(enter));
      else {
        await enter(boards[0]);
        await expect.poll(planned).toEqual([{ pickup: textOf(0), times: 1 }]);
        await enter(boards[1]);
      }
      const refusals = () => Promise.all(boards.map((board) => board.refusal("Not saved: ").count()));
      await expect.poll(async () => (await refusals()).sort()).toEqual([0, 1]);
      const later = (await refusals()).indexOf(1);
      const board = boards[later === 0 ? 0 : 1];
      await refused(board, place);
      await board.page.getByRole("button", { name: choice, exact: true }).click();
      await expect(board.tray(1)).toHaveCount(0);
      await expect
        .poll(planned)
        .toEqual([
          choice === "Keep theirs"
            ? { pickup: textOf(1 - later), times: 1 }
            : { pickup: textOf(later), times: 2 },
        ]);
      for (const { page } of boards) await page.keyboard.press("Escape");
      for (const each of boards) await expect(each.row(container.number)).toHaveCount(0);
    });
});
