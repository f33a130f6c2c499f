import type { Page } from "@playwright/test";
import { containerOnTheGround } from "@/e2e/facts/containers";
import { BoardPage, spaced } from "@/e2e/pages/board-page";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDashboard } from "@/e2e/system/databases";

/** The document also contains hidden pages that the router keeps. */
const tray = (page: Page, count: number) => page.getByText(`${count} not saved`).filter({ visible: true });
const storedPlan = (id: string) =>
  readDashboard<{ at: string; note: string }>(
    "select to_iso(pickup_at) as at, note from planned_moves where container_id = $1",
    [id],
  );

test("an edit made offline waits in the tray of every page and is saved when the user retries", async ({
  openDashboard,
  trouble,
}) => {
  test.setTimeout(120_000);
  trouble.expect(/request: /, /console: /);
  const page = await openDashboard({ own: true });
  const { id, number } = await containerOnTheGround(14);
  await new BoardPage(page).openNote(number);
  await page.context().setOffline(true);
  const note = `offline ${Date.now()}`;
  await page.keyboard.type(note);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "Drayboard is not responding" })).toBeVisible();
  await expect(tray(page, 1)).toBeVisible();
  await page.context().setOffline(false);
  await test.step("it is on a page without the common header, too", async () => {
    // The browser asks before it leaves the page.
    page.on("dialog", (dialog) => void dialog.accept());
    await page.goto("/containers/no-such-container");
    await expect(page.getByText("Not found")).toBeVisible();
    await tray(page, 1).click();
    await page.getByRole("button", { name: `Retry: Note of ${spaced(number)}` }).click();
  });
  await expect(tray(page, 1)).toHaveCount(0);
  await expect.poll(() => storedPlan(id)).toMatchObject([{ note }]);
});
