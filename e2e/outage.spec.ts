import type { Page } from "@playwright/test";
import { containerOnTheGround } from "@/e2e/facts/containers";
import { BoardPage } from "@/e2e/pages/board-page";
import { ContainerPage } from "@/e2e/pages/container-page";
import { expect, test } from "@/e2e/support/signed-in-page";
import { openWayTo } from "@/e2e/system/cut-database";
import { openInstances } from "@/e2e/system/instances";
import { isAlive, keepDown, requireProgram } from "@/e2e/system/programs";
import { reportAt } from "@/e2e/system/world";

test("an outage of the tracking service shows as one line, Drayboard continues, and it recovers", async ({
  dashboard,
  openDashboard,
  system,
}) => {
  test.setTimeout(150_000);
  const container = await containerOnTheGround(10);
  const line = dashboard.locator("[data-live=live]");
  const company = dashboard.getByLabel("Company name");
  const create = dashboard.getByRole("button", { name: "Create party" });
  await dashboard.goto("/parties");
  await expect(line).toContainText(/^Live/);
  await company.fill("Patience Drayage");

  // Blocked until the outage is shown. The line is updated every few seconds, and a process killed once would restart
  // sooner.
  await keepDown(system.dataDir, "tracking-service", async () => {
    await create.click();
    await expect(
      dashboard.getByRole("alert").filter({ hasText: "The tracking service is not responding" }),
    ).toBeVisible();
    await expect(company).toHaveValue("Patience Drayage");
    await expect(line).toContainText(/Tracking service unavailable for \d+s; no updates since/);
  });

  const board = new BoardPage(await openDashboard());
  await board.open();
  await expect(board.rows.first()).toBeVisible();
  const containerPage = new ContainerPage(board.page);
  await containerPage.open(container.id, container.number);

  // `up` restarts it automatically. Later terminal reports then arrive as before.
  await expect(async () => {
    const { pid } = await requireProgram(system.dataDir, "tracking-service");
    expect(isAlive(pid)).toBe(true);
  }).toPass({ timeout: 45_000 });
  await expect(line).toContainText(/^Live/, { timeout: 45_000 });
  await create.click();
  await expect(dashboard.getByRole("row", { name: "Patience Drayage" })).toBeVisible();
  await reportAt(container.number, { location_at_pod_terminal: "AFTER-1" });
  await expect(containerPage.page.getByText("AFTER-1").first()).toBeVisible();
});

test("without its database Drayboard shows an error, keeps open pages, and recovers pages opened during the outage", async ({
  openDashboard,
  system,
  trouble,
}) => {
  test.setTimeout(120_000);
  const container = await containerOnTheGround(10);
  const away = "Drayboard’s database is not responding";
  const way = await openWayTo(system.dashboardDatabaseUrl);
  const instances = await openInstances(system);
  try {
    const { url } = await instances.dashboard({ env: () => ({ DATABASE_URL: way.connectionString }) });
    const open = () => openDashboard({ baseURL: url });
    const [status, opened, shared] = [await open(), await open(), await open()];
    const board = new BoardPage(status);
    await board.open(`?q=${container.number}`);
    await expect(board.row(container.number)).toBeVisible();
    const line = status.locator("[data-live=live]");
    await expect(line).toContainText(/^Live/);

    // React reports a failed read of the server by 441 before the page's frame is sent, and by 419 after it.
    trouble.expect(
      / 50[03]$/,
      /\/share\/x+ 404$/,
      /^(?:console|page error): Error: Minified React error #4(?:19|41)/,
    );
    way.cut();
    await opened.goto(`/containers/${container.id}`);
    const reported = (page: Page) => page.getByRole("alert").filter({ hasText: away });
    await expect(reported(opened)).toBeVisible();
    await expect(opened.getByRole("navigation", { name: "Main menu" })).toBeVisible();
    await shared.goto(`/share/${"x".repeat(43)}`);
    await expect(reported(shared)).toBeVisible();
    await expect(line).toContainText("Drayboard’s database is not responding; data may be old", {
      timeout: 20_000,
    });
    await expect(board.row(container.number)).toBeVisible();

    way.mend();
    await new ContainerPage(opened).expectNumber(container.number);
    await expect(reported(opened)).toHaveCount(0);
    await expect(opened.getByRole("banner").getByText(system.email)).toBeVisible();
    await expect(shared.getByRole("heading", { name: "Link not found" })).toBeVisible();
    await expect(line).toContainText(/^Live/, { timeout: 20_000 });
    // Pages that read from a stopped dashboard would report failures.
    for (const page of [status, opened, shared]) await page.close();
  } finally {
    way.close();
    await instances.end();
  }
});

test("a page chosen without a connection is shown when the connection is back", async ({
  openDashboard,
  trouble,
}) => {
  trouble.expect(/request: /, /console: /);
  const page = await openDashboard({ own: true });
  await page.goto("/parties");
  await expect(page.locator("[data-live=live]")).toBeVisible();
  await page.context().setOffline(true);
  const failed = (path: string) =>
    page.waitForEvent("requestfailed", (request) => request.url().includes(path));
  const read = failed("/shipments?_rsc");
  await page.getByRole("navigation").getByRole("link", { name: "Shipments" }).click();
  await read;
  await failed("/api/health/live");
  await expect(page.getByRole("button", { name: "Sign out" })).toBeVisible();
  await page.context().setOffline(false);
  await expect(
    page.getByRole("heading", { name: "Shipments", exact: true }).filter({ visible: true }),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/shipments/);
});
