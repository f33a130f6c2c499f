import { refreshAllowance, withFewRefreshes } from "@/e2e/facts/account-room";
import { withFeatures } from "@/e2e/facts/plan";
import { BulkBoard } from "@/e2e/pages/bulk-board";
import { expectNoProblems, expectNoSidewaysScroll } from "@/e2e/support/page-assertions";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDashboard } from "@/e2e/system/databases";

const READY = "?ready=ready&sort=container";
const JOB_MS = 20_000;

async function carriersOf(numbers: readonly string[]): Promise<string[]> {
  const rows = await readDashboard<{ carrier: string }>(
    "select carrier_names as carrier from board_rows where number = any($1) order by number",
    [numbers],
  );
  return rows.map(({ carrier }) => carrier);
}

test("a selection has ranges by shift and by keys, also over unread rows, and all filtered containers while scrolling", async ({
  dashboard,
}) => {
  const board = new BulkBoard(dashboard);
  await board.open("?sort=container");
  const row = (index: number) => dashboard.locator(`tr[data-list-index='${index}']`);
  const scrollTo = (top: number) =>
    dashboard
      .locator("section", { has: board.rows.first() })
      .evaluate((sheet, to) => sheet.scrollTo(0, to), top);
  await test.step("a range over rows that were never read", async () => {
    await board.container(0).click();
    const rowHeight = (await board.rows.first().boundingBox())?.height ?? 0;
    await scrollTo(172 * rowHeight);
    await expect(row(175)).toBeVisible();
    await row(175)
      .getByRole("checkbox")
      .click({ modifiers: ["Shift"] });
    await board.expectSelected(176);
    await dashboard.keyboard.press("Escape");
    await board.expectSelected(0);
    await scrollTo(0);
    await expect(row(0)).toBeVisible();
  });
  await test.step("a range by shift and by keys", async () => {
    await row(1).getByRole("checkbox").click();
    await row(4)
      .getByRole("checkbox")
      .click({ modifiers: ["Shift"] });
    await board.expectSelected(4);
    await expect(row(3).getByRole("checkbox")).toBeChecked();
    await row(2).getByRole("checkbox").click();
    await board.expectSelected(3);
    await dashboard.keyboard.press("Escape");
    await board.expectSelected(0);
    await dashboard.keyboard.press("j");
    await dashboard.keyboard.press("x");
    await dashboard.keyboard.press("Shift+ArrowDown");
    await dashboard.keyboard.press("Shift+ArrowDown");
    await board.expectSelected(3);
  });
  await test.step("all filtered containers", async () => {
    await dashboard.getByRole("checkbox", { name: /^Select all/ }).click();
    await dashboard.getByRole("checkbox", { name: /^Select all/ }).click();
    const all = Number((await readDashboard<{ n: string }>("select count(*) as n from board_rows"))[0]?.n);
    await board.expectSelected(all);
    await board.scrollRows(4_000);
    const seen = await board.containerInSight();
    await expect(seen).toBeChecked();
    await seen.click();
    await board.expectSelected(all - 1);
    await board.queue("Held").click();
    await board.expectSelected(0);
  });
});

test("supports long press on a phone's cards and shows the actions at the bottom", async ({
  openDashboard,
}) => {
  const page = await openDashboard({ viewport: { width: 360, height: 740 } });
  const board = new BulkBoard(page);
  await board.open("?sort=container");
  const cards = page.locator("li[data-list-index]");
  const container = (place: number) => cards.nth(place).getByRole("checkbox");
  await expect(container(0)).toBeVisible();
  const strip = await cards.first().locator("label").boundingBox();
  expect(strip?.width).toBeGreaterThanOrEqual(44);
  expect(strip?.height).toBeGreaterThanOrEqual(100);
  await cards
    .nth(0)
    .locator("label")
    .click({ position: { x: 5, y: 95 } });
  await cards
    .nth(1)
    .locator("label")
    .click({ position: { x: 38, y: 8 } });
  await expect(page).toHaveURL(/\/board\?sort=container$/);
  await board.expectSelected(2);
  await page.mouse.wheel(0, 2_000);
  await expect(board.bar).toBeInViewport({ ratio: 1 });
  await expectNoSidewaysScroll(page);
  await expectNoProblems(page);
  await expect(await board.act("Assign")).toContainText("2 containers");
  await page.keyboard.press("Escape");
  await board.bar.getByRole("button", { name: "Clear selection" }).click();
  await board.expectSelected(0);
  await page.mouse.wheel(0, -4_000);
  // Keyboard navigation starts when scrolling has stopped, because cards are replaced while they scroll past.
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await page.locator("li[data-list-index='0']").getByRole("link").focus();
  await page.keyboard.press("x");
  await board.expectSelected(1);
});

test.describe("bulk actions", () => {
  test("assign a carrier by keyboard, show each row, and can be undone", async ({
    dashboard,
    openDashboard,
  }) => {
    const name = "Breakwater Dray";
    await dashboard.goto("/parties");
    await dashboard.getByLabel("Company name").fill(name);
    await dashboard.getByRole("button", { name: "Create party" }).click();
    await expect(dashboard.getByRole("row", { name })).toBeVisible();

    const board = new BulkBoard(dashboard);
    await board.open(READY);
    const numbers = (await board.numbers()).slice(0, 3);
    const before = await carriersOf(numbers);
    await dashboard.keyboard.press("j");
    await dashboard.keyboard.press("x");
    await dashboard.keyboard.press("Shift+ArrowDown");
    await dashboard.keyboard.press("Shift+ArrowDown");
    await dashboard.keyboard.press("a");
    const dialog = dashboard.getByRole("dialog");
    await expect(dialog).toContainText("Assigns the party as dray carrier to 3 containers.");
    // Carriers that are assigned already stay.
    const add = dialog.getByRole("radio", { name: "Add", exact: true });
    if (await add.isVisible()) await add.check();
    const start = dialog.getByRole("button", { name: /^(Assign|Add): 3 containers$/ });
    await start.click();
    await expect(dialog).toContainText("Select a party.");
    await dialog.getByRole("combobox").fill("breakw");
    await dashboard.getByRole("option", { name }).click();
    await start.click();
    await expect(dialog).toHaveCount(0);

    const other = new BulkBoard(await openDashboard());
    await other.open(READY);
    for (const each of [board, other])
      await expect(each.finished(`Assign ${name}`, "3 done")).toBeVisible({ timeout: JOB_MS });
    for (const number of numbers) await expect(board.cell(number, "carrier")).toContainText(name);
    await expect(board.job(`Assign ${name}`)).toHaveCount(0);

    await dashboard.goto("/jobs");
    await dashboard.getByRole("link", { name: `View rows of: Assign ${name}` }).click();
    await expect(dashboard.locator("tr[data-state=done]")).toHaveCount(3);
    await expect(dashboard.locator("tr[data-state=done]").first()).toContainText(`${name} assigned.`);
    await dashboard.getByRole("button", { name: "Undo" }).click();
    await expect(dashboard.getByText("undone")).toBeVisible();
    await expect.poll(() => carriersOf(numbers), { timeout: JOB_MS }).toEqual(before);
  });

  test("stop tracking of whole shipments, which they show before they start, and add references, and can be undone", async ({
    dashboard,
  }) => {
    const board = new BulkBoard(dashboard);
    await board.open("?sort=container");
    await board.container(0).click();
    await test.step("the effect on whole shipments", async () => {
      const dialog = await board.act("Stop tracking");
      await expect(dialog).toContainText("Applies to 1 shipment (1 container selected).");
      await expect(dialog).toContainText("These shipments get no updates");
      await dialog.getByRole("button", { name: "Stop tracking: 1 container" }).click();
      const notice = board.finished("Stop tracking", "1 done");
      await expect(notice).toBeVisible({ timeout: JOB_MS });
      await notice.getByRole("button", { name: "Undo" }).click();
      await expect(board.finished("Undo: Stop tracking", "1 done")).toBeVisible({ timeout: JOB_MS });
    });
    await test.step("a script in a reference is shown as text", async () => {
      // A started job clears the selection.
      await board.expectSelected(0);
      await board.container(2).click();
      const dialog = await board.act("References");
      const text = '=1+1 <script>alert("x")</script> مرحبا 🚢';
      await dialog.getByLabel("References").fill(text);
      await dialog.getByRole("button", { name: "Add: 1 container" }).click();
      const notice = board.finished(`Add reference “${text}”`, "1 done");
      await expect(notice).toBeVisible({ timeout: JOB_MS });
      await notice.getByRole("button", { name: "Undo" }).click();
      await expect(board.finished(`Undo: Add reference “${text}”`, "1 done")).toBeVisible({
        timeout: JOB_MS,
      });
      await dashboard.goto("/jobs");
      const first = dashboard
        .locator("[data-job]")
        .filter({ has: dashboard.getByText(`Add reference “${text}”`, { exact: true }) });
      await expect(first.first()).toContainText("undone");
    });
  });

  test("retry the failed rows of a refresh in a separate job, and wait for the service's limit until stopped", async ({
    dashboard,
  }) => {
    test.setTimeout(180_000);
    await refreshAllowance(6);
    const board = new BulkBoard(dashboard);
    await test.step("failed rows are retried in a separate job", async () => {
      await board.open("?sort=container");
      await withFeatures(["routing_data"], async () => {
        await board.container(5).click();
        await board.container(6).click();
        await dashboard.keyboard.press("r");
        await dashboard.getByRole("dialog").getByRole("button", { name: "Refresh: 2 containers" }).click();
        await expect(board.job("Refresh")).toContainText("2 failed", { timeout: JOB_MS });
      });
      await board.job("Refresh").getByRole("button", { name: "Retry failed" }).click();
      await expect(board.finished("Again: Refresh", "2 done")).toBeVisible({ timeout: JOB_MS });
      await dashboard.goto("/jobs");
      const first = dashboard
        .locator("[data-job]")
        .filter({ has: dashboard.getByText("Refresh", { exact: true }) });
      await first.first().getByRole("link", { name: "retried" }).click();
      await expect(dashboard.getByRole("heading", { level: 1, name: "Again: Refresh" })).toBeVisible();
      await expect(dashboard.locator("tr[data-state=done]")).toHaveCount(2);
    });
    await test.step("the limit of the minute, over a reload, until the job is stopped", async () => {
      await board.open("?sort=container");
      await withFewRefreshes(2, async () => {
        await board.container(0).click();
        await board.container(13).click({ modifiers: ["Shift"] });
        await dashboard.keyboard.press("r");
        const dialog = dashboard.getByRole("dialog");
        await expect(dialog).toContainText("The service allows 10 refreshes per minute");
        await dialog.getByRole("button", { name: "Refresh: 14 containers" }).click();
        const job = board.job("Refresh");
        await expect(job).toContainText(/The service allows 10 refreshes per minute; resumes in \d+s/, {
          timeout: JOB_MS,
        });
        await dashboard.reload();
        await expect(job).toContainText(/resumes in \d+s/);
        await job.getByRole("button", { name: "Stop" }).click();
        await expect(job).toContainText(/\d+ done, \d+ not started · stopped/);
      });
      const [counts] = await readDashboard<{ total: number; asked: number }>(
        `select count(*)::int as total, count(*) filter (where state = 'done')::int as asked from job_rows
         where job_id = (select id from jobs where kind = 'refresh' order by created_at desc limit 1)`,
      );
      expect(counts?.total).toBe(14);
      expect(counts?.asked).toBeLessThanOrEqual(2);
    });
  });
});
