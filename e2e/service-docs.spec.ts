import { expect, test } from "@/e2e/support/signed-in-page";

test("the service's interface is shown from its OpenAPI document, under its policy", async ({
  openDashboard,
  system,
}) => {
  const page = await openDashboard({ signedOut: true });
  await page.goto(`http://127.0.0.1:${system.servicePort}/v2/docs`);
  await expect(page.getByRole("heading", { name: /^Ocean shipment and container tracking/ })).toBeVisible();
  await expect(page.getByRole("cell", { name: "Refresh a container" })).toBeVisible();
  await expect(page.getByText("createHmac(")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Webhooks", exact: true })).toBeVisible();
  const operation = page.locator("#operations-containers-get_containers_id");
  await operation
    .getByRole("button", { name: /containers/ })
    .first()
    .click();
  await expect(operation.getByText("The account's plan does not include this.")).toBeVisible();
  await expect(operation.getByText("pod_full_out_at").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Try it out" })).toHaveCount(0);
});
