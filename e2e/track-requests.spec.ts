import type { Page } from "@playwright/test";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readService } from "@/e2e/system/databases";

const ANSWERED = { timeout: 15_000 };

/** Sends a number by the form of the open page. */
async function request(page: Page, number: string): Promise<void> {
  await page.getByLabel("Number", { exact: true }).fill(number);
  await page.getByLabel("Number type").selectOption({ label: "Bill of lading" });
  await page.getByLabel(/^Line/).fill("TEST");
  await page.getByRole("button", { name: "Track", exact: true }).click();
  // The form empties the field when it has accepted the number, also of a number typed meanwhile.
  await expect(page.getByLabel("Number", { exact: true })).toHaveValue("");
}

const requests = (page: Page, number: string) => page.locator("[data-request]").filter({ hasText: number });
const requestCount = async (number: string): Promise<number> =>
  (await readService("select from tracking_requests where request_number = $1", [number])).length;

test("failed requests can be retried or edited, and waiting ones show until when", async ({
  dashboard,
  openDashboard,
}) => {
  await dashboard.goto("/track");
  await expect(dashboard.locator("[data-live=live]")).toBeVisible();

  await test.step("a failed request can be retried once and then leaves the to-do list", async () => {
    const number = "TEST-TR-RETRIES-EXHAUSTED";
    await request(dashboard, number);
    const first = requests(dashboard, number).last();
    await expect(first).toHaveAttribute("data-status", "failed", ANSWERED);
    await expect(first).toContainText("No usable response from the line for a day");
    const other = await openDashboard();
    await other.goto("/track?list=failed");
    await expect(requests(other, number)).toHaveCount(1);

    await first.getByRole("button", { name: `Track again ${number}` }).click();
    await expect(requests(dashboard, number)).toHaveCount(2, ANSWERED);
    await expect(requests(dashboard, number).last()).toContainText("Retried since.");
    await expect(requests(dashboard, number).last().getByRole("button")).toHaveCount(0);
    expect(await requestCount(number)).toBe(2);
    await expect(requests(dashboard, number).first()).toHaveAttribute("data-status", "failed", ANSWERED);
    await expect(requests(other, number)).toHaveCount(1);
    await expect(requests(other, number)).not.toContainText("Retried since.");
    await other.close();
  });

  await test.step("a request with an unknown line links to the form with its values filled in", async () => {
    const number = "TEST-TR-SCAC-AUTO-DETECT-FAILED";
    await request(dashboard, number);
    const row = requests(dashboard, number).first();
    await expect(row).toHaveAttribute("data-status", "failed", ANSWERED);
    await expect(row.getByRole("button", { name: /Track again/ })).toHaveCount(0);
    await row.getByRole("link", { name: /Edit and track/ }).click();
    await expect(dashboard).toHaveURL(/\/track\?number=/);
    await expect(dashboard.getByLabel("Number", { exact: true })).toHaveValue(number);
    await expect(dashboard.getByLabel("Number type")).toHaveValue("bill_of_lading");
    await expect(dashboard.getByLabel(/^Line/)).toHaveValue("TEST");
  });

  await test.step("a request that awaits its manifest shows until when, and has a list", async () => {
    const number = "TEST-TR-AWAITING-MANIFEST";
    await request(dashboard, number);
    const row = requests(dashboard, number).first();
    await expect(row).toHaveAttribute("data-status", "awaiting_manifest", ANSWERED);
    await expect(row).toContainText("expires in 6d");
    await dashboard
      .getByRole("navigation", { name: "Requests by status" })
      .getByRole("link", { name: /^Awaiting manifest/ })
      .click();
    await expect(dashboard).toHaveURL(/list=awaiting_manifest/);
    await expect(requests(dashboard, number)).toHaveCount(1);
  });
});
