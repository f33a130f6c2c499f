import type { Page } from "@playwright/test";
import { containerOnTheGround } from "@/e2e/facts/containers";
import { BoardPage, spaced } from "@/e2e/pages/board-page";
import { PaletteDialog } from "@/e2e/pages/palette-dialog";
import { expectNoProblems } from "@/e2e/support/page-assertions";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDashboard } from "@/e2e/system/databases";

const forget = () =>
  readDashboard("update preferences set settings = settings - 'theme' - 'zones' - 'zone' - 'density'");

test.afterEach(() => forget());

async function alive(page: Page, path: string): Promise<PaletteDialog> {
  await page.goto(path);
  await expect(page.locator("[data-live=live]")).toBeVisible();
  return new PaletteDialog(page);
}

test("the palette is announced, used by arrows, finds everything, and opens a container by a part of its number", async ({
  dashboard,
}) => {
  test.setTimeout(240_000);
  const container = await containerOnTheGround(0);
  const palette = await alive(dashboard, "/board");
  const search = new BoardPage(dashboard).search;

  await test.step("the page's shortcuts are listed by ? and inactive in fields", async () => {
    await dashboard.keyboard.press("?");
    const list = dashboard.getByRole("dialog", { name: "Keyboard shortcuts" });
    for (const text of ["Next row", "Open container", "Search", "Search or run a command"])
      await expect(list.getByText(text, { exact: true })).toBeVisible();
    await expect(list.getByText("Next in list")).toHaveCount(0);
    await expectNoProblems(dashboard, "the shortcuts", { within: "dialog" });
    await dashboard.keyboard.press("Escape");
    await expect(list).toBeHidden();
    await dashboard.keyboard.press("/");
    await dashboard.keyboard.type("?jx/");
    await expect(search).toHaveValue("?jx/");
    await expect(list).toBeHidden();
  });

  await test.step("arrows choose, and the focus is restored", async () => {
    await expect(search).toBeFocused();
    await palette.open();
    await expect(palette.field).toHaveAttribute("aria-expanded", "true");
    const first = await palette.chosen();
    await dashboard.keyboard.press("ArrowDown");
    const second = await palette.chosen();
    expect(second).not.toBe(first);
    await dashboard.keyboard.press("ArrowUp");
    expect(await palette.chosen()).toBe(first);
    await dashboard.keyboard.press("ArrowUp");
    expect(await palette.chosen(), "from the first to the last").not.toBe(first);
    await expectNoProblems(dashboard, "the palette", { within: "dialog" });
    await dashboard.keyboard.press("Escape");
    await expect(palette.field).toBeHidden();
    await expect(search).toBeFocused();
  });

  await test.step("pages, queues and parties are found, and unusual text is plain text", async () => {
    await palette.take("shipm", /^Shipments$/);
    await expect(dashboard).toHaveURL(/\/shipments$/);
    await palette.take("held near", /Held, near deadline/);
    await expect(dashboard).toHaveURL(/\/board\?queue=held$/);
    await palette.open();
    const odd = "<img src=x onerror=alert(1)> مرحبا";
    await dashboard.keyboard.insertText(odd);
    await expect(palette.options.first()).toContainText(`Search the board for “${odd}”`);
    expect(await dashboard.locator("dialog img").count()).toBe(0);
    await dashboard.keyboard.press("Escape");
    await expect(palette.field).toBeHidden();
  });

  await test.step("a container is opened, and listed first the next time", async () => {
    await palette.open();
    await dashboard.keyboard.type(container.number.toLowerCase());
    await expect(palette.options.first()).toContainText(spaced(container.number));
    expect(await palette.chosen()).toContain(spaced(container.number));
    await dashboard.keyboard.press("Enter");
    await expect(dashboard.getByRole("heading", { level: 1, name: spaced(container.number) })).toBeVisible();
    await alive(dashboard, "/board");
    await palette.open();
    await expect(palette.options.first()).toContainText(spaced(container.number));
    expect(await palette.chosen()).toContain(spaced(container.number));
  });
});

test("theme and time zone of a user apply in another browser, elsewhere in the world", async ({
  openDashboard,
}) => {
  const container = await containerOnTheGround(0);
  const stored = (name: string, value: string) =>
    expect
      .poll(() => readDashboard("select from preferences where settings ->> $1 = $2", [name, value]))
      .toHaveLength(1);
  const dashboard = await openDashboard({ timezoneId: "Asia/Tokyo", colorScheme: "light" });
  const palette = await alive(dashboard, "/settings/you");
  await dashboard.getByText("My time zone", { exact: true }).click();
  await stored("zone", "Asia/Tokyo");
  await palette.take("theme dark", "Theme: dark");
  await expect(dashboard.locator("html")).toHaveAttribute("data-theme", "dark");
  await stored("theme", "dark");
  await dashboard.reload();
  expect(await dashboard.evaluate(() => document.documentElement.dataset.theme), "at the first paint").toBe(
    "dark",
  );

  // The preference applies, not the browser's zone.
  const other = await openDashboard({ timezoneId: "Europe/Berlin", colorScheme: "light" });
  await other.goto(`/containers/${container.id}`);
  await expect(other.locator("html")).toHaveAttribute("data-theme", "dark");
  const times = other.locator("main time").filter({ hasText: /\d:\d\d [AP]M/, visible: true });
  await expect(times.first()).toContainText("GMT+9");
  // Each part of the page receives the change at a different time.
  const others = async () =>
    (await times.allInnerTexts()).filter((text) => !/GMT\+9|zone unknown/.test(text));
  await expect.poll(others).toEqual([]);
  await times.first().hover();
  await expect(times.first()).toHaveAttribute("title", / local time$/);
  await new BoardPage(other).open();
  await expect(other.getByText("times in Asia/Tokyo")).toBeVisible();
});
