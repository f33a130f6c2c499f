import type { Page } from "@playwright/test";
import sharp from "sharp";
import { containerOnTheGround } from "@/e2e/facts/containers";
import { removeTokens } from "@/e2e/facts/tokens";
import { ContainerPage } from "@/e2e/pages/container-page";
import { expectNoProblems, expectSound, PHONE } from "@/e2e/support/page-assertions";
import { expect, test } from "@/e2e/support/signed-in-page";

const LABEL = "Harbor Dray, unit 12";
test.afterEach(() => removeTokens([LABEL]));

/** Creates a link with the right to report on a container's page. Returns its URL. */
async function makeLink(dashboard: Page): Promise<string> {
  await dashboard.getByRole("button", { name: "Share", exact: true }).click();
  const dialog = dashboard.getByRole("dialog", { name: "Share" });
  await dialog.getByLabel("Name", { exact: true }).fill(LABEL);
  await dialog.getByRole("radio", { name: /^Driver/ }).check();
  await dialog.getByLabel(/^Dispatch phone/).fill("+1 310 555 0142");
  const reports = dialog.getByRole("checkbox", { name: /^Driver can report/ });
  await expect(reports).not.toBeChecked();
  await reports.check();
  await dialog.getByRole("button", { name: "Create link" }).click();
  const created = dashboard.getByRole("dialog", { name: "Your link" });
  const address = await created.getByLabel("Link", { exact: true }).inputValue();
  await created.getByRole("button", { name: "Close" }).click();
  return address;
}

test("a driver reports on a phone, and the open page of the container shows it", async ({
  dashboard,
  openDashboard,
}) => {
  const container = await containerOnTheGround(12);
  const page = new ContainerPage(dashboard);
  await page.open(container.id, container.number);
  const link = await makeLink(dashboard);

  const phone = await openDashboard({ signedOut: true, viewport: PHONE });
  const requested = new Set<string>();
  phone.on("request", (request) => requested.add(new URL(request.url()).host));
  await phone.goto(link);
  await expect(phone.getByRole("link", { name: "Call dispatch" })).toHaveAttribute(
    "href",
    "tel:+13105550142",
  );
  await expect(phone.getByRole("link", { name: "Text dispatch" })).toHaveAttribute(
    "href",
    "sms:+13105550142",
  );
  await expectSound(phone, "a driver's link that can report");

  await phone.getByRole("button", { name: "Picked up" }).click();
  await expect(phone.getByRole("button", { name: "Undo picked up" })).toBeVisible();
  const reports = page.card("Milestones").getByRole("region", { name: "Driver’s reports" });
  await expect(reports).toContainText("Driver reported picked up");
  await expect(reports).toContainText(LABEL);

  const photo = await sharp({ create: { width: 640, height: 480, channels: 3, background: "#3a6ea5" } })
    .png()
    .toBuffer();
  await phone
    .getByLabel("Add photo of picked up")
    .setInputFiles({ name: "Seal.png", mimeType: "image/png", buffer: photo });
  await expect(phone.getByText("1 of 5 photos")).toBeVisible();
  await expectSound(phone, "a driver's link with a report");
  const image = reports.getByRole("img", { name: "Photo 1, picked up" });
  await image.scrollIntoViewIfNeeded();
  await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(640);
  await expectNoProblems(dashboard, "a container with a driver's report");

  await phone.getByRole("button", { name: "Undo picked up" }).click();
  await expect(phone.getByRole("button", { name: "Picked up", exact: true })).toBeVisible();
  await expect(reports).toHaveCount(0);
  expect([...requested]).toEqual([new URL(link).host]);
});
