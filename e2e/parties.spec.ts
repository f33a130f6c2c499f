import { expect, test } from "./desk";
import { readDesk } from "./system/databases";

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
  const [party] = await readDesk<{ id: string; boxes: number; shipments: number }>(
    `select r.party_id as id, count(distinct b.container_id) filter (where not b.picked_up)::int as boxes,
       count(distinct c.shipment_id)::int as shipments
     from party_roles r join containers c on c.id = r.roleable_id join board_rows b on b.container_id = c.id
     where r.role = 'pickup_dray_carrier' and not exists (select from party_roles o where o.party_id = r.party_id
       and o.roleable_type like '%shipment') and not exists (select from tracking_requests t
       where t.relationships #>> '{customer,data,id}' = r.party_id)
     group by 1 having bool_or(not b.picked_up) order by 2 desc, 1 limit 1`,
  );
  test.skip(!party, "Nobody pulls a box in this world.");
  const { id = "", boxes = 0, shipments = 0 } = party ?? {};
  await desk.goto("/parties");
  const row = desk.locator(`[data-party="${id}"]`);
  await expect(row.locator("[data-load=pickup_dray_carrier]")).toContainText(
    `${boxes.toLocaleString("en-US")} ${boxes === 1 ? "box" : "boxes"}`,
  );
  await row.getByRole("link", { name: /^Shipments of / }).click();
  await expect(desk).toHaveURL(/\/shipments\?party=/);
  await expect(
    desk.getByRole("status").filter({ hasText: `${shipments.toLocaleString("en-US")} shipment` }),
  ).toBeVisible();
});
