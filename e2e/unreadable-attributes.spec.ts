import { randomUUID } from "node:crypto";
import type { APIRequestContext, Page } from "@playwright/test";
import { dayIn, dayText, instantIn } from "@/e2e/facts/containers";
import { BoardPage } from "@/e2e/pages/board-page";
import { ContainerPage } from "@/e2e/pages/container-page";
import { expectNoProblems, expectNoSidewaysScroll, PHONE } from "@/e2e/support/page-assertions";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDashboard } from "@/e2e/system/databases";
import { deliver } from "@/e2e/system/signed-delivery";
import { containerCheckDigit } from "@/lib/contract/container-number";
import {
  containerRecord,
  named,
  notificationBody,
  shipmentRecord,
  terminalRecord,
} from "@/lib/contract/fixtures";

const ZONE = "America/New_York";
const LFD = dayIn(ZONE, 1);
/** No container of the account has it, so it is the last in the lists that other tests choose containers from. */
const OWNER = "ZZRU";

/** A container that only webhooks report. It is ready and due tomorrow. */
async function readyContainer(request: APIRequestContext) {
  const id = randomUUID();
  const digits = String(Math.floor(Math.random() * 1e6)).padStart(6, "0");
  const number = `${OWNER}${digits}${containerCheckDigit(OWNER + digits)}`;
  const shipment = shipmentRecord(randomUUID(), { bill_of_lading_number: `MAEU${digits}` });
  const terminal = terminalRecord(randomUUID(), "Maher Terminal");
  /** Sends a notification with these attributes of the container, and waits until it is processed. */
  const report = async (attributes: Record<string, unknown>): Promise<string> => {
    const notificationId = randomUUID();
    const container = containerRecord(
      id,
      { number, ...attributes },
      { shipment: named("shipment", shipment.id), pod_terminal: named("terminal", terminal.id) },
    );
    const body = notificationBody({
      id: notificationId,
      createdAt: new Date().toISOString(),
      included: [container, shipment, terminal],
    });
    await deliver(request, body);
    const processed = "select from inbox where notification_id = $1 and processed_at is not null";
    await expect.poll(() => readDashboard(processed, [notificationId])).toHaveLength(1);
    return notificationId;
  };
  await report({
    pod_timezone: ZONE,
    current_status: "available",
    pod_discharged_at: new Date(Date.now() - 86_400_000).toISOString(),
    availability_known: true,
    available_for_pickup: true,
    holds_at_pod_terminal: [],
    ref_numbers: ["PO-7731"],
    pickup_lfd: instantIn(ZONE, LFD, "00:00"),
    terminal_checked_at: new Date().toISOString(),
  });
  return { id, number, report };
}

/** How often the dashboard has not been able to read an attribute of containers. */
async function timesUnreadable(name: string): Promise<number> {
  const [row] = await readDashboard<{ times: number }>(
    "select times_read::int as times from unreadable_attributes where type = 'container' and name = $1",
    [name],
  );
  return row?.times ?? 0;
}

async function takePicture(page: Page, name: string): Promise<void> {
  if (process.env.PICTURES)
    await page.screenshot({ path: `${process.env.PICTURES}/${name}.png`, fullPage: true });
}

test("an attribute that cannot be read leaves the others in force and never makes a container ready", async ({
  dashboard,
  openDashboard,
  request,
}) => {
  const timesBefore = await timesUnreadable("pickup_lfd");
  const { id, number, report } = await readyContainer(request);
  const board = new BoardPage(dashboard);
  await board.open(`?q=${number}`);
  const release = board.cell(number, "release");
  await expect(release).toContainText("Ready");

  await test.step("a hold applies next to references that cannot be read", async () => {
    await report({ holds_at_pod_terminal: [{ name: "customs", status: "hold" }], ref_numbers: [null] });
    await expect(release).toContainText("customs");
    await expect(release).not.toContainText("Ready");
  });

  await test.step("the last known last free day stays, and readiness is unchanged", async () => {
    await report({ holds_at_pod_terminal: [], pickup_lfd: "TBD" });
    await expect(release).toContainText("Ready");
    await expect(release).toContainText("Could not read last free day");
    await expect(board.cell(number, "deadline")).toContainText(dayText(LFD));
    await board.queue("Pull today").click();
    await expect(board.row(number)).toBeVisible();
  });

  await test.step("a hold list or an availability that cannot be read stops the pickup", async () => {
    for (const [odd, shown] of [
      [{ holds_at_pod_terminal: [{ name: "customs", status: null }] }, "Could not read hold"],
      [{ holds_at_pod_terminal: [null] }, "Could not read hold"],
      [{ holds_at_pod_terminal: "customs" }, "Could not read hold"],
      [{ holds_at_pod_terminal: [], available_for_pickup: "soon" }, "Could not read availability"],
    ] as const) {
      await report(odd);
      await dashboard.goto(`/board?q=${number}&queue=unreadable`);
      await expect(release, JSON.stringify(odd)).toContainText(shown);
      await expect(release, JSON.stringify(odd)).not.toContainText("Ready");
      await expect(board.queue("Unreadable data")).toHaveAttribute("aria-current", "page");
    }
    await takePicture(dashboard, "unreadable-board");
  });

  const containerPage = new ContainerPage(await openDashboard());
  await test.step("its page says since when each last known value is unconfirmed", async () => {
    await containerPage.open(id, number);
    const card = containerPage.card("Unconfirmed");
    await expect(card.locator('[data-unconfirmed="pickup_lfd"]')).toContainText(
      new RegExp(`Last free day.*${dayText(LFD)}.*unconfirmed since .+ UTC`, "i"),
    );
    await expect(card.locator('[data-unconfirmed="ref_numbers"]')).toContainText("PO-7731");
    await expect(card.locator('[data-unconfirmed="available_for_pickup"]')).toBeVisible();
    await expect(containerPage.page.locator("[data-readiness]")).toHaveAttribute("data-readiness", "unknown");
    await expectNoProblems(containerPage.page, "container");
    await takePicture(containerPage.page, "unreadable-container");
  });

  await test.step("Settings lists the attributes with count, last value and delivery", async () => {
    const last = await report({ pickup_lfd: "TBD later" });
    await dashboard.goto("/settings/inbox");
    const row = dashboard.locator('[data-unreadable="container.pickup_lfd"]');
    await expect(row).toContainText(`${timesBefore + 2}"TBD later"`);
    await expect(dashboard.locator('[data-unreadable="container.ref_numbers"]')).toContainText("[null]");
    await expectNoProblems(dashboard, "webhook inbox");
    await takePicture(dashboard, "unreadable-inbox");
    await dashboard.setViewportSize(PHONE);
    await expectNoSidewaysScroll(dashboard, "webhook inbox");
    await takePicture(dashboard, "unreadable-inbox-phone");
    await row.getByRole("link", { name: "View original" }).click();
    await expect(dashboard).toHaveURL(new RegExp(last));
    await expect(dashboard.locator("pre")).toContainText("TBD later");
  });

  await test.step("readable values confirm them again", async () => {
    await report({
      pickup_lfd: instantIn(ZONE, LFD, "00:00"),
      available_for_pickup: true,
      ref_numbers: ["PO-7731"],
    });
    await expect(containerPage.page.locator("[data-readiness]")).toHaveAttribute("data-readiness", "ready");
    await expect(containerPage.card("Unconfirmed")).toHaveCount(0);
  });
});
