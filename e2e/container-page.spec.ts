import { refreshAllowance } from "@/e2e/facts/account-room";
import { containerOnTheGround } from "@/e2e/facts/containers";
import { withFeatures } from "@/e2e/facts/plan";
import { BoardPage, spaced } from "@/e2e/pages/board-page";
import { ContainerPage } from "@/e2e/pages/container-page";
import { expectNoProblems, expectNoSidewaysScroll, PHONE } from "@/e2e/support/page-assertions";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDashboard } from "@/e2e/system/databases";
import { reportAt } from "@/e2e/system/world";

test("a refresh shows its result, that the plan excludes it, and the wait for the minute's limit", async ({
  dashboard,
}) => {
  test.setTimeout(100_000);
  await refreshAllowance(2);
  const container = await containerOnTheGround(11);
  await new ContainerPage(dashboard).open(container.id, container.number);
  const refresh = dashboard.locator("[data-refresh]");
  const reported = (text: RegExp | string) => dashboard.getByRole("status").filter({ hasText: text });
  await test.step("line and terminal are asked, and the result is shown", async () => {
    await refresh.click();
    await expect(reported(/asked|Refreshed/)).toBeVisible();
    await expect(reported(/^Refreshed/)).toBeVisible();
  });
  await test.step("the plan does not include it", async () => {
    await withFeatures(["routing_data"], async () => {
      await refresh.click();
      await expect(reported("plan doesn’t include")).toContainText(
        "Container refresh is not enabled for this account",
      );
    });
  });
  await test.step("the minute's refreshes are used up", async () => {
    await readDashboard(
      `insert into rate_limit_pauses (bucket, paused_until) values ('refresh', now() + interval '40 seconds')
       on conflict (bucket) do update set paused_until = excluded.paused_until`,
    );
    try {
      await refresh.click();
      await expect(reported(/Retry in \d+s/)).toBeVisible();
      await expect(refresh).toHaveText(/In \d+s/);
      await expect(refresh).toBeDisabled();
    } finally {
      await readDashboard("delete from rate_limit_pauses where bucket = 'refresh'");
    }
  });
});

test("previous and next lead through the board's list, and through the list of a shipment found by its number", async ({
  dashboard,
}) => {
  const containerPage = new ContainerPage(dashboard);
  const steps = dashboard.getByRole("navigation", { name: "Previous and next container" });
  const back = dashboard.getByRole("navigation", { name: "Breadcrumb" });
  await test.step("the board's list", async () => {
    const board = new BoardPage(dashboard);
    await board.open("?queue=no-appointment");
    await expect(board.rows.first()).toBeVisible();
    const [first = "", second = ""] = await board.numbers();
    await board
      .row(first)
      .getByRole("link", { name: spaced(first) })
      .click();
    await containerPage.expectNumber(first);
    await expect(steps).toContainText(/^1 of [\d,]+$/);
    await expect(steps.getByRole("link", { name: "Previous in list" })).toHaveCount(0);
    await steps.getByRole("link", { name: "Next in list" }).click();
    await containerPage.expectNumber(second);
    await expect(steps).toContainText(/^2 of [\d,]+$/);
    await steps.getByRole("link", { name: "Previous in list" }).click();
    await containerPage.expectNumber(first);
    await back.getByRole("link").click();
    await expect(dashboard).toHaveURL(/\/board\?queue=no-appointment$/);
  });
  await test.step("a shipment's list", async () => {
    const [shipment] = await readDashboard<{ id: string; bol: string; numbers: string[] }>(
      `select s.id, s.attributes ->> 'bill_of_lading_number' as bol,
         array_agg(c.attributes ->> 'number' order by c.attributes ->> 'number') as numbers
       from shipments s join containers c on c.shipment_id = s.id
       group by s.id having count(*) > 1 order by count(*) desc, s.id limit 1`,
    );
    if (!shipment) throw new Error("No shipment has several containers.");
    const [first = "", second = ""] = shipment.numbers;
    await dashboard.goto("/shipments");
    // Text typed before the page is live is lost.
    await expect(dashboard.locator("[data-live=live]")).toBeVisible();
    const number = dashboard.getByRole("searchbox", { name: "Number or reference" });
    await number.fill(shipment.bol.toLowerCase());
    await number.press("Enter");
    await expect(dashboard).toHaveURL(/number=/);
    const row = dashboard.getByRole("row").filter({ hasText: shipment.bol });
    await expect(row).toHaveCount(1);
    await row.getByRole("link").first().click();
    await expect(dashboard.getByRole("heading", { level: 1, name: shipment.bol })).toBeVisible();
    await expect(dashboard.locator("[data-container]").filter({ visible: true })).toHaveCount(
      shipment.numbers.length,
    );
    await dashboard.getByRole("link", { name: spaced(first) }).click();
    await containerPage.expectNumber(first);
    await expect(steps).toContainText(`1 of ${shipment.numbers.length}`);
    await steps.getByRole("link", { name: "Next in list" }).click();
    await containerPage.expectNumber(second);
    await back.getByRole("link", { name: "Shipment" }).click();
    // The shipment keeps the search that it was found by.
    await expect(dashboard).toHaveURL(({ pathname }) => pathname === `/shipments/${shipment.id}`);
  });
  await test.step("an address of another site is ignored", async () => {
    const container = await containerOnTheGround(12);
    await dashboard.goto(`/containers/${container.id}?from=${encodeURIComponent("//example.com/board")}`);
    await containerPage.expectNumber(container.number);
    await expect(dashboard.locator("[data-live=live]")).toBeVisible();
    await expect(steps).toHaveCount(0);
    await expect(back.getByRole("link")).toHaveAttribute("href", "/board");
  });
});

/** Deletes a container's map, and lets its page wait for the next one. */
async function forgetMap(id: string): Promise<void> {
  await readDashboard("delete from container_maps where container_id = $1", [id]);
  await readDashboard(
    `insert into related_fetches (what, container_id, attempted_at) values ('map', $1, now())
     on conflict (what, container_id) do update set as_of = null, attempted_at = now(), code = null, problem = null`,
    [id],
  );
}

test("the voyage follows sea lanes until the service's map is stored, which needs no request per view", async ({
  dashboard,
}) => {
  const [container] = await readDashboard<{ id: string; number: string }>(
    "select id, attributes ->> 'number' as number from containers where attributes ->> 'current_status' = 'on_ship' order by id limit 1",
  );
  if (!container) throw new Error("No container is at sea.");
  const containerPage = new ContainerPage(dashboard);
  const voyage = containerPage.card("Voyage");
  await forgetMap(container.id);
  await containerPage.open(container.id, container.number);
  await expect(voyage).toContainText("Approximate route");
  await expect(voyage).toContainText(/Waiting for .* from the service/);
  await test.step("the plan lacks routing data", async () => {
    await withFeatures(["container_refresh"], async () => {
      await dashboard.getByRole("button", { name: "Update now" }).click();
      await expect(dashboard.getByText(/Updated, except the map/)).toBeVisible();
      await expect(voyage).toContainText("Routing Data");
      await expect(voyage.getByRole("img", { name: /Sea route/ })).toBeVisible();
      await expect(voyage).toContainText("Approximate route");
    }).finally(() =>
      readDashboard("delete from related_fetches where what = 'map' and container_id in ('', $1)", [
        container.id,
      ]),
    );
  });
  await test.step("the service's map", async () => {
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
  await test.step("an arrived container without a map", async () => {
    const [arrived] = await readDashboard<{ id: string; number: string }>(
      `select c.id, c.attributes ->> 'number' as number from containers c
        join shipments s on s.id = c.shipment_id where c.attributes ->> 'pod_discharged_at' is not null
          and left(s.attributes ->> 'port_of_lading_locode', 2) = any('{CN,HK,IN,KR,LK,MY,SG,TH,TW,VN}')
          and s.attributes ->> 'port_of_discharge_locode' = any('{USSAV,USNYC,USHOU,USORF,USCHS}')
        order by c.id limit 1`,
    );
    if (!arrived) throw new Error("No container arrived from Asia at the Atlantic coast.");
    await forgetMap(arrived.id);
    await containerPage.open(arrived.id, arrived.number);
    await expect(voyage).toContainText("Approximate route");
    const line = await voyage.locator("[data-leg=past]").first().getAttribute("d");
    expect(line?.match(/L/g)?.length ?? 0).toBeGreaterThan(20);
  });
});

test("the page fits a wide screen and a phone with every form open", async ({ openDashboard }) => {
  const container = await containerOnTheGround(5);
  await reportAt(container.number, {
    holds_at_pod_terminal: [{ name: "customs", status: "hold", description: "CET exam" }],
  });
  const page = await openDashboard({ viewport: { width: 1440, height: 900 } });
  await new ContainerPage(page).open(container.id, container.number);
  await page
    .getByRole("button", { name: /Log follow-up/ })
    .first()
    .click();
  await page.getByRole("button", { name: /Plan moves|Edit plan/ }).click();
  await page.getByRole("button", { name: "Edit container references" }).click();
  for (const size of [{ width: 1440, height: 900 }, PHONE]) {
    await page.setViewportSize(size);
    await expectNoSidewaysScroll(page);
    await expectNoProblems(page, `${size.width} px wide`);
  }
});
