import { spaced } from "@/e2e/pages/board-page";
import { PHONE } from "@/e2e/support/page-assertions";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDashboard } from "@/e2e/system/databases";

test("the theme can be chosen, is saved and can follow the system again", async ({ openDashboard }) => {
  const page = await openDashboard({ colorScheme: "light" });
  await page.goto("/board");
  await expect(page.locator("[data-live=live]")).toBeVisible();
  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const theme = (name: string) => page.getByTitle(name).filter({ visible: true });
  const html = page.locator("html");
  const saved = () => page.waitForResponse((response) => response.request().method() === "POST");
  if (!(await theme("Light").getByRole("radio").isChecked())) {
    const reset = saved();
    await theme("Light").click();
    await reset;
  }
  const light = await paper();
  await theme("Dark").click();
  await expect(html).toHaveAttribute("data-theme", "dark");
  await expect.poll(paper).not.toBe(light);
  const dark = await paper();
  // The reload aborts the save, and the choice must survive it.
  await page.reload();
  expect(await paper(), "dark from the first paint").toBe(dark);
  await page.getByRole("link", { name: "Parties" }).click();
  await expect(page).toHaveURL(/\/parties$/);
  await expect(theme("Dark").getByRole("radio")).toBeChecked();
  const last = saved();
  await theme("System").click();
  await expect.poll(paper).toBe(light);
  await last;
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(paper).toBe(dark);
});

test("the board on a phone shows cards, and a card opens its container", async ({ openDashboard }) => {
  const page = await openDashboard({ viewport: PHONE });
  await page.goto("/board");
  const [first] = await readDashboard<{ number: string }>(
    "select row ->> 'number' as number from board_rows limit 1",
  );
  await expect(page.getByRole("table")).toHaveCount(0);
  const cards = page.getByRole("list", { name: /containers by last free day/ }).getByRole("link");
  await expect(cards.first()).toBeVisible();
  await page.getByRole("searchbox", { name: /Search the board/ }).fill(first?.number ?? "");
  await expect(cards).toHaveCount(1);
  await cards.first().click();
  await expect(page.getByRole("heading", { level: 1, name: spaced(first?.number ?? "") })).toBeVisible();
});

test("every page on a phone can be opened from the menu", async ({ openDashboard }) => {
  const page = await openDashboard({ viewport: PHONE });
  await page.goto("/board");
  // If the menu opens before the page's script has loaded, the script closes it.
  await expect(page.locator("[data-live=live]").first()).toBeAttached();
  const menu = page.locator("details", { has: page.locator("summary", { hasText: "Menu" }) });
  for (const room of ["Shipments", "Track", "Parties", "Reports", "Board"]) {
    // If the button is pressed while the menu of the previous page is still open, the menu closes.
    await expect(menu).not.toHaveAttribute("open");
    await menu.locator("summary").click();
    await page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name: room }).click();
    await expect(page).toHaveURL(new RegExp(`/${room.toLowerCase()}$`));
  }
});

test("a shipment can be found in the list and opens with its containers", async ({ dashboard }) => {
  const [shipment] = await readDashboard<{ bol: string; containers: number }>(
    `select s.attributes ->> 'bill_of_lading_number' as bol, count(*)::int as containers
     from shipments s join containers c on c.shipment_id = s.id group by s.id order by 2 desc, 1 limit 1`,
  );
  const { bol = "", containers = 0 } = shipment ?? {};
  await dashboard.goto("/shipments");
  // Text typed before the page is live is lost.
  await expect(dashboard.locator("[data-live=live]")).toBeVisible();
  await dashboard.getByRole("searchbox", { name: "Number or reference" }).fill(bol.toLowerCase());
  await dashboard.keyboard.press("Enter");
  await expect(dashboard).toHaveURL(/number=/);
  const row = dashboard.getByRole("row").filter({ hasText: bol });
  await expect(row).toHaveCount(1);
  await row.getByRole("link").first().click();
  await expect(dashboard.getByRole("heading", { level: 1, name: bol })).toBeVisible();
  await expect(dashboard.locator("[data-container]")).toHaveCount(containers);
});

test("the report's figures match the queues and link to them", async ({ dashboard }) => {
  await dashboard.goto("/reports");
  const [{ containers = 0 } = {}] = await readDashboard<{ containers: number }>(
    "select count(*)::int as containers from board_rows where expired_from <= now()",
  );
  const expired = dashboard.getByRole("link", { name: /expired on the board/ });
  await expect(expired).toContainText(String(containers));
  await expired.click();
  await expect(dashboard).toHaveURL(/queue=expired$/);
});
