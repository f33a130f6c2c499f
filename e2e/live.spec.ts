import type { Page } from "@playwright/test";
import { containerOnTheGround, dayIn, instantIn } from "@/e2e/facts/containers";
import { BoardPage } from "@/e2e/pages/board-page";
import { ContainerPage } from "@/e2e/pages/container-page";
import { everyPage } from "@/e2e/pages/every-page";
import { expect, test } from "@/e2e/support/signed-in-page";
import { keepStreamInPage } from "@/e2e/support/stream-in-page";
import { readDashboard } from "@/e2e/system/databases";
import { moveToMilestone, reportAt } from "@/e2e/system/world";

/** Changes are pushed: this is less than the minute after which pages read their data again by themselves. */
const SOON = { timeout: 20_000 };

/** Marks the document so that a reload is detected. */
async function noteDocument(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => Reflect.set(window, "stillTheSame", true));
  return () => page.evaluate(() => Reflect.get(window, "stillTheSame") === true);
}

/** Hides or shows a page as another tab or window would. */
const showPage = (page: Page, state: "hidden" | "visible") =>
  page.evaluate((visibility) => {
    Object.defineProperty(document, "visibilityState", { value: visibility, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, state);

const demurrage = (amount: number) => ({
  fees_at_pod_terminal: [{ type: "demurrage", amount, currency_code: "USD" }],
});

test("a delivery updates and marks an open row and an open container page without a reload, and no other page", async ({
  dashboard,
  openDashboard,
}) => {
  test.setTimeout(240_000);
  await test.step("every page has the live line", async () => {
    for (const { path } of await everyPage())
      expect(await (await dashboard.request.get(path)).text(), path).toContain("data-live=");
  });

  const [container, other] = [await containerOnTheGround(4), await containerOnTheGround(8)];
  await reportAt(container.number, demurrage(125));
  const board = new BoardPage(dashboard);
  await board.open();
  const line = dashboard.locator("[data-live=live]");
  await expect(line).toContainText(/^Live/);
  await board.search.fill(container.number);
  const charges = board.cell(container.number, "charges");
  await expect(charges).toContainText("$125.00");
  const otherPage = new ContainerPage(await openDashboard());
  await otherPage.open(other.id, other.number);
  const containerPage = new ContainerPage(await openDashboard());
  await containerPage.open(container.id, container.number);
  await expect(containerPage.card("Charges")).toContainText("$125.00");
  const before = [await containerPage.renderedAt(), await otherPage.renderedAt()];
  await containerPage.page.reload();
  expect(await containerPage.renderedAt(), "no change, no new reading").toBe(before[0]);
  const changes = containerPage.card("Changes");
  await expect(containerPage.page.locator("[data-live=live]")).toBeVisible();
  const sameDocuments = [await noteDocument(dashboard), await noteDocument(containerPage.page)];

  await reportAt(container.number, demurrage(777.5));
  await Promise.all([
    expect(charges).toContainText("$777.50", SOON),
    expect(containerPage.card("Charges")).toContainText("$777.50", SOON),
    expect(changes).toContainText("$777.50", SOON),
    expect(line).toContainText(/last change [0-5]s ago/, SOON),
  ]);
  await expect(charges.locator("[data-marked]")).toBeVisible();
  await expect(board.cell(container.number, "terminal").locator("[data-marked]")).toHaveCount(0);
  expect(await Promise.all(sameDocuments.map((isSame) => isSame()))).toEqual([true, true]);

  for (const { page } of [containerPage, otherPage]) await page.reload();
  await expect(containerPage.card("Charges")).toContainText("$777.50");
  expect((await containerPage.renderedAt()) > (before[0] ?? "")).toBe(true);
  expect(await otherPage.renderedAt(), "the other one").toBe(before[1]);
  // The mark disappears after it has been seen for a while.
  await expect(charges.locator("[data-marked]")).toHaveCount(0, { timeout: 15_000 });
});

test("a delivery adds a row to an open queue and removes it again", async ({ dashboard }) => {
  const container = await containerOnTheGround(5);
  const day = dayIn(container.zone, 2);
  await reportAt(container.number, {
    holds_at_pod_terminal: [],
    import_deadlines: {
      pickup_lfd_line: null,
      pickup_lfd_rail: null,
      pickup_lfd_terminal: instantIn(container.zone, day, "00:00"),
    },
  });
  // The queues are counted after this event has arrived.
  const arrived = () =>
    readDashboard(
      `select from board_rows where container_id = $1 and row #>> '{readiness,state}' = 'ready'
         and row #>> '{deadline,governing,on}' = $2`,
      [container.id, day],
    );
  await expect.poll(arrived).toHaveLength(1);
  const board = new BoardPage(dashboard);
  await board.open(`?queue=held&q=${container.number}`);
  const { held = 0, "pull-today": pull = 0 } = await board.counts();
  await expect(board.row(container.number)).toHaveCount(0);

  await reportAt(container.number, {
    holds_at_pod_terminal: [{ name: "customs", status: "hold", description: "Exam" }],
  });
  await expect(board.row(container.number)).toBeVisible(SOON);
  await expect(board.cell(container.number, "release")).toContainText("customs");
  await expect.poll(() => board.counts()).toMatchObject({ held: held + 1, "pull-today": pull - 1 });

  await reportAt(container.number, { holds_at_pod_terminal: [] });
  await expect(board.row(container.number)).toHaveCount(0, SOON);
  await expect.poll(() => board.counts()).toMatchObject({ held, "pull-today": pull });
});

test("changed rows are pushed, and those missed by a hidden tab are right after the reconnect", async ({
  dashboard,
}) => {
  const [container, missed] = [await containerOnTheGround(6), await containerOnTheGround(7)];
  await reportAt(container.number, demurrage(125));
  await reportAt(missed.number, demurrage(125));
  const board = new BoardPage(dashboard);
  await keepStreamInPage(dashboard);
  const pushing = dashboard.waitForRequest((request) => request.url().includes("/api/live?"));
  await board.open(`?numbers=${container.number},${missed.number}`);
  expect((await pushing).url()).toContain("board=numbers");
  const charges = (number: string) => board.cell(number, "charges");
  await expect(charges(missed.number)).toContainText("$125.00");
  const requested: string[] = [];
  dashboard.on("request", (request) => {
    if (request.url().includes("ids=")) requested.push(request.url());
  });
  // The server pushes rows as soon as the stream that carries the board has been opened.
  await expect
    .poll(async () => {
      requested.length = 0;
      const amount = 200 + Math.round(Math.random() * 700);
      await reportAt(container.number, demurrage(amount));
      await expect(charges(container.number)).toContainText(`$${amount}.00`, SOON);
      return requested;
    })
    .toEqual([]);

  // A tab that is hidden for a while disconnects, and misses what is pushed meanwhile.
  const closed = dashboard.waitForEvent("requestfailed", {
    predicate: (request) => request.url().includes("/api/live"),
    timeout: 20_000,
  });
  await showPage(dashboard, "hidden");
  await closed;
  await reportAt(missed.number, demurrage(999));
  await expect
    .poll(() =>
      readDashboard("select from board_rows where number = $1 and row::text like '%99900%'", [missed.number]),
    )
    .toHaveLength(1);
  await expect(charges(missed.number)).toContainText("$125.00");
  await showPage(dashboard, "visible");
  await expect(charges(missed.number)).toContainText("$999.00", SOON);
  await expect(dashboard.locator("[data-live=live]")).toBeVisible();
});

test("the next milestone of a container is shown on its open page", async ({ dashboard }) => {
  const [container] = await readDashboard<{ id: string; number: string }>(
    // The journey of a container ends where another test stopped tracking its shipment.
    `select c.id, c.attributes ->> 'number' as number
     from containers c join shipments s on s.id = c.shipment_id and s.tracking_stopped_at is null
     where c.attributes ->> 'current_status' = 'on_ship' and c.attributes ->> 'pod_arrived_at' is null
     order by c.attributes ->> 'number' limit 1`,
  );
  const { id = "", number = "" } = container ?? {};
  const containerPage = new ContainerPage(dashboard);
  await containerPage.open(id, number);
  const happened = containerPage
    .card("Milestones")
    .getByRole("listitem")
    .filter({ hasNotText: ", expected" });
  const before = await happened.count();
  const isSame = await noteDocument(dashboard);
  await moveToMilestone(number);
  await expect.poll(() => happened.count(), SOON).toBeGreaterThan(before);
  expect(await isSame()).toBe(true);
});
