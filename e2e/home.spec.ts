import type { Page } from "@playwright/test";
import { containerOnTheGround, dayIn, instantIn } from "@/e2e/facts/containers";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDashboard } from "@/e2e/system/databases";
import { reportAt } from "@/e2e/system/world";

const SOON = { timeout: 30_000 };

const figureOf = (page: Page, row: string, column: string) =>
  page.locator(`tr[data-row="${row}"] [data-column="${column}"]`);

async function openHome(page: Page): Promise<void> {
  await expect
    .poll(async () => (await readDashboard("select from report_rebuild_queue limit 1")).length, SOON)
    .toBe(0);
  await page.goto("/home");
  await expect(page.getByRole("heading", { level: 1, name: "Home" })).toBeVisible();
}

/** A sum of money on the page in cents; 0 for none. */
const centsOf = async (page: Page, row: string, column: string): Promise<number> => {
  const figure = figureOf(page, row, column);
  const text = (await figure.count()) > 0 ? ((await figure.textContent()) ?? "") : "";
  return text === "–" ? 0 : Math.round(Number(text.replace("−", "-").replaceAll(/[^-\d.]/g, "")) * 100);
};

test("the manager's page shows its day, the queues, new holds and assignments, and its figures lead to the containers", async ({
  dashboard,
}) => {
  // What the page shows from its first reading on.
  const container = await containerOnTheGround(13);
  const assigned = await containerOnTheGround(15);
  const [user] = await readDashboard<{ id: string }>("select id from users order by created_at limit 1");
  await readDashboard(
    `insert into follow_ups (container_id, hold_name, place, created_by) values ($1, 'home test', 'port', $2)`,
    [assigned.id, user?.id],
  );
  await reportAt(container.number, { holds_at_pod_terminal: [] });
  await openHome(dashboard);
  await expect(
    dashboard.getByText(/^From \w{3}, \w{3} \d+, 12:00 AM (UTC|[A-Z]\w+\/\w+), until now/),
  ).toBeVisible();

  await test.step("changes since yesterday include a new hold and link to its container", async () => {
    const reportedPlace = figureOf(dashboard, "placed", "containers");
    const before = Number(((await reportedPlace.textContent()) ?? "").replaceAll(",", ""));
    await reportAt(container.number, {
      holds_at_pod_terminal: [{ name: "TMF", status: "hold", description: "home" }],
    });
    await expect(reportedPlace).toHaveText(String(before + 1), SOON);
    await reportedPlace.getByRole("link").click();
    await expect(dashboard.locator("[data-total]:visible")).toHaveAttribute("data-total", String(before + 1));
    await expect(dashboard.locator(`[data-container="${container.id}"]`)).toContainText(container.number);
    await dashboard
      .getByRole("navigation", { name: "Breadcrumb" })
      .getByRole("link", { name: "Home" })
      .click();
    await expect(dashboard).toHaveURL(/\/home$/);
    await reportAt(container.number, { holds_at_pod_terminal: [] });
  });

  await test.step("the assignments list names the users with follow-ups and links to their containers", async () => {
    const followUps = figureOf(dashboard, user?.id ?? "", "followUps");
    await expect(followUps).toHaveText(/^[1-9]/);
    await followUps.getByRole("link").click();
    await expect(dashboard.locator(`[data-container="${assigned.id}"]`)).toBeVisible();
    await dashboard.goBack();
  });

  await test.step("exceptions match the board's queues and link to them", async () => {
    for (const queue of ["expired", "held", "follow-up-due", "stale"]) {
      const line = dashboard.locator(`[data-exception="${queue}"]`);
      const column = queue.replaceAll("-", "_");
      const [{ containers = 0 } = {}] = await readDashboard<{ containers: number }>(
        `select count(*)::int as containers from board_rows where coalesce(${column}_from <= now(), true)
          and coalesce(${column}_to > now(), true)`,
      );
      await expect(line).toContainText(containers.toLocaleString("en-US"));
      await expect(line.getByRole("link")).toHaveAttribute("href", `/board?queue=${queue}`);
    }
    await dashboard.locator('[data-exception="expired"]').getByRole("link").click();
    await expect(dashboard).toHaveURL(/queue=expired$/);
  });
});

test.afterEach(() => readDashboard("delete from follow_ups where hold_name = 'home test'"));

test("charges are what was reported so far, and what was added yesterday and today", async ({
  dashboard,
}) => {
  // No other container has charges in this currency.
  const container = await containerOnTheGround(14);
  const yesterday = dayIn(container.zone, -1);
  await reportAt(container.number, {
    import_deadlines: {
      pickup_lfd_terminal: instantIn(container.zone, yesterday, "00:00"),
      pickup_lfd_line: null,
      pickup_lfd_rail: null,
    },
    fees_at_pod_terminal: [{ type: "demurrage", amount: 432.1, currency_code: "EUR" }],
  });
  await expect
    .poll(
      () =>
        readDashboard("select from report_containers where container_id = $1 and due_on = $2::date", [
          container.id,
          yesterday,
        ]),
      SOON,
    )
    .toHaveLength(1);
  await openHome(dashboard);
  const table = dashboard.getByRole("table", { name: "Reported charges" });
  for (const heading of ["Reported so far, EUR", "Added yesterday, EUR", "Added today, EUR"])
    await expect(table.getByRole("columnheader", { name: heading })).toBeVisible();
  // The container's day may be yesterday in the zone of the page.
  const sums = async () => ({
    soFar: await centsOf(dashboard, "past", "EUR"),
    added:
      (await centsOf(dashboard, "past", "EUR-yesterday")) + (await centsOf(dashboard, "past", "EUR-today")),
  });
  await expect.poll(sums, SOON).toEqual({ soFar: 43_210, added: 43_210 });
  await reportAt(container.number, {
    fees_at_pod_terminal: [{ type: "demurrage", amount: 532.1, currency_code: "EUR" }],
  });
  await expect.poll(sums, SOON).toEqual({ soFar: 53_210, added: 53_210 });
  // Nothing that nobody reported is an amount or called a cost.
  await expect(figureOf(dashboard, "per-diem", "containers")).toBeVisible();
  await expect(figureOf(dashboard, "per-diem", "EUR")).toHaveText("–");
  await expect(dashboard.getByRole("main")).not.toContainText(/\bcosts?\b/i);
  await figureOf(dashboard, "past", "EUR").getByRole("link").click();
  await expect(dashboard.locator(`[data-container="${container.id}"]`)).toBeVisible();
});
