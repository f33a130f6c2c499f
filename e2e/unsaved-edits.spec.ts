import type { Page } from "@playwright/test";
import { containerOnTheGround } from "@/e2e/facts/containers";
import { BoardPage, spaced } from "@/e2e/pages/board-page";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDashboard, readService } from "@/e2e/system/databases";
import { requireProgram } from "@/e2e/system/programs";

const COLUMNS = "number,carrier,plannedPickup,note";
const CARRIER = "Frozen Haul";

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

async function createCarrier(page: Page): Promise<void> {
  if ((await readDashboard("select from parties where company_name = $1", [CARRIER])).length > 0) return;
  await page.goto("/parties");
  await page.getByLabel("Company name").fill(CARRIER);
  await page.getByRole("button", { name: "Create party" }).click();
  await expect(page.getByRole("row", { name: CARRIER })).toBeVisible();
}

test("an edit during a freeze of the tracking service is marked, survives leaving and a reload, and is made once", async ({
  openDashboard,
  system,
  trouble,
}) => {
  test.setTimeout(240_000);
  trouble.expect(/ 50[0-9]$/, /request: /, /console: /);
  const page = await openDashboard({ own: true });
  const { id, number } = await containerOnTheGround(13);
  await createCarrier(page);
  const board = await enter(page, `q=${number}`, "carrier", number);
  await expect(field(page, "Dray carrier", number)).toBeFocused();
  await page.keyboard.type(CARRIER);
  await expect(page.getByRole("option", { name: CARRIER })).toBeVisible();
  const { pid } = await requireProgram(system.dataDir, "tracking-service");
  process.kill(pid, "SIGSTOP");
  try {
    await page.keyboard.press("Enter");
    await expect(board.cell(number, "carrier")).toContainText("Saving…");
    await expect(tray(page, 1)).toBeVisible();
    await page.getByRole("link", { name: "Reports", exact: true }).click();
    await expect(page).toHaveURL(/\/reports/);
    await expect(tray(page, 1)).toBeVisible();
    const warned = page.waitForEvent("dialog");
    const reloaded = page.reload();
    const dialog = await warned;
    expect(dialog.type()).toBe("beforeunload");
    await dialog.accept();
    await reloaded;
    await tray(page, 1).click();
    await expect(page.getByText(/^Not saved: The page was left/)).toBeVisible();
  } finally {
    process.kill(pid, "SIGCONT");
  }
  await expect(async () => {
    const retry = page.getByRole("button", { name: /^Retry: Dray carrier/ });
    if (await retry.isVisible()) await retry.click();
    await expect(tray(page, 1)).toHaveCount(0, { timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  const roles = await readService(
    `select from party_roles r join parties p on p.id = r.party_id
     where r.roleable_id = $1 and p.company_name = $2`,
    [id, CARRIER],
  );
  expect(roles).toHaveLength(1);
});

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
  expect(await storedPlan(id)).toMatchObject([{ note }]);
});
