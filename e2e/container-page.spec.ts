import { boxesOnTheGround, boxOnTheGround, dayIn, instantIn } from "@/e2e/facts/containers";
import { withFeatures } from "@/e2e/facts/plan";
import { BoardPage, spaced } from "@/e2e/pages/board-page";
import { ContainerPage } from "@/e2e/pages/container-page";
import { expectNoSidewaysScroll, expectNoTrouble } from "@/e2e/support/page-assertions";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDesk, readService } from "@/e2e/system/databases";
import { reportAt } from "@/e2e/system/world";

/** Until a person's refresh is let through at once: tests before may have used up the minute's. */
async function roomToRefresh(): Promise<void> {
  const used = async () => {
    const [row] = await readDesk<{ used: number }>(
      `select count(*)::int as used from request_log
       where bucket = 'refresh' and sent_at > clock_timestamp() - interval '60 seconds'`,
    );
    return row?.used;
  };
  await expect.poll(used, { timeout: 65_000 }).toBeLessThan(9);
}

test.describe("refresh", () => {
  test("asks line and terminal, and says what came of it", async ({ desk }) => {
    test.setTimeout(100_000);
    await roomToRefresh();
    const box = await boxOnTheGround(11);
    const container = new ContainerPage(desk);
    await container.open(box.id, box.number);
    await desk.getByRole("button", { name: "Refresh" }).click();
    await expect(desk.getByRole("status").filter({ hasText: /asked|Answered/ })).toBeVisible();
    await expect(desk.getByRole("status").filter({ hasText: /^Answered/ })).toBeVisible({ timeout: 15_000 });
  });

  test("says that the plan leaves it out", async ({ desk }) => {
    test.setTimeout(100_000);
    await roomToRefresh();
    const box = await boxOnTheGround(11);
    await withFeatures(["routing_data"], async () => {
      await new ContainerPage(desk).open(box.id, box.number);
      await desk.getByRole("button", { name: "Refresh" }).click();
      const said = desk.getByRole("status").filter({ hasText: "plan does not include" });
      await expect(said).toContainText("Container refresh is not enabled for this account");
    });
  });

  test("says how long to wait when the minute's refreshes are used up, and counts down", async ({ desk }) => {
    const box = await boxOnTheGround(11);
    await readDesk(
      `insert into request_pauses (bucket, paused_until) values ('refresh', now() + interval '40 seconds')
       on conflict (bucket) do update set paused_until = excluded.paused_until`,
    );
    try {
      await new ContainerPage(desk).open(box.id, box.number);
      await desk.getByRole("button", { name: "Refresh" }).click();
      await expect(desk.getByRole("status").filter({ hasText: /Ask again in \d+ s/ })).toBeVisible({
        timeout: 15_000,
      });
      await expect(desk.locator("[data-refresh]")).toHaveText(/In \d+ s/);
      await expect(desk.locator("[data-refresh]")).toBeDisabled();
    } finally {
      await readDesk("delete from request_pauses where bucket = 'refresh'");
    }
  });
});

test.describe("the list one came from", () => {
  test("goes on with previous and next, from the board", async ({ desk }) => {
    const board = new BoardPage(desk);
    await board.open("?queue=no-appointment");
    await expect(board.rows.first()).toBeVisible();
    const [first = "", second = ""] = await board.numbers();
    await board
      .row(first)
      .getByRole("link", { name: spaced(first) })
      .click();
    const container = new ContainerPage(desk);
    await container.expectNumber(first);
    const steps = desk.getByRole("navigation", { name: "The list this was opened from" });
    await expect(steps).toContainText(/^1 of [\d,]+$/);
    await expect(steps.getByRole("link", { name: "Previous in the list" })).toHaveCount(0);
    await steps.getByRole("link", { name: "Next in the list" }).click();
    await container.expectNumber(second);
    await expect(steps).toContainText(/^2 of [\d,]+$/);
    await steps.getByRole("link", { name: "Previous in the list" }).click();
    await container.expectNumber(first);
    await desk.getByRole("navigation", { name: "Where this is" }).getByRole("link").click();
    await expect(desk).toHaveURL(/\/board\?queue=no-appointment$/);
  });

  test("goes on from a shipment's own list", async ({ desk }) => {
    const [shipment] = await readDesk<{ id: string; numbers: string[] }>(
      `select c.shipment_id as id, array_agg(c.attributes ->> 'number' order by c.attributes ->> 'number') as numbers
       from containers c group by 1 having count(*) > 1 order by count(*) desc, 1 limit 1`,
    );
    const [first = "", second = ""] = shipment?.numbers ?? [];
    await desk.goto(`/shipments/${shipment?.id}`);
    await desk.getByRole("link", { name: spaced(first) }).click();
    const container = new ContainerPage(desk);
    await container.expectNumber(first);
    const steps = desk.getByRole("navigation", { name: "The list this was opened from" });
    await expect(steps).toContainText(`1 of ${shipment?.numbers.length}`);
    await steps.getByRole("link", { name: "Next in the list" }).click();
    await container.expectNumber(second);
    await desk
      .getByRole("navigation", { name: "Where this is" })
      .getByRole("link", { name: "Shipment" })
      .click();
    await expect(desk).toHaveURL(new RegExp(`/shipments/${shipment?.id}$`));
  });

  test("goes on in a shipment, and takes no address that is not the desk's", async ({ desk }) => {
    const [box] = await readDesk<{ id: string; number: string; shipment: string; boxes: number }>(
      `select c.id, c.attributes ->> 'number' as number, s.id as shipment,
         (select count(*)::int from containers o where o.shipment_id = s.id) as boxes
       from containers c join shipments s on s.id = c.shipment_id order by boxes desc, c.id limit 1`,
    );
    if (!box) throw new Error("There is no box.");
    const steps = desk.getByRole("navigation", { name: "The list this was opened from" });
    const from = encodeURIComponent(`/shipments/${box.shipment}`);
    await desk.goto(`/containers/${box.id}?from=${from}`);
    await expect(steps).toContainText(`of ${box.boxes}`);
    for (const foreign of [
      "https://example.com/board",
      "//example.com",
      "/settings",
      "javascript:alert(1)",
    ]) {
      await desk.goto(`/containers/${box.id}?from=${encodeURIComponent(foreign)}`);
      await new ContainerPage(desk).expectNumber(box.number);
      await expect(steps).toHaveCount(0);
      const back = desk.getByRole("navigation", { name: "Where this is" }).getByRole("link");
      await expect(back).toHaveAttribute("href", "/board");
    }
  });
});

test.describe("the voyage", () => {
  test("is drawn from the service's map as it is kept, which no view of it asks for", async ({ desk }) => {
    const [box] = await readDesk<{ id: string; number: string }>(
      "select id, attributes ->> 'number' as number from containers where attributes ->> 'current_status' = 'on_ship' order by id limit 1",
    );
    if (!box) throw new Error("No box is at sea.");
    await readDesk("delete from container_maps where container_id = $1", [box.id]);
    await readDesk(
      `insert into beside_readings (what, container_id, tried_at) values ('map', $1, now())
         on conflict (what, container_id) do update set as_of = null, tried_at = now(), code = null, problem = null`,
      [box.id],
    );
    const container = new ContainerPage(desk);
    await container.open(box.id, box.number);
    const voyage = container.card("Voyage");
    await expect(voyage).toContainText("Straight from port to port");
    await expect(voyage).toContainText("was not read yet");
    await desk.getByRole("button", { name: "Ask the service now" }).click();
    await expect(desk.getByText("The service answered just now.")).toBeVisible();
    await expect(voyage.getByRole("img", { name: /Way by sea: .+ to .+ is on the way/ })).toBeVisible();
    await expect(voyage.locator("[data-leg=past]").first()).toHaveAttribute("d", /^M/);
    await expect(voyage.locator("[data-vessel]")).toHaveCount(1);
    await expect(voyage.locator("[data-land]")).toHaveAttribute("d", /^M[\d.,MLZ-]{200,14000}$/);
    for (const port of await voyage.getByRole("listitem").locator("span:first-child").allInnerTexts())
      expect(port.trim()).not.toBe("");
    await expect(voyage).toContainText(/as of/);
    const kept = "select what, tried_at from beside_readings where container_id = $1 order by what";
    const before = await readDesk(kept, [box.id]);
    await desk.reload();
    await expect(voyage.getByRole("img")).toBeVisible();
    expect(await readDesk(kept, [box.id])).toEqual(before);
  });

  test("goes straight from port to port where the plan lacks routing data", async ({ desk }) => {
    const box = await boxOnTheGround(12);
    const forget = () => readDesk("delete from beside_readings where what = 'map' and container_id = ''");
    await withFeatures(["container_refresh"], async () => {
      const container = new ContainerPage(desk);
      await container.open(box.id, box.number);
      await desk.getByRole("button", { name: "Ask the service now" }).click();
      await expect(desk.getByText(/The service answered, but for the map/)).toBeVisible();
      const voyage = container.card("Voyage");
      await expect(voyage).toContainText("Routing Data");
      await expect(voyage.getByRole("img", { name: /Way by sea/ })).toBeVisible();
      await expect(voyage).toContainText("Straight from port to port");
    }).finally(forget);
  });
});

test.describe("what the page tells besides", () => {
  test("names the notification of a change, when it came, and where it stands", async ({ desk }) => {
    const box = await boxOnTheGround(13);
    await reportAt(box.number, { location_at_pod_terminal: "G 90402", holds_at_pod_terminal: [] });
    const container = new ContainerPage(desk);
    await container.open(box.id, box.number);
    const change = container.card("Changes").locator("[data-change=location_at_pod_terminal]").first();
    await expect(change).toContainText("G 90402");
    await expect(change).toContainText(/Terminal data changed, came (just now|\d+ min ago)/);
    await expect(change.getByRole("link")).toHaveAttribute("href", /^\/settings\/inbox\/.+/);
  });

  test("tells the times of changes with their zone, by the clock that is wanted", async ({ openDesk }) => {
    const box = await boxOnTheGround(14);
    const at = instantIn(box.zone, dayIn(box.zone, 2), "21:30");
    await reportAt(box.number, { pickup_appointment_at: at });
    const page = await openDesk({ timezoneId: "Asia/Tokyo" });
    const container = new ContainerPage(page);
    await container.open(box.id, box.number);
    const time = container.card("Changes").locator("[data-change=pickup_appointment_at] b time").first();
    await expect(time).toHaveText(/21:30 [A-Z]{3}$/);
    const choose = async (words: string, kept: string) => {
      await page.goto("/settings/you");
      await expect(page.locator("[data-live=live]")).toBeVisible();
      await page.getByText(words, { exact: true }).click();
      const keeps = () => readDesk("select from preferences where settings ->> 'zones' = $1", [kept]);
      await expect.poll(keeps).toHaveLength(1);
    };
    await choose("Mine", "mine");
    try {
      await container.open(box.id, box.number);
      const there = new Intl.DateTimeFormat("en-GB", { timeZone: "Asia/Tokyo", timeStyle: "short" });
      await expect(time).toContainText(there.format(new Date(at)));
      await time.hover();
      await expect(time).toHaveAttribute("title", /21:30 [A-Z]{3} at the place$/);
    } finally {
      await choose("Each place’s own", "place");
    }
  });

  test("edits references at the service, for one of two who edit at once", async ({ desk, openDesk }) => {
    const [, , , , , , , , , , , , , , box] = await boxesOnTheGround(15);
    if (!box) throw new Error("no box");
    const other = await openDesk();
    for (const page of [desk, other]) {
      await new ContainerPage(page).open(box.id, box.number);
      await page.getByRole("button", { name: "Edit references of the container" }).click();
    }
    const field = (page: typeof desk) => page.getByRole("textbox", { name: "References of the container" });
    const long = "R".repeat(250);
    await field(desk).fill(`PO-1 <b>\n\n${long}\nPO-1 <b>`);
    await field(other).fill("PO-2");
    await desk.getByRole("button", { name: "Save", exact: true }).click();
    await expect(desk.getByText("Saved at the service.")).toBeVisible();
    const card = new ContainerPage(desk).card("References");
    await expect(card.getByText("PO-1 <b>")).toHaveCount(1);
    await other.getByRole("button", { name: "Save", exact: true }).click();
    await expect(other.getByRole("alert").filter({ hasText: "Meanwhile" })).toContainText("PO-1 <b>");
    await expect(field(other)).toHaveValue("PO-2");
    await field(other).fill("x".repeat(301));
    await other.getByRole("button", { name: "Save", exact: true }).click();
    await expect(field(other)).toHaveAccessibleDescription(/At most 300 characters/);
    const [stored] = await readService<{ refs: string[] }>(
      "select attributes -> 'ref_numbers' as refs from containers where id = $1",
      [box.id],
    );
    expect(stored?.refs).toEqual(["PO-1 <b>", long]);
  });

  test("says of custom fields and documents how old the answer is", async ({ desk }) => {
    const box = await boxOnTheGround(12);
    const container = new ContainerPage(desk);
    await container.open(box.id, box.number);
    for (const title of ["Custom fields", "Documents"])
      await expect(container.card(title)).toContainText(/as of/);
  });
});

for (const [width, height] of [
  [1440, 900],
  [360, 740],
] as const)
  test(`fits ${width} px with every form open`, async ({ openDesk }) => {
    const box = await boxOnTheGround(5);
    await reportAt(box.number, {
      holds_at_pod_terminal: [{ name: "customs", status: "hold", description: "CET exam" }],
    });
    const page = await openDesk({ viewport: { width, height } });
    await new ContainerPage(page).open(box.id, box.number);
    await page
      .getByRole("button", { name: /Log a chase/ })
      .first()
      .click();
    await page.getByRole("button", { name: /Plan our moves|Change our plan/ }).click();
    await page.getByRole("button", { name: "Edit references of the container" }).click();
    await expectNoSidewaysScroll(page);
    await expectNoTrouble(page);
  });
