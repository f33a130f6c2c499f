import { expect, test } from "./desk";
import { boxOnTheGround } from "./facts/boxes";
import { BoardPage } from "./pages/board-page";
import { ContainerPage } from "./pages/container-page";
import { isAlive, keepDown, requireProgram } from "./system/programs";
import { reportAt } from "./system/world";

test("an outage of the tracking service is one calm line, the desk goes on, and then all is well", async ({
  desk,
  openDesk,
  system,
}) => {
  test.setTimeout(90_000);
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
  }).toPass({ timeout: 20_000 });
  await expect(line).toContainText(/^Live/, { timeout: 45_000 });
  await create.click();
  await expect(desk.getByRole("row", { name: "Patience Drayage" })).toBeVisible();
  await reportAt(box.number, { location_at_pod_terminal: "AFTER-1" });
  await expect(container.page.getByText("AFTER-1").first()).toBeVisible();
});
