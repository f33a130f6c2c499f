import type { Page } from "@playwright/test";
import { containerOnTheGround } from "@/e2e/facts/containers";
import { whileUnassignable } from "@/e2e/facts/unanswered";
import { BoardPage, spaced } from "@/e2e/pages/board-page";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDashboard, readService } from "@/e2e/system/databases";

const COLUMNS = "number,carrier,plannedPickup,note";
const CARRIER = "Frozen Haul";

/** Opens the cell of a container on the board that lists it alone. */
async function enter(page: Page, column: string, number: string): Promise<BoardPage> {
  const board = await open(page, number);
  await board.cell(number, column).dblclick();
  return board;
}

async function open(page: Page, number: string): Promise<BoardPage> {
  const board = new BoardPage(page);
  await board.open(`?q=${number}&cols=${COLUMNS}`);
  await expect(board.row(number)).toBeVisible();
  return board;
}

const storedPlan = (id: string) =>
  readDashboard<{ at: string; note: string }>(
    "select to_iso(pickup_at) as at, note from planned_moves where container_id = $1",
    [id],
  );

async function containerWithoutCarrier(): Promise<{ id: string; number: string }> {
  const [container] = await readDashboard<{ id: string; number: string }>(
    `select container_id as id, number from board_rows
     where carrier_names = '' and not held and not picked_up order by number desc limit 1`,
  );
  if (!container) throw new Error("Every container has a dray carrier.");
  return container;
}

async function createCarrier(page: Page): Promise<void> {
  if ((await readDashboard("select from parties where company_name = $1", [CARRIER])).length > 0) return;
  await page.goto("/parties");
  await page.getByLabel("Company name").fill(CARRIER);
  await page.getByRole("button", { name: "Create party" }).click();
  await expect(page.getByRole("row", { name: CARRIER })).toBeVisible();
}

test("an edit that the tracking service does not answer is marked, survives leaving and a reload, and is made once", async ({
  openDashboard,
}) => {
  test.setTimeout(120_000);
  const page = await openDashboard({ own: true });
  const { id, number } = await containerWithoutCarrier();
  await createCarrier(page);
  const board = await enter(page, "carrier", number);
  await expect(board.editor(number, "Dray carrier")).toBeFocused();
  await page.keyboard.type(CARRIER);
  await expect(page.getByRole("option", { name: CARRIER })).toBeVisible();
  await whileUnassignable(CARRIER, async () => {
    await page.keyboard.press("Enter");
    await expect(board.cell(number, "carrier")).toContainText("Saving…");
    await expect(board.tray(1)).toBeVisible();
    await page.getByRole("link", { name: "Reports", exact: true }).click();
    await expect(page).toHaveURL(/\/reports/);
    await expect(board.tray(1)).toBeVisible();
    const warned = page.waitForEvent("dialog");
    const reloaded = page.reload();
    const dialog = await warned;
    expect(dialog.type()).toBe("beforeunload");
    await dialog.accept();
    await reloaded;
    await board.tray(1).click();
    // The browser may end the request before it leaves the page.
    await expect(
      page.getByText(
        /^Not saved: (?:The page was left before Drayboard responded|Drayboard is not responding)/,
      ),
    ).toBeVisible();
  });
  await page.getByRole("button", { name: /^Retry: Dray carrier/ }).click();
  await expect(board.tray(1)).toHaveCount(0);
  const roles = await readService(
    `select from party_roles r join parties p on p.id = r.party_id
     where r.roleable_id = $1 and p.company_name = $2`,
    [id, CARRIER],
  );
  expect(roles).toHaveLength(1);
  await open(page, number);
  await expect(board.cell(number, "carrier")).toHaveText(CARRIER);
});

test("an edit made offline waits in the tray of every page and is saved when the user retries", async ({
  openDashboard,
  trouble,
}) => {
  test.setTimeout(120_000);
  trouble.expect(/request: /, /console: /);
  const page = await openDashboard({ own: true });
  const { id, number } = await containerOnTheGround(14);
  const board = new BoardPage(page);
  await board.openNote(number);
  await page.context().setOffline(true);
  const note = `offline ${Date.now()}`;
  await page.keyboard.type(note);
  await page.keyboard.press("Enter");
  await expect(board.refusal("Drayboard is not responding")).toBeVisible();
  await expect(board.tray(1)).toBeVisible();
  await page.context().setOffline(false);
  await test.step("it is on a page without the common header, too", async () => {
    // The browser asks before it leaves the page.
    page.on("dialog", (dialog) => void dialog.accept());
    await page.goto("/containers/no-such-container");
    await expect(page.getByText("Not found")).toBeVisible();
    await board.tray(1).click();
    await page.getByRole("button", { name: `Retry: Note of ${spaced(number)}` }).click();
  });
  await expect(board.tray(1)).toHaveCount(0);
  await expect.poll(() => storedPlan(id)).toMatchObject([{ note }]);
});

test("the first cell of a page opens offline by a double click and by F2, and takes the keys that are typed at once", async ({
  openDashboard,
  trouble,
}) => {
  test.setTimeout(120_000);
  trouble.expect(/request: /, /console: /);
  const page = await openDashboard({ own: true });
  const { number } = await containerOnTheGround(14);
  const offline = async (act: (board: BoardPage) => Promise<void>) => {
    const board = await open(page, number);
    await page.context().setOffline(true);
    await act(board);
    await page.context().setOffline(false);
  };
  const noShortcut = async () => {
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page).toHaveURL(/\/board\?/);
  };

  await test.step("a double click", () =>
    offline(async (board) => {
      await board.cell(number, "note").dblclick();
      await page.keyboard.type("a?xqj/ note");
      await expect(board.editor(number, "Note")).toHaveValue(/a\?xqj\/ note$/);
      await noShortcut();
      await page.keyboard.press("Escape");
    }));

  await test.step("F2, and a refusal above the list of suggestions", () =>
    offline(async (board) => {
      await board.row(number).getByRole("link").focus();
      await page.keyboard.press("F2");
      await page.keyboard.type("a?xqj/ carrier");
      await expect(board.editor(number, "Dray carrier")).toHaveValue("a?xqj/ carrier");
      await noShortcut();
      await page.keyboard.press("Enter");
      const refusal = board.refusal("The parties are not loaded yet. Try again.");
      await expect(page.getByText("Loading parties…")).toBeVisible();
      // Nothing covers it.
      await refusal.click({ trial: true });
    }));

  await test.step("online, the same cell says that there is no such party", async () => {
    const board = new BoardPage(page);
    await expect(page.getByText("No matching party.")).toBeVisible();
    await board.editor(number, "Dray carrier").focus();
    await page.keyboard.press("Enter");
    await board.refusal("No party is named “a?xqj/ carrier”.").click({ trial: true });
    await page.keyboard.press("Escape");
    await expect(board.editor(number, "Dray carrier")).toHaveCount(0);
  });
});
