import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { containerOnTheGround, dayIn, weekOf } from "@/e2e/facts/containers";
import {
  expectNoProblems,
  expectNoSidewaysScroll,
  PHONE,
  showInDarkMode,
} from "@/e2e/support/page-assertions";
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

/** The number of containers that a page of containers says it lists, by its HTML. */
const listedIn = (html: string) => Number(/data-total="(\d+)"/.exec(html)?.[1]);

test("the reports load their charts when opened, and their figures lead to as many containers", async ({
  dashboard,
  openDashboard,
}) => {
  test.setTimeout(240_000);
  await test.step("the board does not load the charts", async () => {
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

  for (const id of REPORT_IDS)
    await test.step(`${id}: its table, its file, and the containers behind its figures`, async () => {
      await openReport(dashboard, `/reports/${id}?weeks=52`);
      const table = dashboard.getByRole("table", { name: REPORT_LABELS[id].title, exact: true });
      await expect(table).toBeVisible();
      await expect(dashboard.getByText("All data is in the table below.")).toHaveCount(1);
      const file = await dashboard.request.get(`/api/reports/${id}?weeks=52`);
      const lines = (await file.text()).trimEnd().split("\r\n");
      await expect(dashboard.locator("tr[data-row]")).toHaveCount(lines.length - 1);

      const links = await table
        .getByRole("link")
        .evaluateAll((all) => all.map((one) => [one.textContent ?? "", one.getAttribute("href") ?? ""]));
      expect(links.length).toBeGreaterThan(0);
      // One figure near the beginning, one in the middle, one at the end.
      for (const at of new Set([0, Math.floor(links.length / 2), links.length - 1])) {
        const [text = "", href = ""] = links[at] ?? [];
        expect(href).toMatch(/\/containers\?/);
        const total = listedIn(await (await dashboard.request.get(href)).text());
        if (/^[\d,]+$/.test(text)) expect(total, href).toBe(Number(text.replaceAll(",", "")));
        else expect(total, href).toBeGreaterThan(0);
      }
    });

  await test.step("a figure is followed and left by keyboard, and the file is downloaded", async () => {
    const table = dashboard.getByRole("table", { name: REPORT_LABELS.freshness.title, exact: true });
    const link = table.getByRole("link").first();
    const total = Number((await link.textContent())?.replaceAll(",", ""));
    await link.focus();
    await dashboard.keyboard.press("Enter");
    await expect(dashboard).toHaveURL(/\/reports\/freshness\/containers\?/);
    await expect(dashboard.locator("[data-total]:visible")).toHaveAttribute("data-total", String(total));
    await expect(dashboard.locator("[data-container]:visible")).toHaveCount(Math.min(total, 100));
    await dashboard.goBack();
    await expect(table).toBeVisible();
    await expect(dashboard.locator("[data-chart] .recharts-surface").first()).toBeVisible();
    const [download] = await Promise.all([
      dashboard.waitForEvent("download"),
      dashboard.getByRole("link", { name: "Download CSV" }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^drayboard-[a-z-]+-\d{4}-\d{2}-\d{2}\.csv$/);
    const [head, ...lines] = (await readFile(await download.path())).toString("utf8").trimEnd().split("\r\n");
    expect(head?.startsWith("\uFEFF")).toBe(true);
    await expect(dashboard.locator("tr[data-row]")).toHaveCount(lines.length);
  });

  await test.step("the list behind a figure fits a phone, without accessibility errors in light and dark", async () => {
    const phone = await openDashboard({ viewport: PHONE });
    await openReport(phone, "/reports/freshness");
    await phone.getByRole("table").getByRole("link").first().click();
    await expect(phone.locator("[data-container]:visible").first()).toBeVisible();
    await expectNoProblems(phone);
    await expectNoSidewaysScroll(phone);
    await showInDarkMode(phone);
    await expectNoProblems(phone, "in dark mode");
    await phone.emulateMedia({ colorScheme: null });
  });
});

test("holds and charges that a terminal reports change an open report without a reload", async ({
  dashboard,
}) => {
  await test.step("a hold is placed and released", async () => {
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

  await test.step("charges count for the current week, by currency", async () => {
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
});

test("a report's period is chosen by keyboard, and any value in its address shows the available data", async ({
  dashboard,
  trouble,
}) => {
  trouble.expect(/404/);
  await openReport(dashboard, "/reports/statuses");
  const chosen = dashboard.getByRole("navigation", { name: "Period" }).locator("[aria-current=page]");
  await expect(chosen).toHaveText("12 weeks");
  await expect(dashboard.locator("tr[data-row]").last()).toContainText("so far");
  await dashboard.getByRole("link", { name: "4 weeks" }).focus();
  await dashboard.keyboard.press("Enter");
  await expect(dashboard).toHaveURL(/weeks=4$/);
  await expect(chosen).toHaveText("4 weeks");

  const htmlOf = async (path: string) => {
    const response = await dashboard.request.get(path);
    expect(response.status(), path).toBe(200);
    return response.text();
  };
  for (const query of ["weeks=0", "weeks=9999999", "weeks=4&weeks=12", "weeks=%00"])
    expect(await htmlOf(`/reports/dwell?${query}`), query).toMatch(/<nav[^>]* aria-label="Period"/);
  const nothing = "/reports/deadlines/containers?";
  for (const query of [
    "row=unknown&column=all",
    "row=%00&column=%00",
    "row=2026-02-31&column=ready",
    "page=-3",
  ])
    expect(listedIn(await htmlOf(nothing + query)), query).toBe(0);
  await dashboard.goto(`${nothing}row=unknown&column=all`);
  await expect(dashboard.locator("[data-total]:visible")).toHaveAttribute("data-total", "0");
  await dashboard.getByRole("link", { name: "Back to report" }).click();
  await expect(dashboard).toHaveURL(/\/reports\/deadlines$/);

  for (const [path, status] of [
    ["nothing", 404],
    ["people", 404],
    ["dwell?weeks=5", 400],
  ] as const)
    expect((await dashboard.request.get(`/api/reports/${path}`)).status(), path).toBe(status);
  await dashboard.goto("/reports/nothing");
  await expect(dashboard.getByText("Not found")).toBeVisible();
});
