import type { Page } from "@playwright/test";
import { boxOnTheGround, dayIn, instantIn } from "@/e2e/facts/containers";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDesk } from "@/e2e/system/databases";
import { reportAt } from "@/e2e/system/world";

const SOON = { timeout: 30_000 };

const figureOf = (page: Page, row: string, column: string) =>
  page.locator(`tr[data-row="${row}"] [data-column="${column}"]`);

async function openHome(page: Page): Promise<void> {
  await expect.poll(async () => (await readDesk("select from report_due limit 1")).length, SOON).toBe(0);
  await page.goto("/home");
  await expect(page.getByRole("heading", { level: 1, name: "Home" })).toBeVisible();
}

test("exceptions are the board's own queues, and lead there", async ({ desk }) => {
  await openHome(desk);
  for (const queue of ["expired", "held", "chase-due", "stale"]) {
    const line = desk.locator(`[data-exception="${queue}"]`);
    const column = queue.replaceAll("-", "_");
    const [{ boxes = 0 } = {}] = await readDesk<{ boxes: number }>(
      `select count(*)::int as boxes from board_rows where coalesce(${column}_from <= now(), true)
        and coalesce(${column}_to > now(), true)`,
    );
    await expect(line).toContainText(boxes.toLocaleString("en-US"));
    await expect(line.getByRole("link")).toHaveAttribute("href", `/board?queue=${queue}`);
  }
  await desk.locator('[data-exception="expired"]').getByRole("link").click();
  await expect(desk).toHaveURL(/queue=expired$/);
});

test("what changed since yesterday counts a hold that was placed, and leads to its box", async ({ desk }) => {
  const box = await boxOnTheGround(13);
  await reportAt(box.number, { holds_at_pod_terminal: [] });
  await openHome(desk);
  const placed = figureOf(desk, "placed", "boxes");
  const before = Number(((await placed.textContent()) ?? "").replaceAll(",", ""));
  await reportAt(box.number, {
    holds_at_pod_terminal: [{ name: "TMF", status: "hold", description: "home" }],
  });
  await expect(placed).toHaveText(String(before + 1), SOON);
  await placed.getByRole("link").click();
  await expect(desk.locator("[data-total]:visible")).toHaveAttribute("data-total", String(before + 1));
  await expect(desk.locator(`[data-container="${box.id}"]`)).toContainText(box.number);
  await desk.getByRole("navigation", { name: "Where this is" }).getByRole("link", { name: "Home" }).click();
  await expect(desk).toHaveURL(/\/home$/);
  await reportAt(box.number, { holds_at_pod_terminal: [] });
});

test("exposure tells what is reported, by currency, of boxes whose last free day has ended", async ({
  desk,
}) => {
  const box = await boxOnTheGround(14);
  const yesterday = dayIn(box.zone, -1);
  await reportAt(box.number, {
    import_deadlines: {
      pickup_lfd_terminal: instantIn(box.zone, yesterday, "00:00"),
      pickup_lfd_line: null,
      pickup_lfd_rail: null,
    },
    fees_at_pod_terminal: [{ type: "demurrage", amount: 432.1, currency_code: "USD" }],
  });
  await expect
    .poll(
      () =>
        readDesk("select from report_boxes where container_id = $1 and due_on = $2::date", [
          box.id,
          yesterday,
        ]),
      SOON,
    )
    .toHaveLength(1);
  await openHome(desk);
  await figureOf(desk, "past", "USD").getByRole("link").click();
  await expect(desk.locator(`[data-container="${box.id}"]`)).toBeVisible();
});

test("who is on what names who chases, and leads to the boxes", async ({ desk }) => {
  const box = await boxOnTheGround(15);
  const [person] = await readDesk<{ id: string }>("select id from users order by created_at limit 1");
  await readDesk(
    `insert into chases (container_id, hold_name, place, created_by) values ($1, 'home test', 'port', $2)`,
    [box.id, person?.id],
  );
  await openHome(desk);
  const chases = figureOf(desk, person?.id ?? "", "chases");
  await expect(chases).toHaveText(/^[1-9]/);
  await chases.getByRole("link").click();
  await expect(desk.locator(`[data-container="${box.id}"]`)).toBeVisible();
  await readDesk("delete from chases where hold_name = 'home test'");
});

test("says whose day it counts by", async ({ desk }) => {
  await openHome(desk);
  await expect(desk.getByText(/^From \w{3} \d+ \w{3}, 00:00 (UTC|[A-Z]\w+\/\w+), until now/)).toBeVisible();
});
