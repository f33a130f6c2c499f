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

test.describe("command palette", () => {
  test("opens a container by a part of its number and lists it first the next time", async ({
    dashboard,
  }) => {
    const container = await containerOnTheGround(0);
    const palette = await alive(dashboard, "/parties");
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

  test("is announced to a screen reader, can be navigated by arrows, and restores the focus", async ({
    dashboard,
  }) => {
    const palette = await alive(dashboard, "/board");
    await dashboard.keyboard.press("/");
    const search = new BoardPage(dashboard).search;
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
    await expectNoProblems(dashboard, "the dialog", { within: "dialog" });
    await dashboard.keyboard.press("Escape");
    await expect(palette.field).toBeHidden();
    await expect(search).toBeFocused();
  });

  test("finds parties, pages and queues, and shows unusual text as plain text", async ({ dashboard }) => {
    const palette = await alive(dashboard, "/board");
    await palette.take("shipm", /^Shipments$/);
    await expect(dashboard).toHaveURL(/\/shipments$/);
    await palette.take("held near", /Held, near deadline/);
    await expect(dashboard).toHaveURL(/\/board\?queue=held$/);
    await palette.open();
    const odd = "<img src=x onerror=alert(1)> مرحبا";
    await dashboard.keyboard.insertText(odd);
    await expect(palette.options.first()).toContainText(`Search the board for “${odd}”`);
    expect(await dashboard.locator("dialog img").count()).toBe(0);
  });

  test("keeps the option chosen by arrows when more results appear above it", async ({ dashboard }) => {
    const container = await containerOnTheGround(0);
    const palette = await alive(dashboard, "/parties");
    let found = () => {};
    const search = new Promise<void>((resolve) => {
      found = resolve;
    });
    await dashboard.route("**/api/find**", async (route) => {
      await search;
      const { id, number } = container;
      await route.fulfill({
        json: { matches: [{ kind: "container", id, name: number, note: "", address: "" }] },
      });
    });
    await palette.open();
    await dashboard.keyboard.type("repo");
    await expect(palette.options.first()).toContainText("Reports");
    await dashboard.keyboard.press("ArrowDown");
    const chosen = await palette.chosen();
    found();
    await expect(palette.options.first()).toContainText(spaced(container.number));
    expect(await palette.chosen()).toBe(chosen);
    await dashboard.keyboard.press("Enter");
    await expect(dashboard).toHaveURL(/\/board\?q=repo$/);
  });

  test("shows a message when the search does not respond, and works without it", async ({
    dashboard,
    trouble,
  }) => {
    trouble.expect(/\/api\/find/);
    const palette = await alive(dashboard, "/board");
    await dashboard.route("**/api/find**", (route) => route.fulfill({ status: 503, body: "{}" }));
    await palette.open();
    await dashboard.keyboard.type("repo");
    await expect(dashboard.getByText("Search is not responding")).toBeVisible();
    await expect(palette.options.first()).toContainText("Reports");
    await dashboard.keyboard.press("Enter");
    await expect(dashboard).toHaveURL(/\/reports$/);
  });
});

test.describe("keyboard shortcuts", () => {
  test("of a page are listed by ? and are inactive in fields", async ({ dashboard }) => {
    await alive(dashboard, "/board");
    await dashboard.keyboard.press("?");
    const list = dashboard.getByRole("dialog", { name: "Keyboard shortcuts" });
    for (const text of ["Next row", "Open container", "Search", "Search or run a command"])
      await expect(list.getByText(text, { exact: true })).toBeVisible();
    await expect(list.getByText("Next in list")).toHaveCount(0);
    await expectNoProblems(dashboard, "the dialog", { within: "dialog" });
    await dashboard.keyboard.press("Escape");
    await expect(list).toBeHidden();
    await dashboard.keyboard.press("/");
    await dashboard.keyboard.type("?jx/");
    await expect(new BoardPage(dashboard).search).toHaveValue("?jx/");
    await expect(list).toBeHidden();
  });
});

test.describe("user preferences", () => {
  test("apply in another browser, such as the theme", async ({ openDashboard }) => {
    const dashboard = await openDashboard({ colorScheme: "light" });
    const palette = await alive(dashboard, "/board");
    await palette.take("theme dark", "Theme: dark");
    await expect(dashboard.locator("html")).toHaveAttribute("data-theme", "dark");
    await expect
      .poll(() => readDashboard("select from preferences where settings ->> 'theme' = 'dark'"))
      .toHaveLength(1);
    await dashboard.reload();
    expect(await dashboard.evaluate(() => document.documentElement.dataset.theme), "at the first paint").toBe(
      "dark",
    );
    const other = await openDashboard({ colorScheme: "light" });
    await other.goto("/parties");
    await expect(other.locator("html")).toHaveAttribute("data-theme", "dark");
  });

  test("set the zone of every time shown, with the zone name and the other time in the tooltip", async ({
    openDashboard,
  }) => {
    const container = await containerOnTheGround(0);
    const dashboard = await openDashboard({ timezoneId: "Asia/Tokyo" });
    await alive(dashboard, "/settings/you");
    await dashboard.getByText("My time zone", { exact: true }).click();
    await expect
      .poll(() => readDashboard("select from preferences where settings ->> 'zone' = 'Asia/Tokyo'"))
      .toHaveLength(1);
    // Another browser of the same user elsewhere. The preference applies, not the browser's zone.
    const other = await openDashboard({ timezoneId: "Europe/Berlin" });
    await other.goto(`/containers/${container.id}`);
    const times = other.locator("main time").filter({ hasText: /\d\d:\d\d/, visible: true });
    await expect(times.first()).toContainText("GMT+9");
    // Each part of the page receives the change at a different time.
    const others = async () =>
      (await times.allInnerTexts()).filter((text) => !/GMT\+9|zone unknown/.test(text));
    await expect.poll(others).toEqual([]);
    await times.first().hover();
    await expect(times.first()).toHaveAttribute("title", / local time$/);
    const board = new BoardPage(other);
    await board.open();
    await expect(other.getByText("times in Asia/Tokyo")).toBeVisible();
  });
});
