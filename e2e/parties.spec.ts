import { ContainerPage } from "@/e2e/pages/container-page";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDesk } from "@/e2e/system/databases";

test("a party is created; blank and known names are refused beside the field", async ({ desk }) => {
  const name = "Lakeshore Cartage";
  await desk.goto("/parties");
  const company = desk.getByLabel("Company name");
  const create = desk.getByRole("button", { name: "Create party" });

  await create.click();
  await expect(company).toHaveAttribute("aria-invalid", "true");
  await expect(company).toHaveAccessibleDescription(/can't be blank/);

  await company.fill(name);
  await create.click();
  await expect(desk.getByRole("row", { name })).toBeVisible();
  await expect(company).toHaveValue("");

  await company.fill(name);
  await create.click();
  await expect(company).toHaveAccessibleDescription(/is a party of this account already/);
  await expect(company).toHaveValue(name);
  await expect(desk.getByRole("row", { name })).toHaveCount(1);
  expect(await readDesk("select from parties where company_name = $1", [name])).toHaveLength(1);
});

test("a party is renamed, by one who knows its present name, and found by the new one", async ({
  desk,
  openDesk,
}) => {
  const named = (times: string) => `Renamed ${times} ${Date.now()}`;
  const [never, first, second] = [named("Never"), named("Once"), named("Twice")];
  await desk.goto("/parties");
  await expect(desk.locator("[data-live=live]")).toBeVisible();
  await desk.getByLabel("Company name").fill(never);
  await desk.getByRole("button", { name: "Create party" }).click();
  await desk.getByRole("button", { name: `Rename ${never}` }).click();
  const name = desk.getByLabel("New name");
  await expect(name).toHaveValue(never);

  const other = await openDesk();
  await other.goto("/parties");
  await expect(other.locator("[data-live=live]")).toBeVisible();
  await other.getByRole("button", { name: `Rename ${never}` }).click();
  await other.getByLabel("New name").fill(first);
  await other.getByRole("button", { name: "Rename", exact: true }).click();
  await expect(other.getByRole("button", { name: `Rename ${first}` })).toBeVisible();

  await name.fill(second);
  await desk.getByRole("button", { name: "Rename", exact: true }).click();
  await expect(desk.getByRole("alert").filter({ hasText: `somebody renamed it to ${first}` })).toBeVisible();
  await expect(name).toHaveValue(second);
  await desk.getByRole("button", { name: "Rename", exact: true }).click();
  await expect(desk.getByRole("button", { name: `Rename ${second}` })).toBeVisible();

  await desk.getByRole("searchbox", { name: "Find a party by name" }).fill(second.toLowerCase());
  await expect(desk.locator("[data-party]")).toHaveCount(1);
});

test("what a party carries leads to its boxes and its shipments", async ({ desk }) => {
  // A party of this test alone: what workers read of other parties' roles meanwhile changes nothing about it.
  const name = `Two Shipments Cartage ${Date.now()}`;
  await desk.goto("/parties");
  await desk.getByLabel("Company name").fill(name);
  await desk.getByRole("button", { name: "Create party" }).click();
  await expect(desk.getByRole("row", { name })).toBeVisible();
  const boxes = await readDesk<{ id: string; number: string }>(
    `select distinct on (c.shipment_id) b.container_id as id, b.number from board_rows b
     join containers c on c.id = b.container_id where not b.picked_up and c.shipment_id is not null
     order by c.shipment_id, b.number limit 2`,
  );
  expect(boxes).toHaveLength(2);
  const container = new ContainerPage(desk);
  for (const { id, number } of boxes) {
    await container.open(id, number);
    await container.assign(name);
    await expect(container.carrier(name)).toBeVisible();
  }

  await desk.goto("/parties");
  const row = desk.locator("[data-party]").filter({ hasText: name });
  await expect(row.locator("[data-load=pickup_dray_carrier]")).toContainText("2 boxes");
  await row.getByRole("link", { name: /^Shipments of / }).click();
  await expect(desk).toHaveURL(/\/shipments\?party=/);
  await expect(desk.getByRole("status").filter({ hasText: "2 shipments" })).toBeVisible();
});
