import { ContainerPage } from "@/e2e/pages/container-page";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDashboard } from "@/e2e/system/databases";

test("a party is created and renamed, with errors at the field and after another user's change", async ({
  dashboard,
  openDashboard,
}) => {
  await test.step("empty and existing names show an error", async () => {
    const name = `Lakeshore Cartage ${Date.now()}`;
    await dashboard.goto("/parties");
    const company = dashboard.getByLabel("Company name");
    const create = dashboard.getByRole("button", { name: "Create party" });

    await create.click();
    await expect(company).toHaveAttribute("aria-invalid", "true");
    await expect(company).toHaveAccessibleDescription(/can't be blank/);

    await company.fill(name);
    await create.click();
    await expect(dashboard.getByRole("row", { name })).toBeVisible();
    await expect(company).toHaveValue("");

    await company.fill(name);
    await create.click();
    await expect(company).toHaveAccessibleDescription(/is a party of this account already/);
    await expect(company).toHaveValue(name);
    await expect(dashboard.getByRole("row", { name })).toHaveCount(1);
    expect(await readDashboard("select from parties where company_name = $1", [name])).toHaveLength(1);
  });

  await test.step("a party can be renamed and is then found by its new name", async () => {
    const named = (times: string) => `Renamed ${times} ${Date.now()}`;
    const [never, first, second] = [named("Never"), named("Once"), named("Twice")];
    await expect(dashboard.locator("[data-live=live]")).toBeVisible();
    await dashboard.getByLabel("Company name").fill(never);
    await dashboard.getByRole("button", { name: "Create party" }).click();
    await dashboard.getByRole("button", { name: `Rename ${never}` }).click();
    const name = dashboard.getByLabel("New name");
    await expect(name).toHaveValue(never);

    const other = await openDashboard();
    await other.goto("/parties");
    await expect(other.locator("[data-live=live]")).toBeVisible();
    await other.getByRole("button", { name: `Rename ${never}` }).click();
    await other.getByLabel("New name").fill(first);
    await other.getByRole("button", { name: "Rename", exact: true }).click();
    await expect(other.getByRole("button", { name: `Rename ${first}` })).toBeVisible();

    await name.fill(second);
    await dashboard.getByRole("button", { name: "Rename", exact: true }).click();
    await expect(
      dashboard.getByRole("alert").filter({ hasText: `Another user renamed it to ${first}` }),
    ).toBeVisible();
    await expect(name).toHaveValue(second);
    await dashboard.getByRole("button", { name: "Rename", exact: true }).click();
    await expect(dashboard.getByRole("button", { name: `Rename ${second}` })).toBeVisible();

    await dashboard.getByRole("searchbox", { name: "Search parties by name" }).fill(second.toLowerCase());
    await expect(dashboard.locator("[data-party]")).toHaveCount(1);
  });
});

test("a party's counts link to its containers and its shipments", async ({ dashboard }) => {
  // A separate party for this test, so that workers reading roles of other parties do not affect it.
  const name = `Two Shipments Cartage ${Date.now()}`;
  await dashboard.goto("/parties");
  await dashboard.getByLabel("Company name").fill(name);
  await dashboard.getByRole("button", { name: "Create party" }).click();
  await expect(dashboard.getByRole("row", { name })).toBeVisible();
  const containers = await readDashboard<{ id: string; number: string }>(
    `select distinct on (c.shipment_id) b.container_id as id, b.number from board_rows b
     join containers c on c.id = b.container_id where not b.picked_up and c.shipment_id is not null
     order by c.shipment_id, b.number limit 2`,
  );
  expect(containers).toHaveLength(2);
  const container = new ContainerPage(dashboard);
  for (const { id, number } of containers) {
    await container.open(id, number);
    await container.assign(name);
    await expect(container.carrier(name)).toBeVisible();
  }

  await dashboard.goto("/parties");
  const row = dashboard.locator("[data-party]").filter({ hasText: name });
  await expect(row.locator("[data-load=pickup_dray_carrier]")).toContainText("2 containers");
  await row.getByRole("link", { name: /^Shipments of / }).click();
  await expect(dashboard).toHaveURL(/\/shipments\?party=/);
  await expect(dashboard.getByRole("status").filter({ hasText: /^2 of [\d,]+ shipments$/ })).toBeVisible();
});
