import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { containerOnTheGround, dayIn, weekOf } from "@/e2e/facts/containers";
import { expectNoProblems, expectNoSidewaysScroll } from "@/e2e/support/page-assertions";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDashboard } from "@/e2e/system/databases";
import { reportAt } from "@/e2e/system/world";
import { REPORT_IDS, REPORT_LABELS } from "@/lib/features/reports/rules/report-table";

const CAUGHT_UP = { timeout: 30_000 };

/** Opens a report and waits until it includes all data of the dashboard. */
async function openReport(page: Page, path: string): Promise<void> {
  await expect
    .poll(async () => (await readDashboard("select from report_rebuild_queue limit 1")).length, CAUGHT_UP)
    .toBe(0);
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1, name: "Reports" })).toBeVisible();
}

const figureOf = (page: Page, row: string, column: string) =>
  page.locator(`tr[data-row="${row}"] [data-column="${column}"]`);

test.describe("every report", () => {
  for (const id of REPORT_IDS)
    test(`${id}: each figure leads to as many containers`, async ({ dashboard }) => {
      await openReport(dashboard, `/reports/${id}?weeks=52`);
      const table = dashboard.getByRole("table", { name: REPORT_LABELS[id].title, exact: true });
      await expect(table).toBeVisible();
      const links = table.getByRole("link");
      const count = await links.count();
      expect(count).toBeGreaterThan(0);
      // One figure near the beginning, one in the middle, one at the end.
      for (const at of new Set([0, Math.floor(count / 2), count - 1])) {
        const link = links.nth(at);
        const message = (await link.textContent()) ?? "";
        await link.focus();
        await dashboard.keyboard.press("Enter");
        await expect(dashboard).toHaveURL(/\/containers\?/);
        const total = Number(await dashboard.locator("[data-total]:visible").getAttribute("data-total"));
        if (/^[\d,]+$/.test(message)) expect(total, message).toBe(Number(message.replaceAll(",", "")));
        else expect(total, message).toBeGreaterThan(0);
        await expect(dashboard.locator("[data-container]:visible")).toHaveCount(Math.min(total, 100));
        await dashboard.goBack();
        await expect(table).toBeVisible();
      }
    });

  test("its file has the table's figures and the report's name", async ({ dashboard }) => {
    for (const id of ["freshness", "statuses", "charges"] as const) {
      await openReport(dashboard, `/reports/${id}?weeks=4`);
      const [download] = await Promise.all([
        dashboard.waitForEvent("download"),
        dashboard.getByRole("link", { name: "Download CSV" }).click(),
      ]);
      expect(download.suggestedFilename()).toMatch(/^drayboard-[a-z-]+-\d{4}-\d{2}-\d{2}\.csv$/);
      const [head, ...lines] = (await readFile(await download.path()))
        .toString("utf8")
        .trimEnd()
        .split("\r\n");
      expect(head?.startsWith("\uFEFF")).toBe(true);
      await expect(dashboard.locator("tr[data-row]")).toHaveCount(lines.length);
    }
  });
});

test("a hold that is placed and released appears and disappears without a reload", async ({ dashboard }) => {
  const container = await containerOnTheGround(11);
  const state = { name: "other", status: "hold", description: "reports" };
  await reportAt(container.number, { holds_at_pod_terminal: [] });
  await expect
    .poll(
      () =>
        readDashboard("select from report_holds where container_id = $1 and to_at is null", [container.id]),
      CAUGHT_UP,
    )
    .toHaveLength(0);
  await openReport(dashboard, "/reports/holds");
  const today = figureOf(dashboard, "hold:other", "today");
  const before = (await today.count()) ? Number((await today.textContent())?.replaceAll(",", "")) : 0;
  await reportAt(container.number, { holds_at_pod_terminal: [state] });
  await expect(today).toHaveText(String(before + 1), CAUGHT_UP);
  await reportAt(container.number, { holds_at_pod_terminal: [] });
  if (before === 0) await expect(today).toHaveCount(0, CAUGHT_UP);
  else await expect(today).toHaveText(String(before), CAUGHT_UP);
});

test("reported charges count for the current week, by currency", async ({ dashboard }) => {
  const container = await containerOnTheGround(12);
  const fees = (amount: number) => ({
    fees_at_pod_terminal: [
      { type: "demurrage", amount, currency_code: "USD" },
      { type: "total", amount, currency_code: "USD" },
    ],
  });
  await reportAt(container.number, fees(100));
  await expect
    .poll(
      () =>
        readDashboard(
          "select sum(minor)::int as minor from report_charges where container_id = $1 and currency = 'USD'",
          [container.id],
        ),
      CAUGHT_UP,
    )
    .toEqual([{ minor: 10_000 }]);
  await openReport(dashboard, "/reports/charges?weeks=4");
  // The terminal's week may continue after it has ended in UTC.
  const dollars = figureOf(dashboard, weekOf(dayIn(container.zone, 0)), "USD");
  // A week in which more was corrected than added is negative.
  const amount = async () =>
    Number(((await dollars.textContent()) ?? "").replace(/[−-]/, "-").replaceAll(/[^-\d.]/g, ""));
  const before = await amount();
  // What was reported before tracking started is in no week.
  const atStart = figureOf(dashboard, "start", "USD");
  const [{ minor = 0 } = {}] = await readDashboard<{ minor: number }>(
    "select sum(minor)::int as minor from report_charges where at_start and currency = 'USD'",
  );
  const started = minor / 100;
  await expect(atStart).toContainText(started.toLocaleString("en-US", { minimumFractionDigits: 2 }));
  await reportAt(container.number, fees(350.25));
  await expect.poll(amount, CAUGHT_UP).toBeCloseTo(before + 250.25, 2);
  await expect(atStart).toContainText(started.toLocaleString("en-US", { minimumFractionDigits: 2 }));
});

test.describe("report period", () => {
  test("can be chosen by keyboard, is kept in the URL, and is shown on the page", async ({ dashboard }) => {
    await openReport(dashboard, "/reports/statuses");
    const chosen = dashboard.getByRole("navigation", { name: "Period" }).locator("[aria-current=page]");
    await expect(chosen).toHaveText("12 weeks");
    await expect(dashboard.locator("tr[data-row]").last()).toContainText("so far");
    await dashboard.getByRole("link", { name: "4 weeks" }).focus();
    await dashboard.keyboard.press("Enter");
    await expect(dashboard).toHaveURL(/weeks=4$/);
    await expect(chosen).toHaveText("4 weeks");
  });

  test("accepts any value in the URL and shows the available data", async ({ dashboard }) => {
    for (const path of ["?weeks=0", "?weeks=9999999", "?weeks=4&weeks=12", "?weeks=%00"]) {
      await dashboard.goto(`/reports/dwell${path}`);
      await expect(dashboard.getByRole("navigation", { name: "Period" })).toBeVisible();
    }
    for (const query of [
      "row=nobody&column=all",
      "row=%00&column=%00",
      "row=2026-02-31&column=ready",
      "page=-3",
    ]) {
      await dashboard.goto(`/reports/deadlines/containers?${query}`);
      await expect(dashboard.locator("[data-total]:visible")).toHaveAttribute("data-total", "0");
      await dashboard.getByRole("link", { name: "Back to report" }).click();
      await expect(dashboard).toHaveURL(/\/reports\/deadlines$/);
    }
  });
});

test.describe("reports without the chart", () => {
  test("a screen reader reads a sentence and the table, but not the chart", async ({ dashboard }) => {
    for (const id of REPORT_IDS) {
      await openReport(dashboard, `/reports/${id}`);
      await expect(dashboard.getByText("All data is in the table below.")).toHaveCount(1);
      // The chart is in a part that is hidden from screen readers.
      await expect(
        dashboard.locator("main .recharts-surface").and(dashboard.locator(":not([aria-hidden] *)")),
      ).toHaveCount(0);
    }
  });

  test("color is not needed, because each bar shows its number", async ({ dashboard }) => {
    await openReport(dashboard, "/reports/freshness");
    const chart = dashboard.locator("[data-chart]").first();
    await expect(chart.locator(".recharts-label-list text").filter({ hasText: /\d/ }).first()).toBeVisible();
  });
});

test("the lists behind figures have no accessibility errors, also on a phone and in dark mode", async ({
  openDashboard,
}) => {
  for (const colorScheme of ["light", "dark"] as const) {
    const page = await openDashboard({ colorScheme, viewport: { width: 360, height: 740 } });
    await openReport(page, "/reports/freshness");
    await page.getByRole("table").getByRole("link").first().click();
    await expect(page.locator("[data-container]:visible").first()).toBeVisible();
    await expectNoProblems(page);
    await expectNoSidewaysScroll(page);
  }
});

test("the board does not load the reports' charts", async ({ dashboard }) => {
  const reads: Promise<string>[] = [];
  dashboard.on("response", (response) => {
    if (response.url().includes("/_next/static/") && response.url().endsWith(".js"))
      reads.push(response.text().catch(() => ""));
  });
  await dashboard.goto("/board");
  await expect(dashboard.locator("[data-live=live]")).toBeVisible();
  const scripts = await Promise.all(reads);
  expect(scripts.length).toBeGreaterThan(3);
  expect(scripts.filter((text) => text.includes("recharts-"))).toEqual([]);
});

test("an unknown report shows not found, and its file responds 404", async ({ dashboard, trouble }) => {
  trouble.expect(/404/);
  const response = await dashboard.request.get("/api/reports/nothing");
  expect(response.status()).toBe(404);
  expect((await dashboard.request.get("/api/reports/people")).status()).toBe(404);
  expect((await dashboard.request.get("/api/reports/dwell?weeks=5")).status()).toBe(400);
  await dashboard.goto("/reports/nothing");
  await expect(dashboard.getByText("Not found")).toBeVisible();
});
