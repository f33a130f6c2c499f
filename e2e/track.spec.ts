import type { Page } from "@playwright/test";
import { whileUnanswered } from "@/e2e/facts/unanswered";
import { BoardPage, spaced } from "@/e2e/pages/board-page";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDashboard } from "@/e2e/system/databases";

/** A container number that the simulated carriers know, with a valid check digit. */
const CONTAINER = "MSKU9070323";
/** The same number with an invalid check digit. */
const MISTYPED = "MSKU9070324";

/** Opens the page and waits until it is live, because text typed earlier is not validated. */
async function openTrack(page: Page): Promise<void> {
  await page.goto("/track");
  await expect(page.locator("[data-live=live]")).toBeVisible();
}

async function send(page: Page, number: string, { type, line = "" }: { type: string; line?: string }) {
  await page.getByLabel("Number", { exact: true }).fill(number);
  await page.getByLabel("Number type").selectOption({ label: type });
  await page.getByLabel(/^Line/).fill(line);
  await page.getByRole("button", { name: "Track", exact: true }).click();
}

const request = (page: Page, number: string) =>
  page.locator("[data-request]").filter({ hasText: number }).first();

test.describe("tracking a number", () => {
  test("shows the change from pending to succeeded without a reload", async ({ dashboard }) => {
    await openTrack(dashboard);
    await dashboard.evaluate(() => Reflect.set(window, "stillTheSame", true));
    const row = request(dashboard, "TEST-TR-SUCCEEDED");
    await whileUnanswered("TEST-TR-SUCCEEDED", async () => {
      await send(dashboard, "TEST-TR-SUCCEEDED", { type: "Bill of lading", line: "TEST" });
      await expect(row).toHaveAttribute("data-status", "pending");
    });
    await expect(row).toHaveAttribute("data-status", "succeeded", { timeout: 15_000 });
    expect(await dashboard.evaluate(() => Reflect.get(window, "stillTheSame"))).toBe(true);
    await row.getByRole("link", { name: "Open shipment" }).click();
    await expect(dashboard).toHaveURL(/\/shipments\/./);
    await expect(dashboard.locator("[data-container]").first()).toBeVisible();
  });

  test("accepts a container number with spaces, and its container appears on an open board", async ({
    dashboard,
    openDashboard,
  }) => {
    const board = new BoardPage(await openDashboard());
    await board.open(`?q=${CONTAINER}`);
    await board.expectTotal(0);
    await openTrack(dashboard);
    await send(dashboard, spaced(CONTAINER).toLowerCase(), { type: "Container", line: "MAEU" });
    await expect(request(dashboard, spaced(CONTAINER))).toHaveAttribute("data-status", "succeeded", {
      timeout: 15_000,
    });
    await expect(board.row(CONTAINER)).toBeVisible();
  });

  test("explains in plain words why a number failed and the next step", async ({ dashboard }) => {
    await openTrack(dashboard);
    await send(dashboard, "TEST-TR-FAILED", { type: "Bill of lading", line: "TEST" });
    const row = request(dashboard, "TEST-TR-FAILED");
    await expect(row).toHaveAttribute("data-status", "failed", { timeout: 15_000 });
    await expect(row).toContainText("Number not found at the line");
    await expect(row).toContainText("Check number, type and shipping line.");
    await expect(row).not.toContainText("not_found");
  });

  test("shows an invalid check digit at the number and sends no request", async ({ dashboard }) => {
    await openTrack(dashboard);
    await send(dashboard, MISTYPED, { type: "Container" });
    const number = dashboard.getByLabel("Number", { exact: true });
    await expect(number).toHaveAttribute("aria-invalid", "true");
    await expect(number).toHaveAccessibleDescription(/Check digit is wrong/);
    await expect(number).toHaveValue(MISTYPED);
    const requested = await readDashboard("select from tracking_requests where number_key = $1", [MISTYPED]);
    expect(requested).toEqual([]);
  });

  test("keeps the line while the user types, even when the service detects another", async ({
    dashboard,
  }) => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await dashboard.route("**/api/track/number", async (route) => {
      await held;
      await route.continue();
    });
    await openTrack(dashboard);
    const requested = dashboard.waitForRequest("**/api/track/number");
    await dashboard.getByLabel("Number", { exact: true }).fill("MEDU12345678");
    await requested;
    const line = dashboard.getByLabel(/^Line/);
    await line.focus();
    const before = await line.inputValue();
    expect(before).not.toBe("MSCU");
    release();
    await expect(dashboard.locator("[data-number-said]")).toContainText("line: ");
    await expect(line).toHaveValue(before);
    await line.blur();
    await expect(line).toHaveValue("MSCU");
    await line.fill("QQQQ");
    await expect(line).toHaveValue("QQQQ");
  });

  test("shows the service's own rejection at the line", async ({ dashboard }) => {
    await openTrack(dashboard);
    await send(dashboard, "MEDU12345678", { type: "Bill of lading", line: "QQQQ" });
    await expect(dashboard.getByLabel(/^Line/)).toHaveAttribute("aria-invalid", "true");
    await expect(dashboard.getByLabel("Number", { exact: true })).toHaveValue("MEDU12345678");
  });
});

test.describe("search for a number", () => {
  test("opens the container or the shipment, or shows that there is none", async ({ dashboard }) => {
    const [container] = await readDashboard<{ id: string; number: string; shipment: string; bol: string }>(
      `select c.id, c.attributes ->> 'number' as number, s.id as shipment,
         s.attributes ->> 'bill_of_lading_number' as bol
       from containers c join shipments s on s.id = c.shipment_id
       where 1 = (select count(*) from containers t where t.attributes ->> 'number' = c.attributes ->> 'number')
       order by c.id limit 1`,
    );
    const { id = "", number = "", shipment = "", bol = "" } = container ?? {};
    await dashboard.goto(`/find?q=${encodeURIComponent(` ${spaced(number).toLowerCase()} `)}`);
    await expect(dashboard).toHaveURL(new RegExp(`/containers/${id}$`));
    await dashboard.goto(`/find?q=${encodeURIComponent(bol.toLowerCase())}`);
    await expect(dashboard).toHaveURL(new RegExp(`/shipments/${shipment}$`));
    await dashboard.goto("/find?q=no+such+number");
    await expect(dashboard.getByText("No results for “no such number”")).toBeVisible();
    await dashboard.goto("/parties");
    await dashboard.getByRole("searchbox", { name: /^Find: / }).fill(number);
    await dashboard.keyboard.press("Enter");
    await expect(dashboard).toHaveURL(new RegExp(`/containers/${id}$`));
  });
});
