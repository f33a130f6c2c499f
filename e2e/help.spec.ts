import { expect, test } from "./support/signed-in-page";

test("the guide opens from the list of shortcuts, and at a section from its contents", async ({
  dashboard,
}) => {
  await dashboard.goto("/home");
  await expect(dashboard.locator("[data-live=live]")).toBeVisible();
  await dashboard.keyboard.press("?");
  await dashboard.getByRole("dialog").getByRole("link", { name: "Help" }).click();
  await expect(dashboard.getByRole("heading", { level: 1, name: "Using Drayboard" })).toBeVisible();
  await dashboard
    .getByRole("navigation", { name: "Contents" })
    .getByRole("link", { name: "Day plan" })
    .click();
  await expect(dashboard).toHaveURL(/\/help#day-plan$/);
  await expect(dashboard.getByRole("heading", { level: 2, name: "Day plan" })).toBeInViewport();
});
