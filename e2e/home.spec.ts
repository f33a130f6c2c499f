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

test("exceptions match the board's queues and link to them", async ({ dashboard }) => {
  await openHome(dashboard);
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

test("changes since yesterday include a new hold and link to its container", async ({ dashboard }) => {
  const container = await containerOnTheGround(13);
  await reportAt(container.number, { holds_at_pod_terminal: [] });
  await openHome(dashboard);
  const reportedPlace = figureOf(dashboard, "placed", "containers");
  const before = Number(((await reportedPlace.textContent()) ?? "").replaceAll(",", ""));
  await reportAt(container.number, {
    holds_at_pod_terminal: [{ name: "TMF", status: "hold", description: "home" }],
  });
  await expect(reportedPlace).toHaveText(String(before + 1), SOON);
  await reportedPlace.getByRole("link").click();
  await expect(dashboard.locator("[data-total]:visible")).toHaveAttribute("data-total", String(before + 1));
  await expect(dashboard.locator(`[data-container="${container.id}"]`)).toContainText(container.number);
  await dashboard.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Home" }).click();
  await expect(dashboard).toHaveURL(/\/home$/);
  await reportAt(container.number, { holds_at_pod_terminal: [] });
});

test("exposure shows the reported charges, by currency, of containers past their last free day", async ({
  dashboard,
}) => {
  const container = await containerOnTheGround(14);
  const yesterday = dayIn(container.zone, -1);
  await reportAt(container.number, {
    import_deadlines: {
      pickup_lfd_terminal: instantIn(container.zone, yesterday, "00:00"),
      pickup_lfd_line: null,
      pickup_lfd_rail: null,
    },
    fees_at_pod_terminal: [{ type: "demurrage", amount: 432.1, currency_code: "USD" }],
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
  await figureOf(dashboard, "past", "USD").getByRole("link").click();
  await expect(dashboard.locator(`[data-container="${container.id}"]`)).toBeVisible();
});

test("the assignments list names the users with follow-ups and links to their containers", async ({
  dashboard,
}) => {
  const container = await containerOnTheGround(15);
  const [user] = await readDashboard<{ id: string }>("select id from users order by created_at limit 1");
  await readDashboard(
    `insert into follow_ups (container_id, hold_name, place, created_by) values ($1, 'home test', 'port', $2)`,
    [container.id, user?.id],
  );
  await openHome(dashboard);
  const followUps = figureOf(dashboard, user?.id ?? "", "followUps");
  await expect(followUps).toHaveText(/^[1-9]/);
  await followUps.getByRole("link").click();
  await expect(dashboard.locator(`[data-container="${container.id}"]`)).toBeVisible();
  await readDashboard("delete from follow_ups where hold_name = 'home test'");
});

test("the page shows the day and zone it counts by", async ({ dashboard }) => {
  await openHome(dashboard);
  await expect(
    dashboard.getByText(/^From \w{3} \d+ \w{3}, 00:00 (UTC|[A-Z]\w+\/\w+), until now/),
  ).toBeVisible();
});
