import { boxOnTheGround } from "@/e2e/facts/containers";
import { expect, test } from "@/e2e/support/signed-in-page";

test("what somebody does stands in the activity, with who, what and where, and is given out as a file", async ({
  desk,
  system,
}) => {
  const name = `Recorded Cartage ${Date.now()}`;
  await desk.goto("/parties");
  await desk.getByLabel("Company name").fill(name);
  await desk.getByRole("button", { name: "Create party" }).click();
  await expect(desk.getByRole("row", { name })).toBeVisible();

  await desk.goto("/settings/audit");
  const act = desk.getByRole("row").filter({ hasText: name });
  await expect(act).toContainText("created a party");
  await expect(act).toContainText(system.email);
  await expect(act).toContainText(/from 127\.0\.0\.1|from ::1/);

  await desk.getByLabel("What", { exact: true }).selectOption("created a party");
  await desk.getByRole("button", { name: "Show" }).click();
  await expect(desk).toHaveURL(/act=created/);
  await expect(act).toBeVisible();
  await expect(desk.getByRole("row").filter({ hasText: "signed in" })).toHaveCount(0);

  const [download] = await Promise.all([
    desk.waitForEvent("download"),
    desk.getByRole("link", { name: "Export CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/activity.*\.csv$/i);

  await desk.getByLabel("To day").fill("2020-01-01");
  await desk.getByRole("button", { name: "Show" }).click();
  await expect(desk.getByText("Nothing was recorded that matches")).toBeVisible();
  await desk.getByRole("link", { name: "Clear" }).click();
  await expect(act).toBeVisible();
});

test("a container’s page leads to what was done to it", async ({ desk }) => {
  const box = await boxOnTheGround(0);
  await desk.goto(`/containers/${box.id}`);
  await desk.getByRole("link", { name: "What people here did to this container" }).click();
  await expect(desk.getByText(/^Only what concerns container/)).toBeVisible();
});
