import { containerOnTheGround, containersOnTheGround, dayIn, instantIn } from "@/e2e/facts/containers";
import { withFeatures } from "@/e2e/facts/plan";
import { BoardPage, spaced } from "@/e2e/pages/board-page";
import { ContainerPage } from "@/e2e/pages/container-page";
import { expectNoProblems, expectNoSidewaysScroll } from "@/e2e/support/page-assertions";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDashboard, readService } from "@/e2e/system/databases";
import { reportAt } from "@/e2e/system/world";

/** Waits until a user's refresh is allowed at once. Earlier tests may have used up the limit of the minute. */
async function refreshAllowance(): Promise<void> {
  const used = async () => {
    const [row] = await readDashboard<{ used: number }>(
      `select count(*)::int as used from request_log
       where bucket = 'refresh' and sent_at > clock_timestamp() - interval '60 seconds'`,
    );
    return row?.used;
  };
  await expect.poll(used, { timeout: 65_000 }).toBeLessThan(9);
}

test.describe("container refresh", () => {
  test("requests data from line and terminal and shows the result", async ({ dashboard }) => {
    test.setTimeout(100_000);
    await refreshAllowance();
    const container = await containerOnTheGround(11);
    const containerPage = new ContainerPage(dashboard);
    await containerPage.open(container.id, container.number);
    await dashboard.getByRole("button", { name: "Refresh" }).click();
    await expect(dashboard.getByRole("status").filter({ hasText: /asked|Refreshed/ })).toBeVisible();
    await expect(dashboard.getByRole("status").filter({ hasText: /^Refreshed/ })).toBeVisible({
      timeout: 15_000,
    });
  });

  test("shows that the plan does not include it", async ({ dashboard }) => {
    test.setTimeout(100_000);
    await refreshAllowance();
    const container = await containerOnTheGround(11);
    await withFeatures(["routing_data"], async () => {
      await new ContainerPage(dashboard).open(container.id, container.number);
      await dashboard.getByRole("button", { name: "Refresh" }).click();
      const reported = dashboard.getByRole("status").filter({ hasText: "plan doesn’t include" });
      await expect(reported).toContainText("Container refresh is not enabled for this account");
    });
  });

  test("shows the remaining wait, counting down, when the minute's refreshes are used up", async ({
    dashboard,
  }) => {
    const container = await containerOnTheGround(11);
    await readDashboard(
      `insert into rate_limit_pauses (bucket, paused_until) values ('refresh', now() + interval '40 seconds')
       on conflict (bucket) do update set paused_until = excluded.paused_until`,
    );
    try {
      await new ContainerPage(dashboard).open(container.id, container.number);
      await dashboard.getByRole("button", { name: "Refresh" }).click();
      await expect(dashboard.getByRole("status").filter({ hasText: /Retry in \d+ s/ })).toBeVisible({
        timeout: 15_000,
      });
      await expect(dashboard.locator("[data-refresh]")).toHaveText(/In \d+ s/);
      await expect(dashboard.locator("[data-refresh]")).toBeDisabled();
    } finally {
      await readDashboard("delete from rate_limit_pauses where bucket = 'refresh'");
    }
  });
});

test.describe("list navigation", () => {
  test("has previous and next from the board", async ({ dashboard }) => {
    const board = new BoardPage(dashboard);
    await board.open("?queue=no-appointment");
    await expect(board.rows.first()).toBeVisible();
    const [first = "", second = ""] = await board.numbers();
    await board
      .row(first)
      .getByRole("link", { name: spaced(first) })
      .click();
    const containerPage = new ContainerPage(dashboard);
    await containerPage.expectNumber(first);
    const steps = dashboard.getByRole("navigation", { name: "Previous and next container" });
    await expect(steps).toContainText(/^1 of [\d,]+$/);
    await expect(steps.getByRole("link", { name: "Previous in list" })).toHaveCount(0);
    await steps.getByRole("link", { name: "Next in list" }).click();
    await containerPage.expectNumber(second);
    await expect(steps).toContainText(/^2 of [\d,]+$/);
    await steps.getByRole("link", { name: "Previous in list" }).click();
    await containerPage.expectNumber(first);
    await dashboard.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link").click();
    await expect(dashboard).toHaveURL(/\/board\?queue=no-appointment$/);
  });

  test("has previous and next from a shipment's own list", async ({ dashboard }) => {
    const [shipment] = await readDashboard<{ id: string; numbers: string[] }>(
      `select c.shipment_id as id, array_agg(c.attributes ->> 'number' order by c.attributes ->> 'number') as numbers
       from containers c group by 1 having count(*) > 1 order by count(*) desc, 1 limit 1`,
    );
    const [first = "", second = ""] = shipment?.numbers ?? [];
    await dashboard.goto(`/shipments/${shipment?.id}`);
    await dashboard.getByRole("link", { name: spaced(first) }).click();
    const containerPage = new ContainerPage(dashboard);
    await containerPage.expectNumber(first);
    const steps = dashboard.getByRole("navigation", { name: "Previous and next container" });
    await expect(steps).toContainText(`1 of ${shipment?.numbers.length}`);
    await steps.getByRole("link", { name: "Next in list" }).click();
    await containerPage.expectNumber(second);
    await dashboard
      .getByRole("navigation", { name: "Breadcrumb" })
      .getByRole("link", { name: "Shipment" })
      .click();
    await expect(dashboard).toHaveURL(new RegExp(`/shipments/${shipment?.id}$`));
  });

  test("continues within a shipment and accepts only Drayboard URLs", async ({ dashboard }) => {
    const [container] = await readDashboard<{
      id: string;
      number: string;
      shipment: string;
      containers: number;
    }>(
      `select c.id, c.attributes ->> 'number' as number, s.id as shipment,
         (select count(*)::int from containers o where o.shipment_id = s.id) as containers
       from containers c join shipments s on s.id = c.shipment_id order by containers desc, c.id limit 1`,
    );
    if (!container) throw new Error("There is no container.");
    const steps = dashboard.getByRole("navigation", { name: "Previous and next container" });
    const from = encodeURIComponent(`/shipments/${container.shipment}`);
    await dashboard.goto(`/containers/${container.id}?from=${from}`);
    await expect(steps).toContainText(`of ${container.containers}`);
    for (const foreign of [
      "https://example.com/board",
      "//example.com",
      "/settings",
      "javascript:alert(1)",
    ]) {
      await dashboard.goto(`/containers/${container.id}?from=${encodeURIComponent(foreign)}`);
      await new ContainerPage(dashboard).expectNumber(container.number);
      await expect(steps).toHaveCount(0);
      const back = dashboard.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link");
      await expect(back).toHaveAttribute("href", "/board");
    }
  });
});

test.describe("the voyage", () => {
  test("is rendered from the service's stored map without a request per view", async ({ dashboard }) => {
    const [container] = await readDashboard<{ id: string; number: string }>(
      "select id, attributes ->> 'number' as number from containers where attributes ->> 'current_status' = 'on_ship' order by id limit 1",
    );
    if (!container) throw new Error("No container is at sea.");
    await readDashboard("delete from container_maps where container_id = $1", [container.id]);
    await readDashboard(
      `insert into related_fetches (what, container_id, attempted_at) values ('map', $1, now())
         on conflict (what, container_id) do update set as_of = null, attempted_at = now(), code = null, problem = null`,
      [container.id],
    );
    const containerPage = new ContainerPage(dashboard);
    await containerPage.open(container.id, container.number);
    const voyage = containerPage.card("Voyage");
    await expect(voyage).toContainText("Approximate route");
    await expect(voyage).toContainText(/Waiting for .* from the service/);
    await dashboard.getByRole("button", { name: "Update now" }).click();
    await expect(dashboard.getByText("Updated just now.")).toBeVisible();
    await expect(voyage.getByRole("img", { name: /Sea route: .+ to .+ is under way/ })).toBeVisible();
    await expect(voyage.locator("[data-leg=past]").first()).toHaveAttribute("d", /^M/);
    await expect(voyage.locator("[data-vessel]")).toHaveCount(1);
    await expect(voyage.locator("[data-land]")).toHaveAttribute("d", /^M[\d.,MLZ-]{200,14000}$/);
    for (const port of await voyage.getByRole("listitem").locator("span:first-child").allInnerTexts())
      expect(port.trim()).not.toBe("");
    await expect(voyage).toContainText(/as of/);
    const saved = "select what, attempted_at from related_fetches where container_id = $1 order by what";
    const before = await readDashboard(saved, [container.id]);
    await dashboard.reload();
    await expect(voyage.getByRole("img")).toBeVisible();
    expect(await readDashboard(saved, [container.id])).toEqual(before);
  });

  test("of an arrived container follows sea lanes and is labeled as approximate", async ({ dashboard }) => {
    const [container] = await readDashboard<{ id: string; number: string }>(
      `select c.id, c.attributes ->> 'number' as number from containers c
        join shipments s on s.id = c.shipment_id left join container_maps m on m.container_id = c.id
        where c.attributes ->> 'pod_discharged_at' is not null and m.container_id is null
          and left(s.attributes ->> 'port_of_lading_locode', 2) = 'CN'
          and s.attributes ->> 'port_of_discharge_locode' = any('{USSAV,USNYC,USHOU,USORF,USCHS}')
        order by c.id limit 1`,
    );
    if (!container) throw new Error("No container arrived from China at the Atlantic coast.");
    const containerPage = new ContainerPage(dashboard);
    await containerPage.open(container.id, container.number);
    const voyage = containerPage.card("Voyage");
    await expect(voyage).toContainText("Approximate route");
    const line = await voyage.locator("[data-leg=past]").first().getAttribute("d");
    expect(line?.match(/L/g)?.length ?? 0).toBeGreaterThan(20);
  });

  test("follows sea lanes between ports if the plan lacks routing data", async ({ dashboard }) => {
    const container = await containerOnTheGround(12);
    const forget = () =>
      readDashboard("delete from related_fetches where what = 'map' and container_id = ''");
    await withFeatures(["container_refresh"], async () => {
      const containerPage = new ContainerPage(dashboard);
      await containerPage.open(container.id, container.number);
      await dashboard.getByRole("button", { name: "Update now" }).click();
      await expect(dashboard.getByText(/Updated, except the map/)).toBeVisible();
      const voyage = containerPage.card("Voyage");
      await expect(voyage).toContainText("Routing Data");
      await expect(voyage.getByRole("img", { name: /Sea route/ })).toBeVisible();
      await expect(voyage).toContainText("Approximate route");
    }).finally(forget);
  });
});

test.describe("container page details", () => {
  test("show the notification of a change with its time and a link", async ({ dashboard }) => {
    const container = await containerOnTheGround(13);
    await reportAt(container.number, { location_at_pod_terminal: "G 90402", holds_at_pod_terminal: [] });
    const containerPage = new ContainerPage(dashboard);
    await containerPage.open(container.id, container.number);
    const change = containerPage.card("Changes").locator("[data-change=location_at_pod_terminal]").first();
    await expect(change).toContainText("G 90402");
    await expect(change).toContainText(/Terminal data changed, received (just now|\d+ min ago)/);
    await expect(change.getByRole("link")).toHaveAttribute("href", /^\/settings\/inbox\/.+/);
  });

  test("show the times of changes with their zone, in the chosen time setting", async ({ openDashboard }) => {
    const container = await containerOnTheGround(14);
    const at = instantIn(container.zone, dayIn(container.zone, 2), "21:30");
    await reportAt(container.number, { pickup_appointment_at: at });
    const page = await openDashboard({ timezoneId: "Asia/Tokyo" });
    const containerPage = new ContainerPage(page);
    await containerPage.open(container.id, container.number);
    const time = containerPage.card("Changes").locator("[data-change=pickup_appointment_at] b time").first();
    await expect(time).toHaveText(/21:30 [A-Z]{3}$/);
    const choose = async (text: string, saved: string) => {
      await page.goto("/settings/you");
      await expect(page.locator("[data-live=live]")).toBeVisible();
      await page.getByText(text, { exact: true }).click();
      const keeps = () => readDashboard("select from preferences where settings ->> 'zones' = $1", [saved]);
      await expect.poll(keeps).toHaveLength(1);
    };
    await choose("My time zone", "mine");
    try {
      await containerPage.open(container.id, container.number);
      const there = new Intl.DateTimeFormat("en-GB", { timeZone: "Asia/Tokyo", timeStyle: "short" });
      await expect(time).toContainText(there.format(new Date(at)));
      await time.hover();
      await expect(time).toHaveAttribute("title", /21:30 [A-Z]{3} local time$/);
    } finally {
      await choose("Local time at each place", "place");
    }
  });

  test("save edited references at the service when two users edit at once", async ({
    dashboard,
    openDashboard,
  }) => {
    const [, , , , , , , , , , , , , , container] = await containersOnTheGround(15);
    if (!container) throw new Error("no container");
    const other = await openDashboard();
    for (const page of [dashboard, other]) {
      await new ContainerPage(page).open(container.id, container.number);
      await page.getByRole("button", { name: "Edit container references" }).click();
    }
    const field = (page: typeof dashboard) => page.getByRole("textbox", { name: "Container references" });
    const long = "R".repeat(250);
    await field(dashboard).fill(`PO-1 <b>\n\n${long}\nPO-1 <b>`);
    await field(other).fill("PO-2");
    await dashboard.getByRole("button", { name: "Save", exact: true }).click();
    await expect(dashboard.getByText("Saved to the tracking service.")).toBeVisible();
    const card = new ContainerPage(dashboard).card("References");
    await expect(card.getByText("PO-1 <b>")).toHaveCount(1);
    await other.getByRole("button", { name: "Save", exact: true }).click();
    await expect(other.getByRole("alert").filter({ hasText: "Another user changed" })).toContainText(
      "PO-1 <b>",
    );
    await expect(field(other)).toHaveValue("PO-2");
    await field(other).fill("x".repeat(301));
    await other.getByRole("button", { name: "Save", exact: true }).click();
    await expect(field(other)).toHaveAccessibleDescription(/At most 300 characters/);
    const [stored] = await readService<{ refs: string[] }>(
      "select attributes -> 'ref_numbers' as refs from containers where id = $1",
      [container.id],
    );
    expect(stored?.refs).toEqual(["PO-1 <b>", long]);
  });

  test("show the age of custom fields and documents", async ({ dashboard }) => {
    const container = await containerOnTheGround(12);
    const containerPage = new ContainerPage(dashboard);
    await containerPage.open(container.id, container.number);
    for (const title of ["Custom fields", "Documents"])
      await expect(containerPage.card(title)).toContainText(/as of/);
  });
});

for (const [width, height] of [
  [1440, 900],
  [360, 740],
] as const)
  test(`fits ${width} px with every form open`, async ({ openDashboard }) => {
    const container = await containerOnTheGround(5);
    await reportAt(container.number, {
      holds_at_pod_terminal: [{ name: "customs", status: "hold", description: "CET exam" }],
    });
    const page = await openDashboard({ viewport: { width, height } });
    await new ContainerPage(page).open(container.id, container.number);
    await page
      .getByRole("button", { name: /Log follow-up/ })
      .first()
      .click();
    await page.getByRole("button", { name: /Plan moves|Edit plan/ }).click();
    await page.getByRole("button", { name: "Edit container references" }).click();
    await expectNoSidewaysScroll(page);
    await expectNoProblems(page);
  });
