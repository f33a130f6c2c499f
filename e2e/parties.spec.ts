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
