import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { boxOnTheGround, dayIn, weekOf } from "@/e2e/facts/containers";
import { expectNoSidewaysScroll, expectNoTrouble } from "@/e2e/support/page-assertions";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDesk } from "@/e2e/system/databases";
import { reportAt } from "@/e2e/system/world";
import { REPORT_IDS, REPORT_WORDS } from "@/lib/features/reports/rules/report-table";

const CAUGHT_UP = { timeout: 30_000 };

/** Opens a report once it tells of all that the desk knows. */
async function openReport(page: Page, path: string): Promise<void> {
  await expect.poll(async () => (await readDesk("select from report_due limit 1")).length, CAUGHT_UP).toBe(0);
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1, name: "Reports" })).toBeVisible();
}

const figureOf = (page: Page, row: string, column: string) =>
  page.locator(`tr[data-row="${row}"] [data-column="${column}"]`);

test.describe("every report", () => {
  for (const id of REPORT_IDS)
    test(`${id}: each figure leads to as many boxes`, async ({ desk }) => {
      await openReport(desk, `/reports/${id}?weeks=52`);
      const table = desk.getByRole("table", { name: REPORT_WORDS[id].title, exact: true });
      await expect(table).toBeVisible();
      const links = table.getByRole("link");
      const count = await links.count();
      expect(count).toBeGreaterThan(0);
      // One near the beginning, one in the middle, one at the end.
      for (const at of new Set([0, Math.floor(count / 2), count - 1])) {
        const link = links.nth(at);
        const words = (await link.textContent()) ?? "";
        await link.focus();
        await desk.keyboard.press("Enter");
        await expect(desk).toHaveURL(/\/boxes\?/);
        const total = Number(await desk.locator("[data-total]:visible").getAttribute("data-total"));
        if (/^[\d,]+$/.test(words)) expect(total, words).toBe(Number(words.replaceAll(",", "")));
        else expect(total, words).toBeGreaterThan(0);
        await expect(desk.locator("[data-container]:visible")).toHaveCount(Math.min(total, 100));
        await desk.goBack();
        await expect(table).toBeVisible();
      }
    });

  test("its file has the table's figures, and is named after it", async ({ desk }) => {
    for (const id of ["freshness", "statuses", "charges"] as const) {
      await openReport(desk, `/reports/${id}?weeks=4`);
      const [download] = await Promise.all([
        desk.waitForEvent("download"),
        desk.getByRole("link", { name: "Download CSV" }).click(),
      ]);
      expect(download.suggestedFilename()).toMatch(/^drayboard-[a-z-]+-\d{4}-\d{2}-\d{2}\.csv$/);
      const [head, ...lines] = (await readFile(await download.path()))
        .toString("utf8")
        .trimEnd()
        .split("\r\n");
      expect(head?.startsWith("\uFEFF")).toBe(true);
      await expect(desk.locator("tr[data-row]")).toHaveCount(lines.length);
    }
  });
});

test("a hold that is placed and released comes and goes, without a reload", async ({ desk }) => {
  const box = await boxOnTheGround(11);
  const standing = { name: "other", status: "hold", description: "reports" };
  await reportAt(box.number, { holds_at_pod_terminal: [] });
  await expect
    .poll(
      () => readDesk("select from report_holds where container_id = $1 and to_at is null", [box.id]),
      CAUGHT_UP,
    )
    .toHaveLength(0);
  await openReport(desk, "/reports/holds");
  const today = figureOf(desk, "hold:other", "today");
  const before = (await today.count()) ? Number((await today.textContent())?.replaceAll(",", "")) : 0;
  await reportAt(box.number, { holds_at_pod_terminal: [standing] });
  await expect(today).toHaveText(String(before + 1), CAUGHT_UP);
  await reportAt(box.number, { holds_at_pod_terminal: [] });
  if (before === 0) await expect(today).toHaveCount(0, CAUGHT_UP);
  else await expect(today).toHaveText(String(before), CAUGHT_UP);
});

test("charges that are reported are this week's, by currency", async ({ desk }) => {
  const box = await boxOnTheGround(12);
  const fees = (amount: number) => ({
    fees_at_pod_terminal: [
      { type: "demurrage", amount, currency_code: "USD" },
      { type: "total", amount, currency_code: "USD" },
    ],
  });
  await reportAt(box.number, fees(100));
  await expect
    .poll(
      () =>
        readDesk(
          "select sum(minor)::int as minor from report_charges where container_id = $1 and currency = 'USD'",
          [box.id],
        ),
      CAUGHT_UP,
    )
    .toEqual([{ minor: 10_000 }]);
  await openReport(desk, "/reports/charges?weeks=4");
  // At the terminal a week may still go on that is over in UTC.
  const dollars = figureOf(desk, weekOf(dayIn(box.zone, 0)), "USD");
  const amount = async () => Number(((await dollars.textContent()) ?? "").replaceAll(/[^\d.]/g, ""));
  const before = await amount();
  await reportAt(box.number, fees(350.25));
  await expect.poll(amount, CAUGHT_UP).toBeCloseTo(before + 250.25, 2);
});

test.describe("looking back", () => {
  test("is chosen by keyboard, kept in the address, and says where it stands", async ({ desk }) => {
    await openReport(desk, "/reports/statuses");
    const chosen = desk.getByRole("navigation", { name: "How far back" }).locator("[aria-current=page]");
    await expect(chosen).toHaveText("12 weeks");
    await expect(desk.locator("tr[data-row]").last()).toContainText("so far");
    await desk.getByRole("link", { name: "4 weeks" }).focus();
    await desk.keyboard.press("Enter");
    await expect(desk).toHaveURL(/weeks=4$/);
    await expect(chosen).toHaveText("4 weeks");
  });

  test("refuses nothing that stands in an address, and shows what there is", async ({ desk }) => {
    for (const path of ["?weeks=0", "?weeks=9999999", "?weeks=4&weeks=12", "?weeks=%00"]) {
      await desk.goto(`/reports/dwell${path}`);
      await expect(desk.getByRole("navigation", { name: "How far back" })).toBeVisible();
    }
    for (const query of [
      "row=nobody&column=all",
      "row=%00&column=%00",
      "row=2026-02-31&column=ready",
      "page=-3",
    ]) {
      await desk.goto(`/reports/deadlines/boxes?${query}`);
      await expect(desk.locator("[data-total]:visible")).toHaveAttribute("data-total", "0");
      await desk.getByRole("link", { name: "Back to the figures" }).click();
      await expect(desk).toHaveURL(/\/reports\/deadlines$/);
    }
  });
});

test.describe("without the chart", () => {
  test("a screen reader hears a sentence and the table, and nothing of the drawing", async ({ desk }) => {
    for (const id of REPORT_IDS) {
      await openReport(desk, `/reports/${id}`);
      await expect(desk.getByText("All figures stand in the table that follows.")).toHaveCount(1);
      // What is drawn stands in a part that is hidden from it.
      await expect(
        desk.locator("main .recharts-surface").and(desk.locator(":not([aria-hidden] *)")),
      ).toHaveCount(0);
    }
  });

  test("no colour is needed: each bar carries its number", async ({ desk }) => {
    await openReport(desk, "/reports/freshness");
    const chart = desk.locator("[data-chart]").first();
    await expect(chart.locator(".recharts-label-list text").filter({ hasText: /\d/ }).first()).toBeVisible();
  });
});

test("the lists behind figures are without trouble, also on a phone and in the dark", async ({
  openDesk,
}) => {
  for (const colorScheme of ["light", "dark"] as const) {
    const page = await openDesk({ colorScheme, viewport: { width: 360, height: 740 } });
    await openReport(page, "/reports/freshness");
    await page.getByRole("table").getByRole("link").first().click();
    await expect(page.locator("[data-container]:visible").first()).toBeVisible();
    await expectNoTrouble(page);
    await expectNoSidewaysScroll(page);
  }
});

test("the board carries nothing of the reports' charts", async ({ desk }) => {
  const reads: Promise<string>[] = [];
  desk.on("response", (answer) => {
    if (answer.url().includes("/_next/static/") && answer.url().endsWith(".js"))
      reads.push(answer.text().catch(() => ""));
  });
  await desk.goto("/board");
  await expect(desk.locator("[data-live=live]")).toBeVisible();
  const scripts = await Promise.all(reads);
  expect(scripts.length).toBeGreaterThan(3);
  expect(scripts.filter((text) => text.includes("recharts-"))).toEqual([]);
});

test("a report that does not exist is not found, and its file answers 404", async ({ desk, trouble }) => {
  trouble.expect(/404/);
  const answer = await desk.request.get("/api/reports/nothing");
  expect(answer.status()).toBe(404);
  expect((await desk.request.get("/api/reports/people")).status()).toBe(404);
  expect((await desk.request.get("/api/reports/dwell?weeks=5")).status()).toBe(400);
  await desk.goto("/reports/nothing");
  await expect(desk.getByText("The desk does not hold this")).toBeVisible();
});
