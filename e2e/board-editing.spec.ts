import type { Page } from "@playwright/test";
import { requestAllowance } from "@/e2e/facts/account-room";
import { heldContainer } from "@/e2e/facts/held-container";
import { BoardPage } from "@/e2e/pages/board-page";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDashboard } from "@/e2e/system/databases";

const CONTAINERS = 20;
const CARRIER = "Quayside Haul";
const COLUMNS = "number,carrier,plannedPickup,followUp,note";

async function createCarrier(page: Page): Promise<void> {
  await page.goto("/parties");
  if ((await readDashboard("select from parties where company_name = $1", [CARRIER])).length > 0) return;
  await page.getByLabel("Company name").fill(CARRIER);
  await page.getByRole("button", { name: "Create party" }).click();
  await expect(page.getByRole("row", { name: CARRIER })).toBeVisible();
}

/** Containers on hold that no one has worked on, the last ones by number: other tests take the first ones. */
async function heldContainers(): Promise<string[]> {
  const rows = await readDashboard<{ number: string }>(
    `select number from board_rows b where held and not picked_up and carrier_names = ''
       and not exists (select from follow_ups f where f.container_id = b.container_id and f.closed_at is null)
       and not exists (select from planned_moves m where m.container_id = b.container_id)
     order by number desc limit $1`,
    [CONTAINERS],
  );
  return rows.map(({ number }) => number).sort();
}

test("twenty containers get a carrier, a plan, a follow-up and a note by keyboard alone, without a page load", async ({
  dashboard,
}) => {
  test.setTimeout(300_000);
  await createCarrier(dashboard);
  const numbers = await heldContainers();
  expect(numbers).toHaveLength(CONTAINERS);
  const board = new BoardPage(dashboard);
  await board.open(`?numbers=${numbers.join(",")}&sort=container&cols=${COLUMNS}`);
  await expect(board.rows).toHaveCount(CONTAINERS);

  let presses = 0;
  let pageLoads = 0;
  const requests = { changes: 0, reads: 0 };
  dashboard.on("request", (request) => {
    if (request.isNavigationRequest()) pageLoads += 1;
    if (!request.url().includes("/api/")) return;
    if (/\/api\/containers\//.test(request.url())) requests.changes += 1;
    else requests.reads += 1;
  });
  const press = async (key: string) => {
    presses += 1;
    await dashboard.keyboard.press(key);
  };
  const type = (text: string) => dashboard.keyboard.type(text);

  for (const number of numbers) {
    // Twenty assignments need more requests than the first load leaves to users in one minute.
    await requestAllowance(4);
    await press("j");
    await press("F2");
    await expect(board.editor(number, "Dray carrier")).toBeFocused();
    await type(CARRIER.slice(0, 5));
    await expect(dashboard.getByRole("option", { name: CARRIER })).toBeVisible();
    await press("Tab");
    await expect(board.editor(number, "Planned pickup")).toBeFocused();
    await type("tomorrow 9am");
    await press("Tab");
    await expect(board.editor(number, "Follow-up")).toBeFocused();
    await type("Documents sent; +1d");
    await press("Tab");
    await expect(board.editor(number, "Note")).toBeFocused();
    await type("Chassis of the yard");
    await press("Control+Enter");
    await expect(board.row(number).getByRole("link")).toBeFocused();
  }
  const acts = 4 * CONTAINERS;
  // The last change is sent after its cell was left.
  await expect.poll(() => requests.changes).toBe(acts);
  console.log(
    `${CONTAINERS} containers, ${acts} changes: ${presses} presses (${(presses / acts).toFixed(2)} a change), ${requests.changes} requests with changes, ${requests.reads} other requests, ${pageLoads} page loads`,
  );
  expect(presses / acts).toBeLessThanOrEqual(3);
  expect(pageLoads).toBe(0);

  const readStored = () =>
    readDashboard(
      `select b.number, b.carrier_names as carrier, m.note, m.pickup_at > now() as planned, e.promise,
       f.next_check_at > now() as checked
     from board_rows b join planned_moves m using (container_id) join follow_ups f using (container_id)
       join follow_up_entries e on e.follow_up_id = f.id
     where b.number = any($1) order by b.number`,
      [numbers],
    );
  await expect.poll(readStored).toEqual(
    numbers.map((number) => ({
      number,
      // The worker may assign another one meanwhile, as sample work.
      carrier: expect.stringContaining(CARRIER),
      note: "Chassis of the yard",
      planned: true,
      promise: "Documents sent",
      checked: true,
    })),
  );

  await test.step("the last changes are undone by Ctrl+Z, the last first", async () => {
    const last = numbers.at(-1) ?? "";
    await dashboard.keyboard.press("Control+z");
    await expect(board.cell(last, "note")).not.toContainText("Chassis");
    await dashboard.keyboard.press("Control+z");
    await expect(board.cell(last, "plannedPickup")).not.toContainText("9:00 AM");
    await dashboard.keyboard.press("Control+z");
    await expect(board.cell(last, "carrier")).not.toContainText(CARRIER);
  });
});

test("of two users editing one cell, the later sees what the other saved, keeps the typed text and can overwrite it", async ({
  dashboard: first,
  openDashboard,
  trouble,
}) => {
  test.setTimeout(90_000);
  trouble.expect(/answer: POST .*\/plan 409/);
  const { number } = await heldContainer(17);
  const second = await openDashboard();
  for (const page of [first, second]) await new BoardPage(page).openNote(number);
  await first.keyboard.type("From the first");
  await first.keyboard.press("Enter");
  await expect(new BoardPage(first).cell(number, "note")).toContainText("From the first");
  await second.keyboard.type("From the second");
  await second.keyboard.press("Enter");
  const refused = new BoardPage(second).refusal("Not saved:");
  await expect(refused).toContainText("wrote “From the first” a moment ago.");
  await expect(new BoardPage(second).cell(number, "note")).toContainText("From the second");
  await second.getByRole("button", { name: "Use mine", exact: true }).click();
  for (const page of [first, second])
    await expect(new BoardPage(page).cell(number, "note")).toContainText("From the second");
});
