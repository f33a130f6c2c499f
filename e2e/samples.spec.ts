import type { Page } from "@playwright/test";
import { Client } from "pg";
import { ContainerPage } from "@/e2e/pages/container-page";
import { SignInPage } from "@/e2e/pages/sign-in-page";
import { expect, test } from "@/e2e/support/signed-in-page";
import { startSystem } from "@/e2e/system/start-system";

const START_MS = 400_000;
const WITHIN = { timeout: 60_000 };

/** The samples card of Settings → Connection, read anew. */
async function samplesCard(page: Page) {
  await page.goto("/settings/connection");
  await expect(page.getByRole("heading", { name: "Tracking service", exact: true })).toBeVisible();
  return page.locator("section").filter({ has: page.getByRole("heading", { name: "Sample data" }) });
}

test("a first start shows sample work, which can be removed except for what users changed", async ({
  openDashboard,
}) => {
  test.setTimeout(START_MS + 120_000);
  const { system, stop } = await startSystem({
    SEED_SAMPLES: "on",
    SEED_CONTAINERS: "40",
    TRACKING_REQUESTS_PER_MINUTE: "off",
    RATE_LIMIT_PER_MINUTE: "off",
  });
  const database = new Client({ connectionString: system.dashboardDatabaseUrl });
  try {
    await database.connect();
    const plans = async () =>
      (
        await database.query<{ id: string; number: string }>(
          `select p.container_id as id, b.number from planned_moves p join board_rows b using (container_id)
            order by p.container_id`,
        )
      ).rows;
    const page = await openDashboard({ signedOut: true, baseURL: system.url });
    const signIn = new SignInPage(page);
    await signIn.open();
    await signIn.signIn(system.email, system.password);
    await page.waitForURL("**/board");
    await expect(async () => {
      const card = await samplesCard(page);
      await expect(card.getByRole("button", { name: "Remove samples" })).toBeVisible({ timeout: 2_000 });
      await expect(card).toContainText(/“Sample data”: 2 saved views, .*planned move/);
    }).toPass(WITHIN);

    const [changed] = await plans();
    if (!changed) throw new Error("no planned move was made");
    const container = new ContainerPage(page);
    await container.open(changed.id, changed.number);
    await expect(container.card("Appointment and parties")).toContainText("Sample data");
    await page.getByRole("button", { name: "Edit plan" }).click();
    await page.getByLabel("Note, also shown on the board").fill("Ours now");
    await page.getByRole("button", { name: "Save plan" }).click();
    await expect(page.getByText("Plan saved.")).toBeVisible();

    await page.goto("/board");
    const views = page.getByRole("navigation", { name: "Views" });
    await expect(views.getByRole("link", { name: "Ready, no appointment" })).toBeVisible();
    await page.goto("/settings/audit");
    await expect(page.getByRole("main")).toContainText("Sample data");

    const card = await samplesCard(page);
    await card.getByRole("button", { name: "Remove samples" }).click();
    await card.getByRole("button", { name: "Remove samples" }).click();
    await expect(async () => {
      await expect(await samplesCard(page)).toHaveCount(0, { timeout: 1_000 });
    }).toPass(WITHIN);
    expect(await plans()).toEqual([changed]);
    await container.open(changed.id, changed.number);
    await expect(container.card("Appointment and parties")).toContainText("Ours now");
    await page.goto("/board");
    await expect(page.locator("table[aria-busy=false]")).toBeVisible();
    await expect(views.getByRole("link", { name: "Ready, no appointment" })).toHaveCount(0);
    await page.close();
  } finally {
    await database.end();
    await stop();
  }
});
