import type { Page } from "@playwright/test";
import { containerOnTheGround, unassignedParty } from "@/e2e/facts/containers";
import { BoardPage } from "@/e2e/pages/board-page";
import { ContainerPage } from "@/e2e/pages/container-page";
import { expectSound, PHONE } from "@/e2e/support/page-assertions";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDashboard } from "@/e2e/system/databases";

/** Sends a work order on the container's page. Returns the address of its link. */
async function sendOrder(dashboard: Page, carrier: string): Promise<string> {
  await dashboard.getByRole("button", { name: `work order to ${carrier}` }).click();
  const dialog = dashboard.getByRole("dialog", { name: `Work order for ${carrier}` });
  await dialog.getByLabel(/^Delivery address/).fill("4100 Jurupa St, Ontario, CA 91761");
  await dialog.getByLabel(/^Instructions/).fill("Ask for Dana at the dock.\nПозвоните 倉庫.");
  await expectSound(dashboard, "the form of a work order");
  await dialog.getByRole("button", { name: "Create link" }).click();
  const created = dashboard.getByRole("dialog", { name: "Work order link" });
  const address = await created.getByLabel("Link", { exact: true }).inputValue();
  await expect(created.getByRole("link", { name: "Open email" })).toHaveAttribute("href", /^mailto:/);
  await created.getByRole("button", { name: "Close" }).click();
  return address;
}

test("a work order is accepted and declined by its link, asks again after a change, and the board shows it", async ({
  dashboard,
  openDashboard,
  trouble,
}) => {
  trouble.expect(/answer: GET .*\/order\/\S+ 4(04|10)$/);
  const container = await containerOnTheGround(17);
  const carrier = await unassignedParty(container.id);
  const containerPage = new ContainerPage(dashboard);
  await containerPage.open(container.id, container.number);
  await containerPage.assign(carrier);
  await expect(containerPage.carrier(carrier)).toBeVisible();
  const link = await sendOrder(dashboard, carrier);

  const phone = await openDashboard({ signedOut: true, viewport: PHONE });
  const response = await phone.goto(link);
  expect(response?.headers()).toMatchObject({
    "referrer-policy": "no-referrer",
    "x-robots-tag": expect.stringContaining("noindex"),
    "cache-control": expect.stringContaining("no-store"),
  });
  const state = phone.locator("[data-order-state]");
  await expect(state).toHaveAttribute("data-order-state", "sent");
  await expect(phone.getByText("Позвоните 倉庫.")).toBeVisible();
  await expectSound(phone, "a work order on a phone");
  await phone.getByLabel(/^Driver name/).fill("Sam Ortiz");
  await phone.getByLabel(/^Truck/).fill("Unit 12");
  await phone.getByRole("button", { name: "Accept", exact: true }).click();
  await expect(state).toHaveAttribute("data-order-state", "accepted");

  const order = dashboard.locator("[data-work-order]").filter({ hasText: carrier, visible: true });
  await expect(order).toHaveAttribute("data-work-order", "accepted");
  await expect(order).toContainText("Sam Ortiz, Unit 12");
  const board = new BoardPage(dashboard);
  await board.open("?queue=all&workOrder=accepted&cols=number,workOrder");
  await expect(board.cell(container.number, "workOrder")).toContainText("Accepted");

  const pdf = await phone.request.get(`${link.replace("/order/", "/api/order/")}/pdf`);
  expect(pdf.status()).toBe(200);
  expect(pdf.headers()["content-type"]).toBe("application/pdf");
  expect((await pdf.body()).subarray(0, 5).toString()).toBe("%PDF-");

  await containerPage.open(container.id, container.number);
  await dashboard.getByRole("button", { name: "Edit plan" }).click();
  await dashboard.locator("#plan-delivery-place").fill("Dock 9, Ontario, CA 91761");
  await dashboard.getByRole("button", { name: "Save plan" }).click();
  await expect(order).toHaveAttribute("data-work-order", "changed");
  await phone.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(state).toHaveAttribute("data-order-state", "changed");
  await expect(state).toContainText("delivery address");
  await phone.getByRole("button", { name: "Decline", exact: true }).click();
  await phone.getByLabel("Reason").fill("No chassis until Monday.");
  await phone.getByRole("button", { name: "Decline order" }).click();
  await expect(state).toHaveAttribute("data-order-state", "declined");
  await expect(order).toHaveAttribute("data-work-order", "declined");
  await expect(containerPage.carrier(carrier)).toBeVisible();

  await containerPage.carrier(carrier).click();
  await expect(containerPage.carrier(carrier)).toHaveCount(0);
  const history = async () => {
    const [found] = await readDashboard<{ kinds: string[] }>(
      `select array_agg(e.kind order by e.id) as kinds from work_order_events e
       join work_orders o on o.id = e.order_id where o.container_id = $1`,
      [container.id],
    );
    return found?.kinds;
  };
  await expect
    .poll(history)
    .toEqual(["sent", "viewed", "accepted", "changed", "declined", "carrier_removed"]);
  const ended = await phone.reload();
  expect(ended?.status()).toBe(410);
  await expect(phone.getByRole("heading", { name: "This link has ended" })).toBeVisible();
  await expect(phone.getByRole("button")).toHaveCount(0);
  await expectSound(phone, "a withdrawn work order");
});
