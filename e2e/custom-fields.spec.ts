import type { Locator, Page } from "@playwright/test";
import { requestAllowance } from "@/e2e/facts/account-room";
import { containerOnTheGround } from "@/e2e/facts/containers";
import { defineField, undefineFields } from "@/e2e/facts/custom-fields";
import { BoardPage } from "@/e2e/pages/board-page";
import { ContainerPage } from "@/e2e/pages/container-page";
import { expectNoProblems, expectNoSidewaysScroll } from "@/e2e/support/page-assertions";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readService } from "@/e2e/system/databases";
import { LONG } from "@/scripts/test/long-tests";

test.beforeEach(async () => {
  test.setTimeout(130_000);
  await requestAllowance();
});
test.afterEach(undefineFields);

async function openSettings(page: Page): Promise<void> {
  await page.goto("/settings/custom-fields");
  await expect(page.getByRole("heading", { name: "Custom fields", level: 2 })).toBeVisible();
  await expect(page.locator("[data-live=live]")).toBeVisible();
}

/** Defines a field of containers in the settings. Returns its entry in the list. */
async function define(page: Page, name: string, holds: string, options: string[] = []): Promise<Locator> {
  await page.getByRole("button", { name: "Create custom field" }).click();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Data type").selectOption({ label: holds });
  if (options.length > 0) await page.getByLabel("Options").fill(options.join("\n"));
  await page.getByRole("button", { name: "Create field" }).click();
  const item = page.locator(`[data-definition=${name.toLowerCase().replaceAll(" ", "_")}]`);
  await expect(item).toBeVisible();
  return item;
}

const fieldOf = (page: Page, slug: string): Locator =>
  new ContainerPage(page).card("Custom fields").locator(`[data-field=${slug}]`);

test("a choice field can be defined, ordered, set, filtered by on the board, and deleted with its values", async ({
  dashboard,
}) => {
  await openSettings(dashboard);
  const item = await define(dashboard, "E2E buyer", "Single choice", ["Ana", "Bo"]);
  await expect(item).toContainText("not used");
  const options = item.getByRole("list", { name: "Options for E2E buyer" }).locator("[data-option]");
  await expect(options).toHaveText([/^Ana/, /^Bo/]);
  await item.getByRole("button", { name: "Move Bo up" }).click();
  await expect(options).toHaveText([/^Bo/, /^Ana/]);
  await expectNoProblems(dashboard);

  const container = await containerOnTheGround(3);
  const containerPage = new ContainerPage(dashboard);
  await containerPage.open(container.id, container.number);
  const field = fieldOf(dashboard, "e2e_buyer");
  await expect(field).toContainText("not set");
  await field.getByRole("button", { name: "Set E2E buyer" }).click();
  await field.getByLabel("E2E buyer", { exact: true }).selectOption({ label: "Bo" });
  await field.getByRole("button", { name: "Save" }).click();
  await expect(field.getByRole("button", { name: "Edit E2E buyer" })).toBeVisible();
  await expect(field).toContainText("Bo");
  expect(await readService("select value from custom_fields where entity_id = $1", [container.id])).toEqual([
    { value: "Bo" },
  ]);

  const board = new BoardPage(dashboard);
  await board.open("?field=e2e_buyer%3DBo");
  await expect(board.rows).toHaveCount(1);
  await expect(board.row(container.number)).toBeVisible();
  await dashboard.getByRole("button", { name: /^Custom field/ }).click();
  await expect(dashboard.getByRole("option", { name: /E2E buyer: Bo/ })).toBeVisible();

  await openSettings(dashboard);
  await expect(item).toContainText("on 1 container");
  await item.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(item).toContainText("with its value on 1 container and its 2 options. This can’t be undone.");
  await item.getByRole("button", { name: "Delete E2E buyer" }).click();
  await expect(item).toHaveCount(0);
  expect(await readService("select from custom_fields where entity_id = $1", [container.id])).toEqual([]);
  await containerPage.open(container.id, container.number);
  await expect(containerPage.card("Custom fields")).toBeVisible();
  await expect(field).toHaveCount(0);
});

test("the forms fit a phone", { tag: LONG }, async ({ openDashboard }) => {
  const page = await openDashboard({ viewport: { width: 360, height: 740 } });
  const slug = await defineField("E2E tags", "enum_multi", ["North", "South"]);
  await openSettings(page);
  const item = page.locator(`[data-definition=${slug}]`);
  await item.getByRole("button", { name: "Edit E2E tags" }).click();
  await item.getByRole("button", { name: "Rename or delete North" }).click();
  await item.getByRole("button", { name: "Add options to E2E tags" }).click();
  await expect(item.getByLabel("New options")).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectNoProblems(page);
  const container = await containerOnTheGround(6);
  await new ContainerPage(page).open(container.id, container.number);
  const field = fieldOf(page, slug);
  await field.getByRole("button", { name: "Set E2E tags" }).click();
  await field.getByRole("checkbox", { name: "South" }).check();
  await expectNoSidewaysScroll(page);
  await expectNoProblems(page);
  await field.getByRole("button", { name: "Save" }).click();
  await expect(field).toContainText("South");
});
