import { PHONE } from "@/e2e/support/page-assertions";
import { expect, test } from "@/e2e/support/signed-in-page";

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
