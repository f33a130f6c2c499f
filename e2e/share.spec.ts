import type { Page } from "@playwright/test";
import { containerOnTheGround } from "@/e2e/facts/containers";
import { makeToken, removeTokens } from "@/e2e/facts/tokens";
import { spaced } from "@/e2e/pages/board-page";
import { ContainerPage } from "@/e2e/pages/container-page";
import { expectSound, PHONE } from "@/e2e/support/page-assertions";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDashboard } from "@/e2e/system/databases";

const LABEL = "For the driver of gate four";

/** Creates a driver's link with a passcode on a container's page. Returns its URL. */
async function makeLink(dashboard: Page, passcode: string): Promise<string> {
  await dashboard.getByRole("button", { name: "Share", exact: true }).click();
  const dialog = dashboard.getByRole("dialog", { name: "Share" });
  await dialog.getByLabel("Name", { exact: true }).fill(LABEL);
  await dialog.getByRole("radio", { name: /^Driver/ }).check();
  await dialog.getByLabel(/^Passcode/).fill(passcode);
  await dialog.getByRole("button", { name: "Create link" }).click();
  const created = dashboard.getByRole("dialog", { name: "Your link" });
  await expect(created.getByRole("img", { name: "QR code for the link" })).toBeVisible();
  const address = await created.getByLabel("Link", { exact: true }).inputValue();
  await created.getByRole("button", { name: "Close" }).click();
  await expect(created).toHaveCount(0);
  return address;
}

/** Simulates the user's return to the tab. The page then refetches at once. */
const comeBack = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));

test("a link shows one container on a phone until it is revoked, and no other data", async ({
  dashboard,
  openDashboard,
  trouble,
}) => {
  trouble.expect(/answer: GET .*\/share\/\S+ 4(04|10)$/);
  const container = await containerOnTheGround(11);
  await new ContainerPage(dashboard).open(container.id, container.number);
  const link = await makeLink(dashboard, "gate-four");

  const phone = await openDashboard({ signedOut: true, viewport: PHONE });
  await phone.goto(link);
  await expectSound(phone, "the passcode of a link");
  await phone.getByLabel("Passcode").fill("gate-five");
  await phone.getByRole("button", { name: "Open" }).click();
  await expect(phone.getByText("Incorrect passcode.")).toBeVisible();
  await expect(phone.locator("body")).not.toContainText(spaced(container.number));
  await phone.getByLabel("Passcode").fill("gate-four");
  await phone.getByRole("button", { name: "Open" }).click();
  await expect(phone.getByRole("heading", { name: spaced(container.number) })).toBeVisible();
  await expect(phone.getByRole("heading", { level: 1, name: LABEL })).toBeVisible();
  await expect(phone.locator("[data-live=live]")).toBeVisible();

  const response = await phone.reload();
  expect(response?.status()).toBe(200);
  expect(response?.headers()).toMatchObject({
    "referrer-policy": "no-referrer",
    "x-robots-tag": expect.stringContaining("noindex"),
    "cache-control": expect.stringContaining("no-store"),
  });
  await expectSound(phone, "a driver's link");

  await dashboard.goto("/settings/shared-links");
  const row = dashboard.getByRole("listitem").filter({ hasText: LABEL });
  await expect(row).toContainText("seen once");
  await row.getByRole("button", { name: "Revoke" }).click();
  await row.getByRole("button", { name: `Revoke ${LABEL}` }).click();
  await expect(row.getByText("revoked", { exact: true })).toBeVisible();

  await comeBack(phone);
  await expect(phone.getByRole("heading", { name: "This link was revoked" })).toBeVisible();
  await expect(phone.locator("body")).not.toContainText(spaced(container.number));

  expect((await phone.reload())?.status()).toBe(410);
  await expect(phone.getByRole("heading", { name: "This link was revoked" })).toBeVisible();

  const unknown = await phone.goto(`${link.slice(0, -6)}AAAAAA`);
  expect(unknown?.status()).toBe(404);
  await expect(phone.getByRole("heading", { name: "Link not found" })).toBeVisible();
});

test.describe("a customer's link", () => {
  const LABEL = "For the importer";
  test.afterEach(() => removeTokens([LABEL]));

  test("shows a board, a shipment or a container without accessibility errors, and only a message when expired", async ({
    openDashboard,
    trouble,
  }) => {
    // The browser without script reports the scripts that it blocks.
    trouble.expect(/answer: GET .*\/share\/\S+ 410$/, /request: GET .*\.js csp$/);
    const container = await containerOnTheGround(11);
    const [found] = await readDashboard<{ shipment: string }>(
      "select shipment_id as shipment from containers where id = $1",
      [container.id],
    );
    const link = (about: object, expiresAt?: Date) =>
      makeToken({
        kind: "share",
        label: LABEL,
        settings: { about, view: "customer", charges: true },
        expiresAt,
      });
    const page = await openDashboard({ signedOut: true });
    const abouts = [
      { kind: "board", address: "" },
      { kind: "shipment", id: found?.shipment },
      { kind: "container", id: container.id },
    ];
    for (const about of abouts) {
      await page.goto(`/share/${await link(about)}`);
      await expect(page.getByRole("heading", { level: 1, name: LABEL })).toBeVisible();
      await expectSound(page, `a link to a ${about.kind}`);
    }
    const still = await openDashboard({ signedOut: true, javaScriptEnabled: false });
    await still.goto(page.url());
    await expect(still.getByRole("status").filter({ hasText: /^As of .* UTC$/ })).toBeVisible();
    await expect(still.getByText("Live", { exact: true })).toHaveCount(0);
    const past = new Date(Date.now() - 1_000);
    const expired = await page.goto(`/share/${await link({ kind: "board", address: "" }, past)}`);
    expect(expired?.status()).toBe(410);
    await expect(page.getByRole("heading", { name: "This link has expired" })).toBeVisible();
    await expect(page.locator("body")).not.toContainText(LABEL);
    await expectSound(page, "a link that expired");
  });
});
