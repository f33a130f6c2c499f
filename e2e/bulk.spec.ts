import { withFeatures } from "@/e2e/facts/plan";
import { BulkBoard } from "@/e2e/pages/bulk-board";
import { expectNoSidewaysScroll, expectNoTrouble } from "@/e2e/support/page-assertions";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDesk } from "@/e2e/system/databases";

const READY = "?ready=ready&sort=container";
const JOB_MS = 20_000;

async function carriersOf(numbers: readonly string[]): Promise<string[]> {
  const rows = await readDesk<{ carrier: string }>(
    "select carrier_names as carrier from board_rows where number = any($1) order by number",
    [numbers],
  );
  return rows.map(({ carrier }) => carrier);
}

test.describe("selecting", () => {
  test("takes ranges by shift, by keys, and all of the filters, through scrolling", async ({ desk }) => {
    const board = new BulkBoard(desk);
    await board.open("?sort=container");
    await board.box(1).click();
    await board.box(4).click({ modifiers: ["Shift"] });
    await board.expectSelected(4);
    await expect(board.box(3)).toBeChecked();
    await board.box(2).click();
    await board.expectSelected(3);
    await desk.keyboard.press("Escape");
    await board.expectSelected(0);

    await desk.keyboard.press("j");
    await desk.keyboard.press("x");
    await desk.keyboard.press("Shift+ArrowDown");
    await desk.keyboard.press("Shift+ArrowDown");
    await board.expectSelected(3);

    await desk.getByRole("checkbox", { name: /^Select all/ }).click();
    await desk.getByRole("checkbox", { name: /^Select all/ }).click();
    const all = Number((await readDesk<{ n: string }>("select count(*) as n from board_rows"))[0]?.n);
    await board.expectSelected(all);
    await board.scrollRows(4_000);
    const seen = await board.boxInSight();
    await expect(seen).toBeChecked();
    await seen.click();
    await board.expectSelected(all - 1);
    await board.queue("Held").click();
    await board.expectSelected(0);
  });

  test("asks for the rows of a range that nobody has read", async ({ desk }) => {
    const board = new BulkBoard(desk);
    await board.open("?sort=container");
    await board.box(0).click();
    const rowHeight = (await board.rows.first().boundingBox())?.height ?? 0;
    await desk
      .locator("section", { has: board.rows.first() })
      .evaluate((sheet, top) => sheet.scrollTo(0, top), 172 * rowHeight);
    await expect(desk.locator("tr[data-list-index='175']")).toBeVisible();
    await desk
      .locator("tr[data-list-index='175']")
      .getByRole("checkbox")
      .click({ modifiers: ["Shift"] });
    await board.expectSelected(176);
  });
});

test("selects on a phone's cards by a long strip, and acts at the foot", async ({ openDesk }) => {
  const page = await openDesk({ viewport: { width: 360, height: 740 } });
  const board = new BulkBoard(page);
  await board.open("?sort=container");
  const cards = page.locator("li[data-list-index]");
  const box = (place: number) => cards.nth(place).getByRole("checkbox");
  await expect(box(0)).toBeVisible();
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
  await expectNoTrouble(page);
  await expect(await board.act("Assign")).toContainText("2 boxes");
  await page.keyboard.press("Escape");
  await board.bar.getByRole("button", { name: "Select nothing" }).click();
  await board.expectSelected(0);
  await page.mouse.wheel(0, -4_000);
  // Who walks the cards begins once they stand still: those that go by are drawn for others.
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await page.locator("li[data-list-index='0']").getByRole("link").focus();
  await page.keyboard.press("x");
  await board.expectSelected(1);
});

test.describe("acting on many", () => {
  test("assigns a carrier by keyboard, shows each row, and takes it back", async ({ desk, openDesk }) => {
    const name = "Breakwater Dray";
    await desk.goto("/parties");
    await desk.getByLabel("Company name").fill(name);
    await desk.getByRole("button", { name: "Create party" }).click();
    await expect(desk.getByRole("row", { name })).toBeVisible();

    const board = new BulkBoard(desk);
    await board.open(READY);
    const numbers = (await board.numbers()).slice(0, 3);
    const before = await carriersOf(numbers);
    await desk.keyboard.press("j");
    await desk.keyboard.press("x");
    await desk.keyboard.press("Shift+ArrowDown");
    await desk.keyboard.press("Shift+ArrowDown");
    await desk.keyboard.press("a");
    const dialog = desk.getByRole("dialog");
    await expect(dialog).toContainText("The service makes the party dray carrier of 3 boxes.");
    await dialog.getByRole("button", { name: "Assign: 3 boxes" }).click();
    await expect(dialog).toContainText("Choose a party.");
    await dialog.getByRole("combobox").fill("breakw");
    await desk.getByRole("option", { name }).click();
    await dialog.getByRole("button", { name: "Assign: 3 boxes" }).click();
    await expect(dialog).toHaveCount(0);

    const other = new BulkBoard(await openDesk());
    await other.open(READY);
    for (const each of [board, other])
      await expect(each.job(`Assign ${name}`)).toContainText("3 done", { timeout: JOB_MS });
    for (const number of numbers) await expect(board.cell(number, "carrier")).toContainText(name);
    await desk.reload();
    await expect(board.job(`Assign ${name}`)).toContainText("3 done");

    await board
      .job(`Assign ${name}`)
      .getByRole("link", { name: /^Each row/ })
      .click();
    await expect(desk.locator("tr[data-state=done]")).toHaveCount(3);
    await expect(desk.locator("tr[data-state=done]").first()).toContainText(`${name} assigned.`);
    await desk.getByRole("button", { name: "Take back" }).click();
    await expect(desk.getByText("taken back")).toBeVisible();
    await expect.poll(() => carriersOf(numbers), { timeout: JOB_MS }).toEqual(before);
  });

  test("tells what happens to whole shipments before it does", async ({ desk }) => {
    const board = new BulkBoard(desk);
    await board.open("?sort=container");
    await board.box(0).click();
    const dialog = await board.act("Stop tracking");
    await expect(dialog).toContainText("This concerns shipments: 1 shipment of 1 box.");
    await expect(dialog).toContainText("Nothing new comes for these shipments");
    await dialog.getByRole("button", { name: "Stop tracking: 1 box" }).click();
    await expect(board.job("Stop tracking")).toContainText("1 done", { timeout: JOB_MS });
    await board.job("Stop tracking").getByRole("button", { name: "Take back" }).click();
    await expect(board.job("Take back: Stop tracking")).toContainText("1 done", { timeout: JOB_MS });
  });

  test("adds tags and references, and a script among them stays a text", async ({ desk }) => {
    const board = new BulkBoard(desk);
    await board.open("?sort=container");
    await board.box(2).click();
    const dialog = await board.act("References");
    const text = '=1+1 <script>alert("x")</script> مرحبا 🚢';
    await dialog.getByLabel("References").fill(text);
    await dialog.getByRole("button", { name: "Add: 1 box" }).click();
    const job = board.job(`Add the reference “${text}”`);
    await expect(job).toContainText("1 done", { timeout: JOB_MS });
    await job.getByRole("button", { name: "Take back" }).click();
    // The board shows the latest job that ended alone.
    await expect(board.job(`Take back: Add the reference “${text}”`)).toContainText("1 done", {
      timeout: JOB_MS,
    });
    await desk.goto("/jobs");
    const first = desk
      .locator("[data-job]")
      .filter({ has: desk.getByText(`Add the reference “${text}”`, { exact: true }) });
    await expect(first.first()).toContainText("taken back");
  });

  test("tries the failed rows of a job again, in a job of its own", async ({ desk }) => {
    const board = new BulkBoard(desk);
    await board.open("?sort=container");
    await withFeatures(["routing_data"], async () => {
      await board.box(5).click();
      await board.box(6).click();
      await desk.keyboard.press("r");
      await desk.getByRole("dialog").getByRole("button", { name: "Refresh: 2 boxes" }).click();
      await expect(board.job("Refresh")).toContainText("2 failed", { timeout: JOB_MS });
    });
    await board.job("Refresh").getByRole("button", { name: "Try the failed ones again" }).click();
    await expect(board.job("Again: Refresh")).toContainText("2 done", { timeout: JOB_MS });
    await desk.goto("/jobs");
    const first = desk.locator("[data-job]").filter({ has: desk.getByText("Refresh", { exact: true }) });
    await first.first().getByRole("link", { name: "tried again" }).click();
    await expect(desk.getByRole("heading", { level: 1, name: "Again: Refresh" })).toBeVisible();
    await expect(desk.locator("tr[data-state=done]")).toHaveCount(2);
  });

  test("lets refreshes wait for the service, says so, goes on after a reload, and stops", async ({
    desk,
  }) => {
    const board = new BulkBoard(desk);
    await board.open("?sort=container");
    await board.box(0).click();
    await board.box(13).click({ modifiers: ["Shift"] });
    await desk.keyboard.press("r");
    const dialog = desk.getByRole("dialog");
    await expect(dialog).toContainText("The service allows 10 refreshes a minute");
    await dialog.getByRole("button", { name: "Refresh: 14 boxes" }).click();
    const job = board.job("Refresh");
    await expect(job).toContainText(/The service allows 10 refreshes a minute; goes on in \d+ s/, {
      timeout: JOB_MS,
    });
    await desk.reload();
    await expect(job).toContainText(/goes on in \d+ s/);
    await job.getByRole("button", { name: "Stop" }).click();
    await expect(job).toContainText(/\d+ done, \d+ not begun · stopped/);
    const [counts] = await readDesk<{ total: number; asked: number }>(
      `select count(*)::int as total, count(*) filter (where state = 'done')::int as asked from job_rows
       where job_id = (select id from jobs where kind = 'refresh' order by created_at desc limit 1)`,
    );
    expect(counts?.total).toBe(14);
    expect(counts?.asked).toBeLessThanOrEqual(10);
  });
});
