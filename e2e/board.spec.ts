import { z } from "zod";
import { containerOnTheGround } from "@/e2e/facts/containers";
import { containersInQueues } from "@/e2e/facts/queues-in-sql";
import { BoardPage, spaced } from "@/e2e/pages/board-page";
import { expectNoProblems } from "@/e2e/support/page-assertions";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDashboard } from "@/e2e/system/databases";

const PAGE = z.object({
  rows: z.array(z.object({ id: z.string(), number: z.string() })),
  total: z.number(),
  counts: z.record(z.string(), z.number()),
  asOf: z.string(),
});
const QUEUE_IDS = [
  "expired",
  "pull-today",
  "no-appointment",
  "planned-today",
  "held",
  "follow-up-due",
  "arriving",
  "empty-due",
  "stale",
  "all",
] as const;

/**
 * Sets a container's last check to 30 hours ago, in the mirror and in its row. The service's own reports cannot: the mirror
 * keeps the latest check. Other tests may have had every container checked.
 */
async function makeStale(place: number): Promise<void> {
  const { id } = await containerOnTheGround(place);
  const checkedAt = new Date(Date.now() - 30 * 3_600_000).toISOString();
  await readDashboard(
    "update containers set attributes = attributes || jsonb_build_object('terminal_checked_at', $2::text) where id = $1",
    [id, checkedAt],
  );
  await readDashboard(
    `update board_rows set checked_at = $2::timestamptz, stale_from = $2::timestamptz + interval '24 hours', stale_to = null
     where container_id = $1`,
    [id, checkedAt],
  );
}

test.describe("the board", () => {
  test("is sent with its rows, which are shown without scripts", async ({ openDashboard, trouble }) => {
    trouble.expect(/\/_next\/static\/chunks\/\S+\.js csp$/);
    const board = new BoardPage(await openDashboard({ javaScriptEnabled: false }));
    await board.page.goto("/board");
    await expect(board.rows.first()).toBeVisible();
  });

  test("shows every queue with the count and containers that the data require, in priority order, down to the last row", async ({
    dashboard,
  }) => {
    const board = new BoardPage(dashboard);
    await makeStale(14);
    await board.open();
    const counted = async () => {
      const now = await containersInQueues(new Date());
      const sizes = QUEUE_IDS.map((id) => [id, now.filter(({ queues }) => queues.includes(id)).length]);
      return Object.fromEntries(sizes);
    };
    await test.step("the dashboard's responses", async () => {
      const read = async (queue: string, offset: number) =>
        PAGE.parse(
          await (
            await dashboard.request.get(`/api/board?queue=${queue}&sort=deadline&limit=200&offset=${offset}`)
          ).json(),
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
      // An always empty queue would not test anything. Follow-ups and plans have their own tests.
      const empty = Object.entries(await counted()).filter(
        ([id, count]) => count === 0 && id !== "follow-up-due" && id !== "planned-today",
      );
      expect(empty).toEqual([]);
    });
    await test.step("the counts on the page", async () => {
      // The page receives concurrent changes with a short delay.
      await expect(async () => expect(await board.counts()).toEqual(await counted())).toPass({
        timeout: 10_000,
      });
    });
    await test.step("the rows on the page", async () => {
      for (const [label, id] of [
        ["No appointment", "no-appointment"],
        ["Held, near deadline", "held"],
        ["All", "all"],
      ] as const) {
        await board.queue(label).click();
        await expect(dashboard).toHaveURL(id === "all" ? /\/board$/ : new RegExp(`queue=${id}$`));
        await expect(async () => {
          const containers = await containersInQueues(new Date());
          const wanted = containers.filter(({ queues }) => queues.includes(id)).map(({ number }) => number);
          await board.expectTotal(wanted.length, 2_000);
          const shown = await board.numbers();
          expect(shown.length).toBeGreaterThan(0);
          expect(shown).toEqual(wanted.slice(0, shown.length));
        }).toPass({ timeout: 15_000 });
      }
      const last = (await containersInQueues(new Date())).at(-1)?.number ?? "";
      await dashboard
        .locator("section", { has: board.rows.first() })
        .evaluate((sheet) => sheet.scrollTo(0, 1e6));
      await expect(board.row(last)).toBeVisible();
    });
    await test.step("the figure of the first report, which links to its queue", async () => {
      await dashboard.goto("/reports");
      const [{ containers = 0 } = {}] = await readDashboard<{ containers: number }>(
        "select count(*)::int as containers from board_rows where expired_from <= now()",
      );
      const expired = dashboard.getByRole("link", { name: /expired on the board/ });
      await expect(expired).toContainText(String(containers));
      await expired.click();
      await expect(dashboard).toHaveURL(/queue=expired$/);
    });
  });

  test("finds a number in any notation, and keeps filters in the URL, over a reload and on the way back", async ({
    dashboard,
  }) => {
    const board = new BoardPage(dashboard);
    await board.open();
    await test.step("numbers regardless of case, spaces and dashes", async () => {
      const [container] = await readDashboard<{ number: string; bol: string }>(
        `select c.attributes ->> 'number' as number, s.attributes ->> 'bill_of_lading_number' as bol
         from containers c join shipments s on s.id = c.shipment_id order by c.id limit 1`,
      );
      const { number = "", bol = "" } = container ?? {};
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
      await board.untilUpdated();
    });

    const waiting = (await containersInQueues(new Date())).filter(({ queues }) =>
      queues.includes("no-appointment"),
    );
    const stood = await readDashboard<{ id: string; terminal: string }>(
      // A container that continued by rail is picked up, and listed, at its destination.
      `select c.id, t.attributes ->> 'name' as terminal
       from containers c join reference_records t on t.id = c.pod_terminal_id
       where coalesce(c.attributes ->> 'pod_rail_loaded_at', c.attributes ->> 'pod_rail_departed_at',
         c.attributes ->> 'ind_ata_at', c.attributes ->> 'ind_rail_unloaded_at') is null`,
    );
    const terminalOf = new Map(stood.map(({ id, terminal }) => [id, terminal]));
    const terminal = waiting.map(({ id }) => terminalOf.get(id)).find((name) => name !== undefined) ?? "";
    const expected = waiting.filter(({ id }) => terminalOf.get(id) === terminal).map(({ number }) => number);
    expect(expected).not.toEqual([]);
    const check = async () => {
      await board.expectTotal(expected.length);
      await expect(dashboard.locator("button", { hasText: `Terminal ${terminal}` })).toBeVisible();
      await expect(async () => {
        const shown = await board.numbers();
        expect(shown.length).toBeGreaterThanOrEqual(Math.min(expected.length, 10));
        expect(shown).toEqual(expected.slice(0, shown.length));
      }).toPass({ timeout: 10_000 });
    };
    await test.step("a queue and a terminal", async () => {
      await board.queue("No appointment").click();
      await expect(dashboard).toHaveURL(/queue=no-appointment$/);
      await dashboard.getByRole("button", { name: "Terminal any" }).click();
      await expect(dashboard.getByRole("listbox").getByRole("option").first()).toBeVisible();
      await expectNoProblems(dashboard, "an open filter", { within: "[role=listbox]" });
      await dashboard.getByRole("combobox", { name: "Search terminal" }).fill(terminal.toLowerCase());
      const option = dashboard.getByRole("option");
      await option.filter({ has: dashboard.getByText(terminal, { exact: true }) }).click();
      await expect(dashboard).toHaveURL((url) => url.searchParams.get("terminal") === terminal);
      expect(new URL(dashboard.url()).searchParams.get("queue")).toBe("no-appointment");
      await check();
    });
    await test.step("a reload, and the way back from a container", async () => {
      await dashboard.reload();
      await check();
      const [first = ""] = expected;
      await board.row(first).getByRole("link").click();
      await expect(dashboard.getByRole("heading", { level: 1, name: spaced(first) })).toBeVisible();
      await dashboard.goBack();
      await check();
    });
  });
});
