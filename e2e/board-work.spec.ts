import { containerOnTheGround } from "@/e2e/facts/containers";
import { spaced } from "@/e2e/pages/board-page";
import { BoardWork } from "@/e2e/pages/board-work";
import { expectNoSidewaysScroll, PHONE } from "@/e2e/support/page-assertions";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDashboard } from "@/e2e/system/databases";
import { reportAt } from "@/e2e/system/world";

const count = async (where: string, values: unknown[] = []): Promise<number> => {
  const [row] = await readDashboard<{ count: number }>(
    `select count(*)::int as count from board_rows where ${where}`,
    values,
  );
  return row?.count ?? 0;
};

const groupsOf = async (column: string): Promise<number> => {
  const rows = await readDashboard(`select distinct ${column} from board_rows`);
  return rows.length;
};

test.describe("the board's filters", () => {
  test("accept several values, each as a chip in the URL, next to groups with subtotals that keep every row", async ({
    dashboard,
  }) => {
    const board = new BoardWork(dashboard);
    await board.open();
    await test.step("filters", async () => {
      const lines = await readDashboard<{ line: string; name: string }>(
        "select line, min(line_name) as name from board_rows where line is not null group by line order by count(*) desc limit 2",
      );
      await board.choose("Line", ...lines.map(({ name }) => name));
      const scacs = lines.map(({ line }) => line);
      await expect(dashboard).toHaveURL(
        (url) => url.searchParams.getAll("line").toSorted().join() === scacs.toSorted().join(),
      );
      await board.expectTotal(await count("line = any($1)", [scacs]));
      await board.add("Ready");
      await dashboard.getByRole("listbox").getByRole("option", { name: "Held" }).click();
      await dashboard.keyboard.press("Escape");
      await board.expectTotal(await count("line = any($1) and readiness = 'held'", [scacs]));
      await dashboard.reload();
      await board.expectTotal(await count("line = any($1) and readiness = 'held'", [scacs]));
      await expect(dashboard.getByRole("button", { name: "Ready Held" })).toBeVisible();
      await dashboard.getByRole("button", { name: "Clear filters" }).first().click();
      await board.expectTotal(await count("true"));
    });
    await test.step("groups", async () => {
      await board.group.selectOption("terminal");
      await expect(dashboard).toHaveURL(/group=terminal$/);
      const heads = dashboard.locator("tr[data-row-index] button[aria-expanded]");
      const [first] = await readDashboard<{ name: string; containers: number; ready: number }>(
        `select terminal as name, count(*)::int as containers, (count(*) filter (where readiness = 'ready'))::int as ready
         from board_rows where terminal is not null group by terminal order by terminal limit 1`,
      );
      await expect(heads.first()).toContainText(`${first?.name ?? ""}${first?.containers ?? 0} container`);
      if (first?.ready) await expect(heads.first()).toContainText(`${first.ready} ready`);
      await dashboard.getByRole("button", { name: "Collapse all" }).click();
      await expect(board.rows).toHaveCount(0);
      const table = dashboard.getByRole("main").getByRole("table");
      await expect(table).toHaveAttribute("aria-rowcount", String(1 + (await groupsOf("terminal"))));
      await heads.first().focus();
      await dashboard.keyboard.press("Enter");
      await expect(board.rows).not.toHaveCount(0);
      expect(await board.rows.count()).toBeLessThanOrEqual(first?.containers ?? 0);
      await board.group.selectOption("");
      await expect(heads).toHaveCount(0);
    });
  });

  test("accept a pasted column of 50,000 lines and list missing numbers and invalid lines", async ({
    dashboard,
  }) => {
    const board = new BoardWork(dashboard);
    await board.open();
    const containers = await readDashboard<{ number: string }>(
      "select number from board_rows order by number limit 3",
    );
    const rubbish = Array.from({ length: 50_000 - containers.length }, (_, at) =>
      at % 50 === 0 ? `Total ${at} <b>€</b>` : `XYZU${1_000_000 + at}`,
    );
    const lines = [...containers.map(({ number }) => `${spaced(number).toLowerCase()}\t40HC`), ...rubbish];
    await board.add("Pasted numbers…");
    const panel = dashboard.getByRole("dialog", { name: "Pasted numbers" });
    await board.paste(panel.getByLabel("Container numbers, one per line"), lines.join("\r\n"));
    await panel.getByRole("button", { name: "Show these containers" }).click();
    await expect(panel).toContainText(`${containers.length} of 49,`, { timeout: 20_000 });
    await expect(panel.getByRole("region", { name: "Not found" })).toContainText("XYZU 100000 1");
    await expect(panel.getByRole("region", { name: "Unrecognized lines" })).toContainText("1,000 lines");
    await expect(panel.getByRole("region", { name: "Unrecognized lines" })).toContainText("Total 0 <b>€</b>");
    await expect(panel.getByText("line 4", { exact: true })).toBeVisible();
    await expect(panel.getByRole("link", { name: "XYZU 100000 1" })).toHaveAttribute(
      "href",
      "/track?number=XYZU1000001",
    );
    await dashboard.keyboard.press("Escape");
    await board.expectTotal(containers.length);
    await expect(dashboard).toHaveURL(/list=[0-9a-f-]{36}$/);
    await dashboard.reload();
    await board.expectTotal(containers.length);
    expect((await board.numbers()).toSorted()).toEqual(containers.map(({ number }) => number));
  });
});

test.describe("a saved view", () => {
  test("stores queue, filters, order, group and columns, shows when it was changed, and can be the default", async ({
    dashboard,
    openDashboard,
  }) => {
    const board = new BoardWork(dashboard);
    await board.open("?queue=expired&group=line&sort=-container&cols=number,left,note");
    await board.saveView("Late by line");
    await board.group.selectOption("");
    await expect(board.views.locator("[aria-current]")).toContainText("changed");
    await dashboard.getByRole("button", { name: "Save changes" }).click();
    const panel = dashboard.getByRole("dialog", { name: "Edit view" });
    await panel.getByRole("button", { name: "Discard changes" }).click();
    await expect(dashboard).toHaveURL(/group=line/);
    await expect(board.views.locator("[aria-current]")).not.toContainText("changed");
    await dashboard.getByRole("button", { name: "View", exact: true }).click();
    await panel.getByLabel("Make this my default view").check();
    await expect(dashboard.getByText("Late by line is now your default view.")).toBeVisible();
    await panel.getByRole("button", { name: "Close" }).click();

    const other = new BoardWork(await openDashboard());
    await other.open();
    await expect(other.views.locator("[aria-current]")).toContainText("Late by line");
    expect(await other.columns()).toEqual(["number", "left", "note"]);
    await expect(other.group).toHaveValue("line");
    await other.views.getByRole("link", { name: "All containers" }).click();
    await other.expectTotal(await count("true"));

    await other.views.getByRole("link", { name: "Late by line" }).click();
    await other.page.getByRole("button", { name: "View", exact: true }).click();
    const otherPanel = other.page.getByRole("dialog", { name: "Edit view" });
    await otherPanel.getByLabel("Name", { exact: true }).fill("Late ones");
    await otherPanel.getByRole("button", { name: "Save", exact: true }).click();
    await expect(other.views.getByRole("link", { name: "Late ones" })).toBeVisible();
    // The first window has the old version of the view. It shows a message and keeps all typed text.
    await dashboard.getByRole("button", { name: "View", exact: true }).click();
    await panel.getByLabel("Name", { exact: true }).fill("My time zone");
    await panel.getByRole("button", { name: "Save", exact: true }).click();
    await expect(panel.getByRole("alert")).toContainText("in another window");
    await expect(panel.getByLabel("Name", { exact: true })).toHaveValue("My time zone");
    await panel.getByRole("button", { name: "Delete view" }).click();
    await panel.getByRole("button", { name: /^Delete “/ }).click();
    // Elements behind an open panel have no role. The panel must have closed before the deletion and the empty view
    // list can be checked.
    await expect(panel).toHaveCount(0);
    await expect(board.views).toHaveCount(0);
    await board.open();
    await board.expectTotal(await count("true"));
  });
});

/** An amount that was not reported before. */
const demurrage = () => ({
  fees_at_pod_terminal: [{ type: "demurrage", amount: (Date.now() % 1_000_000) / 100, currency_code: "USD" }],
});

test("unseen changes stay marked over a reload until seen, can be filtered, and can all be marked as seen", async ({
  dashboard,
  openDashboard,
}) => {
  // The test includes seconds of viewing time.
  test.slow();
  const [container, other] = [await containerOnTheGround(7), await containerOnTheGround(13)];
  const seen = async ({ id }: typeof container) =>
    (await readDashboard("select from last_seen where container_id = $1", [id])).length;
  const marked = (on: BoardWork, { number }: typeof container) =>
    on.cell(number, "charges").locator("[data-marked]");
  // Other tests may have viewed these containers. Only views of the changes reported now count.
  await readDashboard("delete from last_seen where container_id = any($1)", [[container.id, other.id]]);
  for (const { number } of [container, other]) await reportAt(number, demurrage());
  const board = new BoardWork(dashboard);
  await board.open("?changed=1");
  for (const each of [container, other]) await expect(marked(board, each)).toBeVisible();
  const looking = new BoardWork(await openDashboard());
  await test.step("seen on the board, but not in the list of unseen changes, which showed it for longer", async () => {
    await looking.open(`?q=${other.number}`);
    await expect(marked(looking, other)).toBeVisible();
    await expect.poll(() => seen(other)).toBe(1);
    expect(await seen(container)).toBe(0);
  });
  await test.step("over a reload", async () => {
    await dashboard.reload();
    await expect(marked(board, container)).toBeVisible();
    await looking.page.reload();
    await looking.alive();
    await expect(looking.row(other.number)).toBeVisible();
    await expect(marked(looking, other)).toHaveCount(0);
    // A window that still shows the row would see the next change before this window marks it as seen.
    await looking.page.close();
  });
  await test.step("all marked as seen", async () => {
    await reportAt(container.number, demurrage());
    await board.open("?changed=1");
    await expect(board.row(container.number)).toBeVisible();
    const changed = await board.numbers();
    await dashboard.getByRole("button", { name: "Mark all as seen" }).click();
    await expect(dashboard).toHaveURL(/\/board$/);
    await board.open("?changed=1");
    // Another change may have arrived since then. It is unseen again.
    for (const number of changed) await expect(board.row(number)).toHaveCount(0);
    await board.open(`?changed=1&q=${container.number}`);
    await board.expectTotal(0);
  });
});

test("the board on a phone shows the same filters and groups as cards, and a card opens its container", async ({
  openDashboard,
}) => {
  const page = await openDashboard({ viewport: PHONE });
  const board = new BoardWork(page);
  await test.step("groups", async () => {
    await board.open("?group=terminal&ready=ready");
    const cards = page.getByRole("main").locator("li[data-row-index]");
    await expect(cards.first().locator("button[aria-expanded]")).toBeVisible();
    await expect(cards.nth(1).locator("a[data-container]")).toContainText("Ready");
    await expectNoSidewaysScroll(page);
    await cards.first().locator("button[aria-expanded]").click();
    await expect(cards.nth(1).locator("button[aria-expanded]")).toBeVisible();
  });
  await test.step("cards", async () => {
    const [first] = await readDashboard<{ number: string }>(
      "select row ->> 'number' as number from board_rows limit 1",
    );
    await board.open();
    await expect(page.getByRole("table")).toHaveCount(0);
    const cards = page.getByRole("list", { name: /containers by last free day/ }).getByRole("link");
    await expect(cards.first()).toBeVisible();
    await board.search.fill(first?.number ?? "");
    await expect(cards).toHaveCount(1);
    await cards.first().click();
    await expect(page.getByRole("heading", { level: 1, name: spaced(first?.number ?? "") })).toBeVisible();
  });
});
