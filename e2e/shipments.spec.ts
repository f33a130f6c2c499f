import type { Page } from "@playwright/test";
import { roomToAsk } from "@/e2e/facts/account-room";
import { PHONE } from "@/e2e/support/page-assertions";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDesk, readService } from "@/e2e/system/databases";

const ADDED = "PO SIDE 77";
const SAID_AT = "2020-01-05T08:00:00Z";
/** Time for what waits until the service may be asked again. */
const WITH_ROOM_MS = 140_000;

const count = async (condition: string, values: unknown[] = []): Promise<number> => {
  const [row] = await readDesk<{ count: number }>(
    `select count(*)::int as count from shipments s where ${condition}`,
    values,
  );
  return row?.count ?? 0;
};

/** The list, once what its address asks for is shown. */
async function openList(page: Page, search = ""): Promise<void> {
  await page.goto(`/shipments${search}`);
  await expect(page.locator("[data-live=live]")).toBeVisible();
  await settled(page);
}

const settled = (page: Page) =>
  expect(page.locator("table[aria-rowcount]").filter({ visible: true })).toHaveAttribute(
    "aria-busy",
    "false",
  );

/** Waits until the list says as many as the desk holds, whatever comes in meanwhile. */
async function toldAsHeld(page: Page, condition: string, values: unknown[] = []): Promise<void> {
  await expect(async () => {
    const total = (await count(condition, values)).toLocaleString("en-US");
    const words = page.getByRole("status").filter({ hasText: new RegExp(`^${total} shipments?$`) });
    await expect(words).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 15_000 });
}

const rows = (page: Page) => page.locator("tr[data-shipment]").filter({ visible: true });

/** A shipment that no other test touches: the oldest that is tracked, of those the service has too. */
async function quietShipment() {
  const known = await readService<{ id: string }>("select id from shipments");
  const [found] = await readDesk<{ id: string; bol: string }>(
    `select s.id, s.attributes ->> 'bill_of_lading_number' as bol from shipments s
     where s.tracking_stopped_at is null and s.attributes ->> 'pod_eta_at' is not null and s.id = any($1)
     order by s.created_at, s.id limit 1`,
    [known.map(({ id }) => id)],
  );
  if (!found) throw new Error("No shipment is tracked.");
  return found;
}

test.describe("the list of shipments", () => {
  test("is narrowed by what stands in the address and by the chips, and says how many there are", async ({
    desk,
  }) => {
    const [port] = await readDesk<{ code: string }>(
      `select attributes ->> 'port_of_discharge_locode' as code from shipments
       where attributes ->> 'port_of_discharge_locode' is not null group by 1 order by count(*) desc, 1 limit 1`,
    );
    const code = port?.code ?? "";
    const there = "s.attributes ->> 'port_of_discharge_locode' = $1";
    await openList(desk, `?discharge=${code.toLowerCase()}`);
    await toldAsHeld(desk, there, [code]);
    await desk.getByRole("radio", { name: "Tracked" }).check({ force: true });
    await expect(desk).toHaveURL(/stopped=no&discharge=/);
    await toldAsHeld(desk, `${there} and s.tracking_stopped_at is null`, [code]);
    await desk.getByRole("button", { name: "Clear filters" }).first().click();
    await expect(desk).toHaveURL(/\/shipments$/);
    await toldAsHeld(desk, "true");
    await desk.getByRole("button", { name: "Port of discharge any" }).click();
    await desk.getByRole("option", { name: new RegExp(`, ${code}`) }).click();
    await expect(desk).toHaveURL(new RegExp(`discharge=${code}$`));
    await toldAsHeld(desk, there, [code]);
  });

  test("tells what in its address it cannot take, and goes on without it", async ({ desk }) => {
    await openList(desk, "?discharge=nowhere&from=2026-02-30&stopped=maybe&mood=good");
    const alert = desk.getByRole("alert").filter({ hasText: "the list of shipments does not have" });
    await expect(alert.getByRole("listitem")).toHaveCount(4);
    await toldAsHeld(desk, "true");
    await alert.getByRole("button", { name: "Go on without it" }).click();
    await expect(alert).toHaveCount(0);
    await expect(desk).toHaveURL(/\/shipments$/);
  });

  test("is walked by keys, opened and left the way it was found", async ({ desk }) => {
    const { bol, id } = await quietShipment();
    await openList(desk, `?stopped=no&number=${bol}`);
    await expect(rows(desk)).toHaveCount(1);
    await desk.keyboard.press("j");
    await expect(rows(desk).first().getByRole("link").first()).toBeFocused();
    await desk.keyboard.press("Enter");
    await expect(desk.getByRole("heading", { level: 1, name: bol })).toBeVisible();
    await expect(desk).toHaveURL(new RegExp(`/shipments/${id}\\?from=`));
    await desk.keyboard.press("u");
    await expect(desk).toHaveURL(
      new RegExp(`/shipments\\?number=${bol}&stopped=no$|\\?stopped=no&number=${bol}$`),
    );
    await expect(rows(desk)).toHaveCount(1);
  });

  test("is put in order by its headings, and by its address", async ({ desk }) => {
    /** Waits until the first row is the one that the desk holds first, whatever comes in meanwhile. */
    const firstBy = (order: string) =>
      expect(async () => {
        const [row] = await readDesk<{ id: string }>(
          `select s.id from shipments s order by ${order} limit 1`,
        );
        await expect(rows(desk).first()).toHaveAttribute("data-shipment", row?.id ?? "", { timeout: 1_000 });
      }).toPass({ timeout: 15_000 });
    await openList(desk);
    const number = desk.getByRole("columnheader", { name: "Shipment" });
    await number.getByRole("button").click();
    await expect(desk).toHaveURL(/\?sort=number$/);
    await expect(number).toHaveAttribute("aria-sort", "ascending");
    await firstBy(`s.search_keys[1] collate "C" nulls last`);
    await number.getByRole("button").click();
    await expect(desk).toHaveURL(/\?sort=-number$/);
    await firstBy(`s.search_keys[1] collate "C" desc nulls last`);
    await number.getByRole("button").click();
    await expect(desk).toHaveURL(/\/shipments$/);
    await openList(desk, "?sort=-created");
    await expect(desk.getByRole("columnheader", { name: /added/ })).toHaveAttribute(
      "aria-sort",
      "descending",
    );
    await firstBy("s.created_at desc nulls last");
  });

  test("says so where nothing matches, and is cards on a phone", async ({ openDesk }) => {
    const page = await openDesk({ viewport: PHONE });
    await page.goto("/shipments?number=no+such+number");
    await expect(page.locator("[data-live=live]")).toBeVisible();
    await expect(page.getByText("No shipment matches “no such number”")).toBeVisible();
    await page.getByRole("button", { name: "Clear filters" }).last().click();
    const cards = page
      .getByRole("list", { name: "Shipments, soonest ETA first" })
      .locator("a[data-shipment]");
    await expect(cards.first()).toBeVisible();
    await expect(page.getByRole("table")).toHaveCount(0);
  });
});

test.describe("the page of a shipment", () => {
  test("stops its tracking after saying what that means, and resumes it", async ({ desk }) => {
    test.setTimeout(WITH_ROOM_MS);
    await roomToAsk();
    const { id } = await quietShipment();
    await desk.goto(`/shipments/${id}`);
    await expect(desk.locator("[data-live=live]")).toBeVisible();
    await desk.getByRole("button", { name: "Stop tracking" }).click();
    await expect(desk.getByText("Nothing new comes for the shipment")).toBeVisible();
    await desk.getByRole("button", { name: "Leave it" }).click();
    await expect(desk.getByText("Nothing new comes for the shipment")).toHaveCount(0);
    await desk.getByRole("button", { name: "Stop tracking" }).click();
    await desk.getByRole("button", { name: "Stop tracking" }).click();
    await expect(desk.getByText("Stopped by hand")).toBeVisible();
    await desk.getByRole("button", { name: "Resume tracking" }).click();
    await expect(desk.getByText("They count against the plan’s limit")).toBeVisible();
    await desk.getByRole("button", { name: "Resume tracking" }).click();
    await expect(desk.getByRole("button", { name: "Stop tracking" })).toBeVisible();
    await expect.poll(() => count("s.id = $1 and s.tracking_stopped_at is null", [id])).toBe(1);
  });

  test("assigns and removes a party in the role the service takes, and shows its refusal of another", async ({
    desk,
  }) => {
    test.setTimeout(WITH_ROOM_MS);
    await roomToAsk();
    const { id } = await quietShipment();
    const name = `Shipment Side Haul ${Date.now()}`;
    await desk.goto(`/shipments/${id}`);
    await expect(desk.locator("[data-live=live]")).toBeVisible();
    // Where nobody is a party yet, the form begins with a new one.
    const company = desk.getByLabel("Company name of the new party");
    const another = desk.getByRole("button", { name: "New party" });
    await expect(company.or(another)).toBeVisible();
    if (await another.isVisible()) await another.click();
    await company.fill(name);
    await desk.getByRole("button", { name: "Create and assign" }).click();
    const remove = desk.getByRole("button", { name: `Remove ${name}` });
    await expect(remove).toBeVisible();

    await desk.getByLabel("Role").selectOption({ label: "Customs broker" });
    await desk.getByRole("combobox", { name: "Party" }).fill(name);
    await desk.getByRole("option", { name, exact: true }).click();
    await desk.getByRole("button", { name: "Assign", exact: true }).click();
    await expect(desk.getByLabel("Role")).toHaveAccessibleDescription(/role must be pickup_dray_carrier/);
    await expect(desk.getByLabel("Role")).toHaveValue("customs_broker");

    await remove.click();
    await expect(remove).toHaveCount(0);
  });

  test("tells how its ETA moved, in a table beside the chart", async ({ desk }) => {
    const { id } = await quietShipment();
    await readDesk(
      `insert into changes (subject_type, subject_id, field, before, after, zone, as_of)
       select 'shipment', id, 'pod_eta_at', to_jsonb(to_iso(((eta at time zone zone) - interval '3 days') at time zone zone)),
         to_jsonb(to_iso(eta)), zone, $2 from (select id, (attributes ->> 'pod_eta_at')::timestamptz as eta,
           coalesce(attributes ->> 'pod_timezone', 'UTC') as zone from shipments where id = $1) told`,
      [id, SAID_AT],
    );
    try {
      await readDesk("select pg_notify('drayboard_tags', $1)", [JSON.stringify([`shipment:${id}`])]);
      await desk.goto(`/shipments/${id}`);
      const table = desk.getByRole("table", { name: /^How the ETA at .* moved$/ }).first();
      await expect(table.locator("[data-eta=told]").filter({ hasText: "+3 d" }).first()).toBeVisible();
      await expect(desk.locator(".recharts-line").first()).toBeVisible();
      await expect(desk.getByText(/the day moved (once|\d+ times)/).first()).toBeVisible();
    } finally {
      await readDesk(
        "delete from changes where subject_type = 'shipment' and subject_id = $1 and as_of = $2",
        [id, SAID_AT],
      );
      await readDesk("select pg_notify('drayboard_tags', $1)", [JSON.stringify([`shipment:${id}`])]);
    }
  });

  test("has its references edited, and put back", async ({ desk }) => {
    test.setTimeout(WITH_ROOM_MS);
    await roomToAsk();
    const { id } = await quietShipment();
    const [before] = await readDesk<{ list: string[] | null }>(
      "select attributes -> 'ref_numbers' as list from shipments where id = $1",
      [id],
    );
    const references = before?.list ?? [];
    await desk.goto(`/shipments/${id}`);
    await expect(desk.locator("[data-live=live]")).toBeVisible();
    const field = desk.getByRole("textbox", { name: "References of the shipment" });
    for (const texts of [[...references, ADDED], references]) {
      await desk.getByRole("button", { name: "Edit references of the shipment" }).click();
      await field.fill(texts.join("\n"));
      await desk.getByRole("button", { name: "Save", exact: true }).click();
      await expect(field).toHaveCount(0);
      await expect(desk.getByRole("listitem").filter({ hasText: ADDED })).toHaveCount(
        texts.includes(ADDED) ? 1 : 0,
      );
    }
    const kept = "s.id = $1 and coalesce(s.attributes -> 'ref_numbers', '[]') = $2::jsonb";
    expect(await count(kept, [id, JSON.stringify(references)])).toBe(1);
  });
});
