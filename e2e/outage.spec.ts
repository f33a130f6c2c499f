import type { Page } from "@playwright/test";
import { boxOnTheGround } from "@/e2e/facts/containers";
import { BoardPage } from "@/e2e/pages/board-page";
import { ContainerPage } from "@/e2e/pages/container-page";
import { expect, test } from "@/e2e/support/signed-in-page";
import { openWayTo } from "@/e2e/system/cut-database";
import { openInstances } from "@/e2e/system/instances";
import { isAlive, keepDown, requireProgram } from "@/e2e/system/programs";
import { reportAt } from "@/e2e/system/world";

test("an outage of the tracking service is one calm line, the desk goes on, and then all is well", async ({
  desk,
  openDesk,
  system,
}) => {
  test.setTimeout(150_000);
  const box = await boxOnTheGround(10);
  const line = desk.locator("[data-live=live]");
  const company = desk.getByLabel("Company name");
  const create = desk.getByRole("button", { name: "Create party" });
  await desk.goto("/parties");
  await expect(line).toContainText(/^Live/);
  await company.fill("Patience Drayage");

  // Kept away until it is told: the line is looked at every few seconds, and one killed once is back sooner than that.
  await keepDown(system.dataDir, "tracking-service", async () => {
    await create.click();
    await expect(
      desk.getByRole("alert").filter({ hasText: "The tracking service does not answer" }),
    ).toBeVisible();
    await expect(company).toHaveValue("Patience Drayage");
    await expect(line).toContainText(/Tracking service out of reach for \d+ s, data is as of then/);
  });

  const board = new BoardPage(await openDesk());
  await board.open();
  await expect(board.rows.first()).toBeVisible();
  const container = new ContainerPage(board.page);
  await container.open(box.id, box.number);

  // `up` starts it again by itself; what a terminal reports then arrives as before.
  await expect(async () => {
    const { pid } = await requireProgram(system.dataDir, "tracking-service");
    expect(isAlive(pid)).toBe(true);
  }).toPass({ timeout: 45_000 });
  await expect(line).toContainText(/^Live/, { timeout: 45_000 });
  await create.click();
  await expect(desk.getByRole("row", { name: "Patience Drayage" })).toBeVisible();
  await reportAt(box.number, { location_at_pod_terminal: "AFTER-1" });
  await expect(container.page.getByText("AFTER-1").first()).toBeVisible();
});

test("without its database the desk says so, keeps what is open, and what is opened meanwhile comes back by itself", async ({
  openDesk,
  system,
  trouble,
}) => {
  test.setTimeout(120_000);
  const box = await boxOnTheGround(10);
  const away = "The desk’s database does not answer";
  const way = await openWayTo(system.dashboardDatabaseUrl);
  const instances = await openInstances(system);
  try {
    const { url } = await instances.dashboard({ env: () => ({ DATABASE_URL: way.connectionString }) });
    const open = () => openDesk({ baseURL: url });
    const [standing, opened, shared] = [await open(), await open(), await open()];
    const board = new BoardPage(standing);
    await board.open(`?q=${box.number}`);
    await expect(board.row(box.number)).toBeVisible();
    const line = standing.locator("[data-live=live]");
    await expect(line).toContainText(/^Live/);

    trouble.expect(/ 50[03]$/, /\/share\/x+ 404$/, /^console: Error: Minified React error #441/);
    way.cut();
    await opened.goto(`/containers/${box.id}`);
    const told = (page: Page) => page.getByRole("alert").filter({ hasText: away });
    await expect(told(opened)).toBeVisible();
    await expect(opened.getByRole("navigation", { name: "Rooms" })).toBeVisible();
    await shared.goto(`/share/${"x".repeat(43)}`);
    await expect(told(shared)).toBeVisible();
    await expect(line).toContainText("The desk’s database does not answer, what stands here may be old", {
      timeout: 20_000,
    });
    await expect(board.row(box.number)).toBeVisible();

    way.mend();
    await new ContainerPage(opened).expectNumber(box.number);
    await expect(told(opened)).toHaveCount(0);
    await expect(opened.getByRole("banner").getByText(system.email)).toBeVisible();
    await expect(shared.getByRole("heading", { name: "This link opens nothing" })).toBeVisible();
    await expect(line).toContainText(/^Live/, { timeout: 20_000 });
    // Who reads a desk that is stopped is in trouble.
    for (const page of [standing, opened, shared]) await page.close();
  } finally {
    way.close();
    await instances.end();
  }
});
