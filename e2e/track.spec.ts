import type { Page } from "@playwright/test";
import { whileUnanswered } from "@/e2e/facts/unanswered";
import { BoardPage, spaced } from "@/e2e/pages/board-page";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDashboard } from "@/e2e/system/databases";
import { containerCheckDigit } from "@/lib/contract/container-number";

// A number of this run alone, because a number is tracked once. The simulated carriers know it.
const FIRST_TEN = `MSKU${600_000 + (Date.now() % 100_000)}`;
const CHECK_DIGIT = containerCheckDigit(FIRST_TEN) ?? 0;
const CONTAINER = `${FIRST_TEN}${CHECK_DIGIT}`;
/** The same number with an invalid check digit. */
const MISTYPED = `${FIRST_TEN}${(CHECK_DIGIT + 1) % 10}`;
const ANSWERED = { timeout: 15_000 };

async function send(page: Page, number: string, { type, line = "" }: { type: string; line?: string }) {
  await page.getByLabel("Number", { exact: true }).fill(number);
  await page.getByLabel("Number type").selectOption({ label: type });
  await page.getByLabel(/^Line/).fill(line);
  await page.getByRole("button", { name: "Track", exact: true }).click();
}

/** Waits until the form has accepted a number. It empties the field then, also of a number typed meanwhile. */
const expectEmptied = (page: Page) => expect(page.getByLabel("Number", { exact: true })).toHaveValue("");

const request = (page: Page, number: string) =>
  page.locator("[data-request]").filter({ hasText: number }).first();

async function trackedNumber(): Promise<string> {
  const [container] = await readDashboard<{ number: string }>(
    `select c.attributes ->> 'number' as number from containers c join shipments s on s.id = c.shipment_id
     where s.tracking_stopped_at is null order by c.id desc limit 1`,
  );
  return container?.number ?? "";
}

/** From now on no number is sent to the service to be read, as after too many requests. */
const pauseInference = () =>
  readDashboard(
    `insert into rate_limit_pauses values ('infer', now() + interval '10 minutes')
     on conflict (bucket) do update set paused_until = excluded.paused_until`,
  );
test.afterEach(() => readDashboard("delete from rate_limit_pauses where bucket = 'infer'"));

test("numbers are tracked without a reload: to their shipment, to an open board, or to a reason in plain words", async ({
  dashboard,
  openDashboard,
}) => {
  test.setTimeout(240_000);
  const board = new BoardPage(await openDashboard());
  await board.open(`?q=${CONTAINER}`);
  await board.expectTotal(0);
  await dashboard.goto("/track");
  // Text typed before the page is live is not validated.
  await expect(dashboard.locator("[data-live=live]")).toBeVisible();
  await dashboard.evaluate(() => Reflect.set(window, "stillTheSame", true));

  await test.step("a typed number is read by the service, and the form rejects what cannot be tracked", async () => {
    const number = dashboard.getByLabel("Number", { exact: true });
    const reported = dashboard.locator("[data-number-said]");
    await number.fill("MEDUAB123456");
    await expect(reported).toContainText("Bill of lading, line: Mediterranean Shipping Company");
    await expect(dashboard.getByLabel("Number type")).toHaveValue("bill_of_lading");
    await expect(dashboard.getByLabel(/^Line/)).toHaveValue("MSCU");
    await send(dashboard, "MEDU12345678", { type: "Bill of lading", line: "QQQQ" });
    await expect(dashboard.getByLabel(/^Line/)).toHaveAttribute("aria-invalid", "true");
    await expect(number).toHaveValue("MEDU12345678");
    await send(dashboard, MISTYPED, { type: "Container" });
    await expect(number).toHaveAttribute("aria-invalid", "true");
    await expect(number).toHaveAccessibleDescription(/Check digit is wrong/);
    await expect(reported).toHaveText("");
    await expect(number).toHaveValue(MISTYPED);
    expect(await readDashboard("select from tracking_requests where number_key = $1", [MISTYPED])).toEqual(
      [],
    );
    await pauseInference();
    await number.fill("MEDUAB123457");
    await expect(reported).toContainText(/Not identified by the service: [A-Z]\w+/);
    await number.fill(await trackedNumber());
    await expect(reported).toContainText("Already tracked.");
    await expect(reported.getByRole("link", { name: "Open" })).toHaveAttribute("href", /^\/containers\/./);
  });

  await test.step("a container number with spaces appears on an open board", async () => {
    await send(dashboard, spaced(CONTAINER).toLowerCase(), { type: "Container", line: "MAEU" });
    await expectEmptied(dashboard);
    await expect(request(dashboard, spaced(CONTAINER))).toHaveAttribute("data-status", "succeeded", ANSWERED);
    await expect(board.row(CONTAINER)).toBeVisible();
  });

  await test.step("a failed number shows why and the next step", async () => {
    await send(dashboard, "TEST-TR-FAILED", { type: "Bill of lading", line: "TEST" });
    await expectEmptied(dashboard);
    const row = request(dashboard, "TEST-TR-FAILED");
    await expect(row).toHaveAttribute("data-status", "failed", ANSWERED);
    await expect(row).toContainText("Number not found at the line");
    await expect(row).toContainText("Check number, type and shipping line.");
    await expect(row).not.toContainText("not_found");
  });

  await test.step("a pending number succeeds and leads to its shipment", async () => {
    const row = request(dashboard, "TEST-TR-SUCCEEDED");
    await whileUnanswered("TEST-TR-SUCCEEDED", async () => {
      await send(dashboard, "TEST-TR-SUCCEEDED", { type: "Bill of lading", line: "TEST" });
      await expect(row).toHaveAttribute("data-status", "pending");
    });
    await expect(row).toHaveAttribute("data-status", "succeeded", ANSWERED);
    expect(await dashboard.evaluate(() => Reflect.get(window, "stillTheSame"))).toBe(true);
    await row.getByRole("link", { name: "Open shipment" }).click();
    await expect(dashboard).toHaveURL(/\/shipments\/./);
    await expect(dashboard.locator("[data-container]").first()).toBeVisible();
  });
});
