import type { Page } from "@playwright/test";
import { requestAllowance } from "@/e2e/facts/account-room";
import { PHONE } from "@/e2e/support/page-assertions";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDashboard, readService } from "@/e2e/system/databases";

const ADDED = "PO SIDE 77";
const REPORTED_AT = "2020-01-05T08:00:00Z";
/** Time limit for steps that wait for the request limit of the service. */
const WITH_ROOM_MS = 140_000;

const count = async (condition: string, values: unknown[] = []): Promise<number> => {
  const [row] = await readDashboard<{ count: number }>(
    `select count(*)::int as count from shipments s where ${condition}`,
    values,
  );
  return row?.count ?? 0;
};

/** Opens the list and waits until it matches its URL. */
async function openList(page: Page, search = ""): Promise<void> {
  await page.goto(`/shipments${search}`);
  await expect(page.locator("[data-live=live]")).toBeVisible();
  await untilUpdated(page);
}

const untilUpdated = (page: Page) =>
  expect(page.locator("table[aria-rowcount]").filter({ visible: true })).toHaveAttribute(
    "aria-busy",
    "false",
  );

/** Waits until the list shows the dashboard's count, which may change meanwhile. */
async function reportedAsHeld(page: Page, condition: string, values: unknown[] = []): Promise<void> {
  await expect(async () => {
    const total = (await count(condition, values)).toLocaleString("en-US");
    const text = page
      .getByRole("status")
      .filter({ hasText: new RegExp(`^${total}( of [\\d,]+)? shipments?$`) });
    await expect(text).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 15_000 });
}

const rows = (page: Page) => page.locator("tr[data-shipment]").filter({ visible: true });

/** A shipment that no other test uses: the oldest tracked one that also exists at the service. */
async function quietShipment() {
  const known = await readService<{ id: string }>("select id from shipments");
  const [found] = await readDashboard<{ id: string; bol: string }>(
    `select s.id, s.attributes ->> 'bill_of_lading_number' as bol from shipments s
     where s.tracking_stopped_at is null and s.attributes ->> 'pod_eta_at' is not null and s.id = any($1)
     order by s.created_at, s.id limit 1`,
    [known.map(({ id }) => id)],
  );
  if (!found) throw new Error("No shipment is tracked.");
  return found;
}

test("the list of shipments is filtered, sorted and stepped through by URL, mouse and keyboard, also on a phone", async ({
  dashboard,
  openDashboard,
}) => {
  await test.step("filters by the URL and by chips, and the count", async () => {
    const [port] = await readDashboard<{ code: string }>(
      `select attributes ->> 'port_of_discharge_locode' as code from shipments
       where attributes ->> 'port_of_discharge_locode' is not null group by 1 order by count(*) desc, 1 limit 1`,
    );
    const code = port?.code ?? "";
    const there = "s.attributes ->> 'port_of_discharge_locode' = $1";
    await openList(dashboard, `?discharge=${code.toLowerCase()}`);
    await reportedAsHeld(dashboard, there, [code]);
    await dashboard.getByRole("radio", { name: "Tracked" }).check({ force: true });
    await expect(dashboard).toHaveURL(/stopped=no&discharge=/);
    await reportedAsHeld(dashboard, `${there} and s.tracking_stopped_at is null`, [code]);
    await dashboard.getByRole("button", { name: "Clear filters" }).first().click();
    await expect(dashboard).toHaveURL(/\/shipments$/);
    await reportedAsHeld(dashboard, "true");
    await dashboard.getByRole("button", { name: "Port of discharge any" }).click();
    await dashboard.getByRole("option", { name: new RegExp(`, ${code}`) }).click();
    await expect(dashboard).toHaveURL(new RegExp(`discharge=${code}$`));
    await reportedAsHeld(dashboard, there, [code]);
  });

  await test.step("invalid parts of the URL are shown and ignored", async () => {
    await openList(dashboard, "?discharge=nowhere&from=2026-02-30&stopped=maybe&mood=good");
    const alert = dashboard.getByRole("alert").filter({ hasText: "invalid for the list of shipments" });
    await expect(alert.getByRole("listitem")).toHaveCount(4);
    await reportedAsHeld(dashboard, "true");
    await alert.getByRole("button", { name: "Remove them" }).click();
    await expect(alert).toHaveCount(0);
    await expect(dashboard).toHaveURL(/\/shipments$/);
  });

  await test.step("order by its headers and by its URL", async () => {
    /** Waits until the first row matches the dashboard's first row, which may change meanwhile. */
    const firstBy = (order: string) =>
      expect(async () => {
        const [row] = await readDashboard<{ id: string }>(
          `select s.id from shipments s order by ${order} limit 1`,
        );
        await expect(rows(dashboard).first()).toHaveAttribute("data-shipment", row?.id ?? "", {
          timeout: 1_000,
        });
      }).toPass({ timeout: 15_000 });
    const number = dashboard.getByRole("columnheader", { name: "Shipment" });
    await number.getByRole("button").click();
    await expect(dashboard).toHaveURL(/\?sort=number$/);
    await expect(number).toHaveAttribute("aria-sort", "ascending");
    await firstBy(`s.search_keys[1] collate "C" nulls last`);
    await number.getByRole("button").click();
    await expect(dashboard).toHaveURL(/\?sort=-number$/);
    await firstBy(`s.search_keys[1] collate "C" desc nulls last`);
    await number.getByRole("button").click();
    await expect(dashboard).toHaveURL(/\/shipments$/);
    await openList(dashboard, "?sort=-created");
    await expect(dashboard.getByRole("columnheader", { name: /added/ })).toHaveAttribute(
      "aria-sort",
      "descending",
    );
    await firstBy("s.created_at desc nulls last");
  });

  await test.step("a shipment is opened by keyboard, and the list is unchanged on return", async () => {
    const { bol, id } = await quietShipment();
    await openList(dashboard, `?stopped=no&number=${bol}`);
    await expect(rows(dashboard)).toHaveCount(1);
    await dashboard.keyboard.press("j");
    await expect(rows(dashboard).first().getByRole("link").first()).toBeFocused();
    await dashboard.keyboard.press("Enter");
    await expect(dashboard.getByRole("heading", { level: 1, name: bol })).toBeVisible();
    await expect(dashboard).toHaveURL(new RegExp(`/shipments/${id}\\?from=`));
    await dashboard.keyboard.press("u");
    await expect(dashboard).toHaveURL(
      new RegExp(`/shipments\\?number=${bol}&stopped=no$|\\?stopped=no&number=${bol}$`),
    );
    await expect(rows(dashboard)).toHaveCount(1);
  });

  await test.step("on a phone: a message without matches, and cards", async () => {
    const page = await openDashboard({ viewport: PHONE });
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

test("a shipment's page shows its ETA history, and changes parties, references and tracking at the service", async ({
  dashboard,
}) => {
  test.setTimeout(WITH_ROOM_MS);
  await requestAllowance(25);
  const { id } = await quietShipment();

  await test.step("the ETA history is in a table next to the chart", async () => {
    await readDashboard(
      `insert into changes (subject_type, subject_id, field, before, after, zone, as_of)
       select 'shipment', id, 'pod_eta_at', to_jsonb(to_iso(((eta at time zone zone) - interval '3 days') at time zone zone)),
         to_jsonb(to_iso(eta)), zone, $2 from (select id, (attributes ->> 'pod_eta_at')::timestamptz as eta,
           coalesce(attributes ->> 'pod_timezone', 'UTC') as zone from shipments where id = $1) reported`,
      [id, REPORTED_AT],
    );
    try {
      await readDashboard("select pg_notify('drayboard_tags', $1)", [JSON.stringify([`shipment:${id}`])]);
      await dashboard.goto(`/shipments/${id}`);
      const table = dashboard.getByRole("table", { name: /^ETA changes at / }).first();
      await expect(table.locator("[data-eta=reported]").filter({ hasText: "+3d" }).first()).toBeVisible();
      await expect(dashboard.locator(".recharts-line").first()).toBeVisible();
      await expect(
        dashboard.getByText(/the ETA date (did not change|changed (once|\d+ times))/).first(),
      ).toBeVisible();
    } finally {
      await readDashboard(
        "delete from changes where subject_type = 'shipment' and subject_id = $1 and as_of = $2",
        [id, REPORTED_AT],
      );
      await readDashboard("select pg_notify('drayboard_tags', $1)", [JSON.stringify([`shipment:${id}`])]);
    }
  });

  await test.step("a party is assigned in a role that the service accepts, and its rejection of another role is shown", async () => {
    const name = `Shipment Side Haul ${Date.now()}`;
    await expect(dashboard.locator("[data-live=live]")).toBeVisible();
    await dashboard.getByRole("combobox", { name: "Party" }).fill(name);
    await dashboard.getByRole("option", { name: `Create “${name}”` }).click();
    await dashboard.getByRole("button", { name: "Create and assign" }).click();
    const remove = dashboard.getByRole("button", { name: `Remove ${name}` });
    await expect(remove).toBeVisible();

    await dashboard.getByLabel("Role").selectOption({ label: "Customs broker" });
    await dashboard.getByRole("combobox", { name: "Party" }).fill(name);
    await dashboard.getByRole("option", { name, exact: true }).click();
    await dashboard.getByRole("button", { name: "Assign", exact: true }).click();
    await expect(dashboard.getByLabel("Role")).toHaveAccessibleDescription(
      /role must be pickup_dray_carrier/,
    );
    await expect(dashboard.getByLabel("Role")).toHaveValue("customs_broker");

    await remove.click();
    await expect(remove).toHaveCount(0);
    await dashboard.getByRole("button", { name: "Undo" }).click();
    await expect(remove).toBeVisible();
    await expect(dashboard.getByText(`Undone: ${name} is assigned again.`)).toBeVisible();
    await remove.click();
    await expect(remove).toHaveCount(0);
  });

  await test.step("references are edited and restored", async () => {
    const [before] = await readDashboard<{ list: string[] | null }>(
      "select attributes -> 'ref_numbers' as list from shipments where id = $1",
      [id],
    );
    const references = before?.list ?? [];
    const field = dashboard.getByRole("textbox", { name: "Shipment references" });
    for (const texts of [[...references, ADDED], references]) {
      await dashboard.getByRole("button", { name: "Edit shipment references" }).click();
      await field.fill(texts.join("\n"));
      await dashboard.getByRole("button", { name: "Save", exact: true }).click();
      await expect(field).toHaveCount(0);
      await expect(dashboard.getByRole("listitem").filter({ hasText: ADDED })).toHaveCount(
        texts.includes(ADDED) ? 1 : 0,
      );
    }
    const stored = "s.id = $1 and coalesce(s.attributes -> 'ref_numbers', '[]') = $2::jsonb";
    expect(await count(stored, [id, JSON.stringify(references)])).toBe(1);
  });

  await test.step("tracking is stopped after its effect was explained, and resumed", async () => {
    await dashboard.getByRole("button", { name: "Stop tracking" }).click();
    await expect(dashboard.getByText("won’t update until tracking is resumed")).toBeVisible();
    await dashboard.getByRole("button", { name: "Cancel" }).click();
    await expect(dashboard.getByText("won’t update until tracking is resumed")).toHaveCount(0);
    await dashboard.getByRole("button", { name: "Stop tracking" }).click();
    await dashboard.getByRole("button", { name: "Stop tracking" }).click();
    await expect(dashboard.getByText("Stopped by a user")).toBeVisible();
    await dashboard.getByRole("button", { name: "Resume tracking" }).click();
    await expect(dashboard.getByText("They count toward the plan’s limit")).toBeVisible();
    await dashboard.getByRole("button", { name: "Resume tracking" }).click();
    await expect(dashboard.getByRole("button", { name: "Stop tracking" })).toBeVisible();
    await expect.poll(() => count("s.id = $1 and s.tracking_stopped_at is null", [id])).toBe(1);
  });
});
