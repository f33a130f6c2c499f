import type { Page } from "@playwright/test";
import { boxOnTheGround } from "@/e2e/facts/containers";
import { BoardPage, spaced } from "@/e2e/pages/board-page";
import { PaletteDialog } from "@/e2e/pages/palette-dialog";
import { expectNoTrouble } from "@/e2e/support/page-assertions";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDesk } from "@/e2e/system/databases";

const forget = () =>
  readDesk("update preferences set settings = settings - 'theme' - 'zones' - 'zone' - 'density'");

test.afterEach(() => forget());

async function alive(page: Page, path: string): Promise<PaletteDialog> {
  await page.goto(path);
  await expect(page.locator("[data-live=live]")).toBeVisible();
  return new PaletteDialog(page);
}

test.describe("the palette", () => {
  test("opens a box by a part of its number, and has it first the next time", async ({ desk }) => {
    const box = await boxOnTheGround(0);
    const palette = await alive(desk, "/parties");
    await palette.open();
    await desk.keyboard.type(box.number.toLowerCase());
    await expect(palette.options.first()).toContainText(spaced(box.number));
    expect(await palette.chosen()).toContain(spaced(box.number));
    await desk.keyboard.press("Enter");
    await expect(desk.getByRole("heading", { level: 1, name: spaced(box.number) })).toBeVisible();
    await alive(desk, "/board");
    await palette.open();
    await expect(palette.options.first()).toContainText(spaced(box.number));
    expect(await palette.chosen()).toContain(spaced(box.number));
  });

  test("is told to a screen reader, walked by arrows, and gives the focus back", async ({ desk }) => {
    const palette = await alive(desk, "/board");
    await desk.keyboard.press("/");
    const search = new BoardPage(desk).search;
    await expect(search).toBeFocused();
    await palette.open();
    await expect(palette.field).toHaveAttribute("aria-expanded", "true");
    const first = await palette.chosen();
    await desk.keyboard.press("ArrowDown");
    const second = await palette.chosen();
    expect(second).not.toBe(first);
    await desk.keyboard.press("ArrowUp");
    expect(await palette.chosen()).toBe(first);
    await desk.keyboard.press("ArrowUp");
    expect(await palette.chosen(), "from the first to the last").not.toBe(first);
    await expectNoTrouble(desk, "the dialog", { within: "dialog" });
    await desk.keyboard.press("Escape");
    await expect(palette.field).toBeHidden();
    await expect(search).toBeFocused();
  });

  test("finds parties, pages and queues, and shows odd words as text", async ({ desk }) => {
    const palette = await alive(desk, "/board");
    await palette.take("shipm", /^Shipments$/);
    await expect(desk).toHaveURL(/\/shipments$/);
    await palette.take("held near", /Held, near deadline/);
    await expect(desk).toHaveURL(/\/board\?queue=held$/);
    await palette.open();
    const odd = "<img src=x onerror=alert(1)> مرحبا";
    await desk.keyboard.insertText(odd);
    await expect(palette.options.first()).toContainText(`Search the board for “${odd}”`);
    expect(await desk.locator("dialog img").count()).toBe(0);
  });

  test("keeps what the arrows chose when more is found above it", async ({ desk }) => {
    const box = await boxOnTheGround(0);
    const palette = await alive(desk, "/parties");
    let found = () => {};
    const search = new Promise<void>((resolve) => {
      found = resolve;
    });
    await desk.route("**/api/find**", async (route) => {
      await search;
      const { id, number } = box;
      await route.fulfill({
        json: { matches: [{ kind: "container", id, name: number, note: "", address: "" }] },
      });
    });
    await palette.open();
    await desk.keyboard.type("repo");
    await expect(palette.options.first()).toContainText("Reports");
    await desk.keyboard.press("ArrowDown");
    const chosen = await palette.chosen();
    found();
    await expect(palette.options.first()).toContainText(spaced(box.number));
    expect(await palette.chosen()).toBe(chosen);
    await desk.keyboard.press("Enter");
    await expect(desk).toHaveURL(/\/board\?q=repo$/);
  });

  test("says so when the search does not answer, and goes on without it", async ({ desk, trouble }) => {
    trouble.expect(/\/api\/find/);
    const palette = await alive(desk, "/board");
    await desk.route("**/api/find**", (route) => route.fulfill({ status: 503, body: "{}" }));
    await palette.open();
    await desk.keyboard.type("repo");
    await expect(desk.getByText("The search does not answer just now")).toBeVisible();
    await expect(palette.options.first()).toContainText("Reports");
    await desk.keyboard.press("Enter");
    await expect(desk).toHaveURL(/\/reports$/);
  });
});

test.describe("the keys", () => {
  test("of a page are listed by ?, and rest in fields", async ({ desk }) => {
    await alive(desk, "/board");
    await desk.keyboard.press("?");
    const list = desk.getByRole("dialog", { name: "Keys of this page" });
    for (const words of ["Next row", "Open the container", "Search", "Find or do anything"])
      await expect(list.getByText(words, { exact: true })).toBeVisible();
    await expect(list.getByText("Next in the list")).toHaveCount(0);
    await expectNoTrouble(desk, "the dialog", { within: "dialog" });
    await desk.keyboard.press("Escape");
    await expect(list).toBeHidden();
    await desk.keyboard.press("/");
    await desk.keyboard.type("?jx/");
    await expect(new BoardPage(desk).search).toHaveValue("?jx/");
    await expect(list).toBeHidden();
  });
});

test.describe("what a person prefers", () => {
  test("is kept for them: the theme holds in another browser", async ({ openDesk }) => {
    const desk = await openDesk({ colorScheme: "light" });
    const palette = await alive(desk, "/board");
    await palette.take("theme dark", "Theme: dark");
    await expect(desk.locator("html")).toHaveAttribute("data-theme", "dark");
    await expect
      .poll(() => readDesk("select from preferences where settings ->> 'theme' = 'dark'"))
      .toHaveLength(1);
    await desk.reload();
    expect(await desk.evaluate(() => document.documentElement.dataset.theme), "at the first paint").toBe(
      "dark",
    );
    const other = await openDesk({ colorScheme: "light" });
    await other.goto("/parties");
    await expect(other.locator("html")).toHaveAttribute("data-theme", "dark");
  });

  test("changes every time shown, the zone named and the other clock in the tip", async ({ openDesk }) => {
    const box = await boxOnTheGround(0);
    const desk = await openDesk({ timezoneId: "Asia/Tokyo" });
    await alive(desk, "/settings/you");
    await desk.getByText("Mine", { exact: true }).click();
    await expect
      .poll(() => readDesk("select from preferences where settings ->> 'zone' = 'Asia/Tokyo'"))
      .toHaveLength(1);
    // A browser elsewhere of the same person: what was chosen counts, not where it stands.
    const other = await openDesk({ timezoneId: "Europe/Berlin" });
    await other.goto(`/containers/${box.id}`);
    const times = other.locator("main time").filter({ hasText: /\d\d:\d\d/, visible: true });
    await expect(times.first()).toContainText("GMT+9");
    // Each part of the page hears of the choice in its own time.
    const others = async () =>
      (await times.allInnerTexts()).filter((words) => !/GMT\+9|zone unknown/.test(words));
    await expect.poll(others).toEqual([]);
    await times.first().hover();
    await expect(times.first()).toHaveAttribute("title", / at the place$/);
    const board = new BoardPage(other);
    await board.open();
    await expect(other.getByText("times in Asia/Tokyo")).toBeVisible();
  });
});
