import type { Page } from "@playwright/test";
import { containerOnTheGround } from "@/e2e/facts/containers";
import { BoardPage, spaced } from "@/e2e/pages/board-page";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDashboard } from "@/e2e/system/databases";

const COLUMNS = "number,carrier,plannedPickup,note";

/** The document also contains hidden pages that the router keeps. */
const tray = (page: Page, count: number) => page.getByText(`${count} not saved`).filter({ visible: true });
const field = (page: Page, column: string, number: string) =>
  page.getByLabel(`${column} of ${spaced(number)}`, { exact: true });

/** Opens the cell of a container on the board that lists it alone, or in a queue. */
async function enter(page: Page, query: string, column: string, number: string): Promise<BoardPage> {
  const board = new BoardPage(page);
  await board.open(`?${query}&cols=${COLUMNS}`);
  await board.cell(number, column).dblclick();
  return board;
}

const storedPlan = (id: string) =>
  readDashboard<{ at: string; note: string }>(
    "select to_iso(pickup_at) as at, note from planned_moves where container_id = $1",
    [id],
  );

test("an edit made offline waits in the tray and is saved when the user retries", async ({
  openDashboard,
  trouble,
}) => {
  test.setTimeout(120_000);
  trouble.expect(/request: /, /console: /);
  const page = await openDashboard({ own: true });
  const { id, number } = await containerOnTheGround(14);
  const board = await enter(page, `q=${number}`, "note", number);
  await expect(field(page, "Note", number)).toBeFocused();
  await page.context().setOffline(true);
  const note = `offline ${Date.now()}`;
  await page.keyboard.type(note);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "Drayboard is not responding" })).toBeVisible();
  await expect(tray(page, 1)).toBeVisible();
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Retry", exact: true }).click();
  await expect(tray(page, 1)).toHaveCount(0);
  await expect(board.cell(number, "note")).toContainText(note);
  await expect.poll(() => storedPlan(id)).toMatchObject([{ note }]);
});
