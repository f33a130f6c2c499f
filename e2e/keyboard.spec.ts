import type { Page } from "@playwright/test";
import { containerOnTheGround, dayIn, instantIn } from "@/e2e/facts/containers";
import { BoardPage, spaced } from "@/e2e/pages/board-page";
import { ContainerPage } from "@/e2e/pages/container-page";
import { PaletteDialog } from "@/e2e/pages/palette-dialog";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDashboard } from "@/e2e/system/databases";
import { reportAt } from "@/e2e/system/world";

const CARRIER = "Keyboard Cartage";

/** Makes every mouse action fail, because this test must not need one. */
async function withoutMouse(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    window.addEventListener("pointerdown", () => sessionStorage.setItem("mouse", "was used"), true);
  });
  return async () => expect(await page.evaluate(() => sessionStorage.getItem("mouse"))).toBeNull();
}

/** Presses Tab until the element with this name has the focus, like a screen reader user. */
async function tabTo(page: Page, name: RegExp, max = 80): Promise<void> {
  for (let presses = 0; presses < max; presses += 1) {
    await page.keyboard.press("Tab");
    const text = await page.evaluate(() => {
      const at = document.activeElement;
      return at?.getAttribute("aria-label") ?? at?.textContent ?? "";
    });
    if (name.test(text)) return;
  }
  throw new Error(`Tab never reaches ${name}.`);
}

/** The container of the focused row of the board. */
const rowInFocus = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.closest("[data-container]")?.getAttribute("data-container") ?? null,
  );

/** Moves down the board with j until the row of a container has the focus. */
async function walkTo(page: Page, id: string, max = 1_000): Promise<void> {
  for (let rows = 0; rows < max; rows += 1) {
    const before = await rowInFocus(page);
    await page.keyboard.press("j");
    // A row that has to be scrolled to gets the focus once it is rendered.
    await expect.poll(() => rowInFocus(page), { message: `the row after ${before}` }).not.toBe(before);
    if ((await rowInFocus(page)) === id) return;
  }
  throw new Error(`j never reaches the row of ${id}.`);
}

test("the dispatcher's morning from 06:00 to 09:00 works without a mouse", async ({ dashboard }) => {
  // With a large account the list of the day is long to step through.
  test.setTimeout(process.env.E2E_CONTAINERS ? 480_000 : 120_000);
  const [pull, held] = [await containerOnTheGround(8), await containerOnTheGround(9)];
  const deadline = (zone: string) => ({
    import_deadlines: {
      pickup_lfd_line: null,
      pickup_lfd_rail: null,
      pickup_lfd_terminal: instantIn(zone, dayIn(zone, 1), "00:00"),
    },
  });
  await reportAt(pull.number, {
    ...deadline(pull.zone),
    holds_at_pod_terminal: [],
    available_for_pickup: true,
  });
  await reportAt(held.number, {
    ...deadline(held.zone),
    holds_at_pod_terminal: [{ name: "customs", status: "hold", description: "CET exam" }],
  });
  await readDashboard("delete from follow_ups where container_id = $1", [held.id]);
  await expect
    .poll(() =>
      readDashboard(
        "select from board_rows where container_id = $1 and row #>> '{readiness,state}' = 'held'",
        [held.id],
      ),
    )
    .toHaveLength(1);
  const nothingChanged = await withoutMouse(dashboard);
  const palette = new PaletteDialog(dashboard);
  const board = new BoardPage(dashboard);
  const container = new ContainerPage(dashboard);

  await test.step("06:00: the pull list, and on paper", async () => {
    await board.open();
    await palette.take("pull today", /^Pull today/);
    await expect(dashboard).toHaveURL(/queue=pull-today$/);
    await board.untilUpdated();
    await walkTo(dashboard, pull.id);
    await dashboard.keyboard.press("Control+p");
    await expect(dashboard.locator(`[data-paper] [data-container="${pull.id}"]`)).toBeVisible();
    await dashboard.keyboard.press("u");
    await expect(dashboard).toHaveURL(/\/board\?queue=pull-today$/);
    await expect(board.rows.filter({ visible: true }).first()).toBeVisible();
  });

  await test.step("06:30: a dray carrier for it, from where one was in the list", async () => {
    await board.untilUpdated();
    await dashboard.keyboard.press("j");
    await dashboard.keyboard.press("k");
    await expect.poll(() => rowInFocus(dashboard)).toBe(pull.id);
    await dashboard.keyboard.press("Enter");
    await container.expectNumber(pull.number);
    await dashboard.keyboard.press("a");
    await expect(dashboard.locator("#assign-party")).toBeFocused();
    await dashboard.keyboard.type(CARRIER);
    const create = dashboard.getByRole("option", { name: `Create “${CARRIER}”` });
    await expect(create).not.toHaveAttribute("data-highlighted");
    await dashboard.keyboard.press("ArrowDown");
    await expect(create).toHaveAttribute("data-highlighted");
    await dashboard.keyboard.press("Enter");
    await expect(create).toHaveCount(0);
    await dashboard.keyboard.press("Enter");
    await expect(container.carrier(CARRIER)).toBeVisible();
    await dashboard.keyboard.press("Escape");
    await dashboard.keyboard.press("u");
    await expect(dashboard).toHaveURL(/\/board\?queue=pull-today/);
  });

  await test.step("07:00: what is due, by days left", async () => {
    await palette.take("expired", /^Expired/);
    await expect(dashboard).toHaveURL(/queue=expired$/);
    await board.untilUpdated();
    await dashboard.keyboard.press("j");
    await expect.poll(() => rowInFocus(dashboard)).not.toBeNull();
    await dashboard.keyboard.press("Enter");
    await expect(container.countdown).toBeVisible();
    await dashboard.keyboard.press("u");
    await expect(dashboard).toHaveURL(/queue=expired/);
    await expect(board.rows.filter({ visible: true }).first()).toBeVisible();
  });

  await test.step("08:00: a hold is followed up, and the promise noted", async () => {
    await dashboard.keyboard.press("/");
    await expect(board.search).toBeFocused();
    await palette.take(held.number, spaced(held.number));
    await container.expectNumber(held.number);
    await tabTo(dashboard, /^Log follow-up for customs$/);
    await dashboard.keyboard.press("Enter");
    await expect(dashboard.getByLabel("Contacted")).toBeFocused();
    await dashboard.keyboard.type("The broker’s dashboard");
    await dashboard.keyboard.press("Tab");
    await dashboard.keyboard.press("Tab");
    await dashboard.keyboard.type("released by ten");
    await dashboard.keyboard.press("Enter");
    await expect(container.card("Holds")).toContainText("released by ten");
  });

  await test.step("09:00: the service is asked again", async () => {
    await dashboard.keyboard.press("Escape");
    await palette.take("refresh", /^Refresh/);
    await expect(
      dashboard.getByText(/^Refreshed|Refresh requested|rate limit reached|In \d+s/).first(),
    ).toBeVisible();
  });
  await nothingChanged();
});

test("keyboard steps in another list begin at its first row", async ({ dashboard }) => {
  const board = new BoardPage(dashboard);
  await board.open();
  await board.untilUpdated();
  const placeInFocus = () =>
    dashboard.evaluate(
      () => document.activeElement?.closest("[data-row-index]")?.getAttribute("data-row-index") ?? null,
    );
  for (const place of ["0", "1", "2", "3"]) {
    await dashboard.keyboard.press("j");
    await expect.poll(placeInFocus).toBe(place);
  }
  await new PaletteDialog(dashboard).take("arriving", /^Arriving/);
  await expect(dashboard).toHaveURL(/queue=arriving$/);
  await board.untilUpdated();
  await dashboard.keyboard.press("j");
  await expect.poll(placeInFocus).toBe("0");
});
