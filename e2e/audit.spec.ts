import { expect, test } from "@/e2e/support/signed-in-page";

test("the activity lists a user's actions with user, action and subject, and exports as a file", async ({
  dashboard,
  system,
}) => {
  const name = `Recorded Cartage ${Date.now()}`;
  await dashboard.goto("/parties");
  await dashboard.getByLabel("Company name").fill(name);
  await dashboard.getByRole("button", { name: "Create party" }).click();
  await expect(dashboard.getByRole("row", { name })).toBeVisible();

  await dashboard.goto("/settings/audit");
  const action = dashboard.getByRole("row").filter({ hasText: name });
  await expect(action).toContainText("created a party");
  await expect(action).toContainText(system.email);
  await expect(action).toContainText(/from 127\.0\.0\.1|from ::1/);

  await dashboard.getByLabel("What", { exact: true }).selectOption("created a party");
  await dashboard.getByRole("button", { name: "Show" }).click();
  await expect(dashboard).toHaveURL(/act=party\.created/);
  await expect(action).toBeVisible();
  await expect(dashboard.getByRole("row").filter({ hasText: "signed in" })).toHaveCount(0);

  const [download] = await Promise.all([
    dashboard.waitForEvent("download"),
    dashboard.getByRole("link", { name: "Export CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/activity.*\.csv$/i);

  await dashboard.getByLabel("To date").fill("2020-01-01");
  await dashboard.getByRole("button", { name: "Show" }).click();
  await expect(dashboard.getByText("No matching entries")).toBeVisible();
  await dashboard.getByRole("link", { name: "Clear" }).click();
  await expect(action).toBeVisible();
});
