import { z } from "zod";
import { containersInQueues } from "@/e2e/facts/queues-in-sql";
import { BoardPage, spaced } from "@/e2e/pages/board-page";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDashboard } from "@/e2e/system/databases";

const PAGE = z.object({
  rows: z.array(z.object({ id: z.string(), number: z.string() })),
  total: z.number(),
  counts: z.record(z.string(), z.number()),
  asOf: z.string(),
});
const FACETS = z.object({ terminals: z.array(z.object({ label: z.string() })) });
const QUEUE_IDS = [
  "expired",
  "pull-today",
  "no-appointment",
  "held",
  "follow-up-due",
  "arriving",
  "empty-due",
  "stale",
  "all",
] as const;

test.describe("the board", () => {
  test("shows every queue with the count and containers that the data require", async ({ dashboard }) => {
    const board = new BoardPage(dashboard);
    await board.open();
    const read = async (queue: string, offset: number) =>
      PAGE.parse(
        await (await dashboard.request.get(`/api/board?queue=${queue}&limit=200&offset=${offset}`)).json(),
      );
    for (const queue of QUEUE_IDS) {
      const response = await read(queue, 0);
      const numbers = response.rows.map(({ number }) => number);
      while (numbers.length < response.total)
        numbers.push(...(await read(queue, numbers.length)).rows.map(({ number }) => number));
      const containers = await containersInQueues(new Date(response.asOf));
      const wanted = containers.filter(({ queues }) => queues.includes(queue)).map(({ number }) => number);
      expect(numbers, `order of ${queue}`).toEqual(wanted);
      expect(response.counts[queue], `count of ${queue}`).toBe(wanted.length);
    }
    const counted = async () => {
      const now = await containersInQueues(new Date());
      const sizes = QUEUE_IDS.map((id) => [id, now.filter(({ queues }) => queues.includes(id)).length]);
      return Object.fromEntries(sizes);
    };
    // The page receives concurrent changes with a short delay.
    await expect(async () => expect(await board.counts()).toEqual(await counted())).toPass({
      timeout: 10_000,
    });
    // An always empty queue would not test anything. Follow-ups have their own tests.
    const empty = Object.entries(await counted()).filter(
      ([id, count]) => count === 0 && id !== "follow-up-due",
    );
    expect(empty).toEqual([]);
  });

  test("shows no rows of another queue while one cannot be read", async ({ dashboard, trouble }) => {
    const board = new BoardPage(dashboard);
    await board.open();
    trouble.expect(/\/api\/board/);
    await dashboard.route("**/api/board?**", (route) => route.abort("connectionrefused"));
    await board.queue("Arriving").click();
    await expect(dashboard.getByRole("alert").filter({ hasText: "Couldn’t read the board." })).toBeVisible();
    await expect(board.rows.filter({ visible: true })).toHaveCount(0);
    await expect(dashboard.getByRole("main")).not.toContainText(/Arriving: none/);
    await expect(board.queue("Arriving")).toHaveAttribute("aria-current", "page");
    await dashboard.unroute("**/api/board?**");
    await dashboard.getByRole("button", { name: "Retry" }).click();
    await board.settled();
    await expect(dashboard.getByText("Couldn’t read the board.")).toHaveCount(0);
    await board.expectTotal((await board.counts()).arriving ?? 0);

    // A queue that takes long to load shows placeholders instead of the rows before it.
    await dashboard.route("**/api/board?**", (route) => setTimeout(() => void route.continue(), 3_000));
    await board.queue("Held").click();
    await expect(board.rows.filter({ visible: true })).toHaveCount(0);
    await board.settled();
    await board.expectTotal((await board.counts()).held ?? 0);
  });

  test("shows the containers of the chosen queue in priority order", async ({ dashboard }) => {
    const board = new BoardPage(dashboard);
    await board.open();
    const containers = await containersInQueues(new Date());
    for (const [label, id] of [
      ["Empties to return", "empty-due"],
      ["Held, near deadline", "held"],
      ["All", "all"],
    ] as const) {
      await board.queue(label).click();
      await expect(dashboard).toHaveURL(id === "all" ? /\/board$/ : new RegExp(`queue=${id}$`));
      const wanted = containers.filter(({ queues }) => queues.includes(id)).map(({ number }) => number);
      await board.expectTotal(wanted.length);
      await expect(async () => {
        const shown = await board.numbers();
        expect(shown.length).toBeGreaterThan(0);
        expect(shown).toEqual(wanted.slice(0, shown.length));
      }).toPass({ timeout: 15_000 });
    }
  });

  test("shows every container of the account, down to the last row", async ({ dashboard }) => {
    const board = new BoardPage(dashboard);
    await board.open();
    const containers = await containersInQueues(new Date());
    const last = containers.at(-1)?.number ?? "";
    await dashboard
      .locator("section", { has: board.rows.first() })
      .evaluate((sheet) => sheet.scrollTo(0, 1e6));
    await expect(board.row(last)).toBeVisible();
  });

  test("finds a number regardless of case, spaces and dashes", async ({ dashboard }) => {
    const [container] = await readDashboard<{ number: string; bol: string }>(
      `select c.attributes ->> 'number' as number, s.attributes ->> 'bill_of_lading_number' as bol
       from containers c join shipments s on s.id = c.shipment_id order by c.id limit 1`,
    );
    const { number = "", bol = "" } = container ?? {};
    const board = new BoardPage(dashboard);
    await board.open();
    for (const typed of [
      number,
      spaced(number).toLowerCase(),
      `${number.slice(0, 4)}-${number.slice(4, 10)}-${number.slice(10)}`,
      ` ${number.slice(3, 9).toLowerCase()} `,
    ]) {
      await board.search.fill(typed);
      await expect(board.row(number)).toBeVisible();
      await board.expectTotal(1);
      await expect(board.rows).toHaveCount(1);
      await board.search.fill("");
      await expect(board.rows).not.toHaveCount(1);
    }
    await board.search.fill(`${bol.slice(0, 6)} - ${bol.slice(6).toLowerCase()}`);
    await expect(board.row(number)).toBeVisible();
    await board.search.fill("100%_no such number");
    await expect(dashboard.getByText("No containers match “100%_no such number”")).toBeVisible();
    await dashboard.getByRole("button", { name: "Clear filters" }).first().click();
    await expect(board.search).toHaveValue("");
    await expect(board.row(number).or(board.rows.first()).first()).toBeVisible();
  });

  test("keeps filters in the URL, over a reload and on the way back", async ({ dashboard }) => {
    const board = new BoardPage(dashboard);
    await board.open("?queue=no-appointment");
    const facets = FACETS.parse(await (await dashboard.request.get("/api/board/facets")).json());
    const terminal = facets.terminals.at(0)?.label ?? "";
    await dashboard.getByRole("button", { name: "Terminal any" }).click();
    await dashboard.getByRole("combobox", { name: "Search terminal" }).fill(terminal.toLowerCase());
    await dashboard.getByRole("option", { name: terminal }).click();
    await expect(dashboard).toHaveURL((url) => url.searchParams.get("terminal") === terminal);
    expect(new URL(dashboard.url()).searchParams.get("queue")).toBe("no-appointment");
    const wanted = async () => {
      const containers = await containersInQueues(new Date());
      const there = await readDashboard<{ id: string }>(
        // A container that continued by rail is picked up, and listed, at its destination.
        `select c.id from containers c join reference_records t on t.id = c.pod_terminal_id
         where t.attributes ->> 'name' = $1 and coalesce(c.attributes ->> 'pod_rail_loaded_at',
           c.attributes ->> 'pod_rail_departed_at', c.attributes ->> 'ind_ata_at',
           c.attributes ->> 'ind_rail_unloaded_at') is null`,
        [terminal],
      );
      return containers.filter(
        ({ id, queues }) =>
          queues.includes("no-appointment") && there.some((container) => container.id === id),
      );
    };
    const expected = (await wanted()).map(({ number }) => number);
    const check = async () => {
      await board.expectTotal(expected.length);
      await expect(dashboard.locator("button", { hasText: `Terminal ${terminal}` })).toBeVisible();
      await expect(async () => {
        const shown = await board.numbers();
        expect(shown.length).toBeGreaterThanOrEqual(Math.min(expected.length, 10));
        expect(shown).toEqual(expected.slice(0, shown.length));
      }).toPass({ timeout: 10_000 });
    };
    await check();
    await dashboard.reload();
    await check();
    const [first] = expected;
    if (first) {
      await board.row(first).getByRole("link").click();
      await expect(dashboard.getByRole("heading", { level: 1, name: spaced(first) })).toBeVisible();
      await dashboard.goBack();
      await check();
    }
  });

  test("sorts by a header: ascending, descending, then Drayboard's default order", async ({ dashboard }) => {
    const board = new BoardPage(dashboard);
    await board.open();
    // The number of rows rendered below the screen varies.
    const shown = async () => (await board.numbers()).slice(0, 10);
    const own = await shown();
    const header = dashboard.getByRole("button", { name: "Container", exact: true });
    await header.click();
    await expect(dashboard).toHaveURL(/sort=container$/);
    await expect.poll(async () => (await board.numbers()).slice(0, 5)).toEqual(await firstByNumber("asc"));
    await header.click();
    await expect(dashboard).toHaveURL(/sort=-container$/);
    await expect.poll(async () => (await board.numbers()).slice(0, 5)).toEqual(await firstByNumber("desc"));
    await header.click();
    await expect(dashboard).toHaveURL(/\/board$/);
    await expect.poll(shown).toEqual(own);
  });

  test("can be used by keyboard: j, k, enter and /", async ({ dashboard }) => {
    const board = new BoardPage(dashboard);
    await board.open();
    const [first = "", second = ""] = await board.numbers();
    const linkOf = (number: string) => board.row(number).getByRole("link");
    await dashboard.keyboard.press("j");
    await expect(linkOf(first)).toBeFocused();
    await dashboard.keyboard.press("j");
    await expect(linkOf(second)).toBeFocused();
    await dashboard.keyboard.press("k");
    await expect(linkOf(first)).toBeFocused();
    await dashboard.keyboard.press("/");
    await expect(board.search).toBeFocused();
    await dashboard.keyboard.type("jk");
    await expect(board.search).toHaveValue("jk");
    // Only after the rows were removed does a visible row prove that they were restored.
    await expect(dashboard.getByText("No containers match “jk”")).toBeVisible();
    await dashboard.keyboard.press("Escape");
    await expect(board.search).toHaveValue("");
    await expect(board.row(second)).toBeVisible();
    await dashboard.getByRole("heading", { name: "Board" }).click();
    await linkOf(second).focus();
    await dashboard.keyboard.press("Enter");
    await expect(dashboard.getByRole("heading", { level: 1, name: spaced(second) })).toBeVisible();
  });
});

async function firstByNumber(direction: "asc" | "desc"): Promise<string[]> {
  const rows = await readDashboard<{ number: string }>(
    `select attributes ->> 'number' as number from containers
     order by attributes ->> 'number' collate "C" ${direction} limit 5`,
  );
  return rows.map(({ number }) => number);
}
