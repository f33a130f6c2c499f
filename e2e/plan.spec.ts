import { expect, test } from "@/e2e/support/signed-in-page";
import { readDashboard, readService } from "@/e2e/system/databases";

const account = "(select account_id from webhooks limit 1)";

test("the plan page shows features, limits and the key's status, and explains what is refused", async ({
  dashboard,
}) => {
  await test.step("the features, the remaining limits and the key's status", async () => {
    await dashboard.goto("/settings/plan");
    await expect(dashboard.getByText("Key accepted")).toBeVisible();
    // A rejected feature stays rejected until it is checked again.
    await dashboard.getByRole("button", { name: "Check again" }).click();
    for (const feature of ["records", "routing_data", "container_refresh", "rail_lfd"])
      await expect(dashboard.locator(`[data-feature=${feature}]`)).toContainText("Available");
    await expect(dashboard.locator("[data-left=create]")).toContainText(/\d+ of 95/);
    await expect(dashboard.getByText(/active containers/)).toBeVisible();
  });

  await test.step("a feature outside the plan is detected, explained, and detected again when enabled", async () => {
    await readService(
      `update accounts set features = array_remove(features, 'container_refresh') where id = ${account}`,
    );
    const refresh = dashboard.locator("[data-feature=container_refresh]");
    try {
      await dashboard.getByRole("button", { name: "Check again" }).click();
      await expect(refresh).toContainText("Not on plan");
      await expect(refresh).toContainText("Container refresh is not enabled for this account");
      await expect(refresh).toContainText("Data updates on the service’s schedule.");
      await expect(dashboard.locator("[data-feature=routing_data]")).toContainText("Available");
    } finally {
      await readService(
        `update accounts set features = array_append(features, 'container_refresh') where id = ${account}`,
      );
    }
    await dashboard.getByRole("button", { name: "Check again" }).click();
    await expect(refresh).toContainText("Available");
    await expect(refresh).toContainText("last refused");
  });

  await test.step("a rejected key and an ended plan are shown with their meaning and the next step", async () => {
    const refused = (gate: string, text: string) =>
      readDashboard(
        `insert into plan_limits (gate, message, last_seen_at) values ($1, $2, now() + interval '1 hour')
         on conflict (gate) do update set message = excluded.message, last_seen_at = excluded.last_seen_at`,
        [gate, text],
      );
    const forget = () => readDashboard("delete from plan_limits where gate in ('key', 'paid_plan')");
    try {
      await refused("key", "The API key could not be verified.");
      await dashboard.reload();
      await expect(dashboard.getByText("Key rejected")).toBeVisible();
      await expect(dashboard.getByText(/Create a new key there/)).toBeVisible();
      await expect(dashboard.getByText("“The API key could not be verified.”")).toBeVisible();
      await forget();
      await refused("paid_plan", "All other permissions need a paid plan.");
      await expect(dashboard.getByText("Trial or plan ended")).toBeVisible({ timeout: 15_000 });
      await expect(dashboard.locator("[data-feature=records]")).toContainText("Not on plan");
    } finally {
      await forget();
    }
    await dashboard.reload();
    await expect(dashboard.getByText("Key accepted")).toBeVisible();
  });
});
