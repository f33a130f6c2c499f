import { dayIn, dayText } from "@/e2e/facts/containers";
import { expectNoSidewaysScroll, PHONE } from "@/e2e/support/page-assertions";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDashboard } from "@/e2e/system/databases";

const FOUND_ON = dayIn("UTC", -3);
const FOUND_AT = `${FOUND_ON}T13:05:00Z`;
/** Dates of last year include the year. */
const LABELS = new RegExp(
  `deleted by tracking service since \\w{3}, ${dayText(FOUND_ON)}(, ${FOUND_ON.slice(0, 4)})?, 1:05 PM UTC`,
);

type Gone = { type: "shipment" | "tracking_request" | "party"; id: string };

/** Sends the notification that reconciliation sends when records were deleted upstream or are back. */
async function note(records: readonly Gone[], deletedUpstreamAt: string | null): Promise<void> {
  for (const { type, id } of records)
    await readDashboard(
      `insert into seen_records (type, id, sync_run_id, deleted_upstream_at) values ($1, $2, (select max(id) from sync_runs), $3)
       on conflict (type, id) do update set deleted_upstream_at = excluded.deleted_upstream_at`,
      [type, id, deletedUpstreamAt],
    );
  const shipments = records.filter(({ type }) => type === "shipment").map(({ id }) => `shipment:${id}`);
  await readDashboard("select pg_notify('drayboard_tags', $1)", [
    JSON.stringify([...shipments, "requests", "parties"]),
  ]);
}

const oneOf = async (table: string): Promise<string> => {
  const [row] = await readDashboard<{ id: string }>(
    `select id from ${table} order by ${table === "parties" ? "lower(company_name)" : "created_at desc"}, id limit 1`,
  );
  if (!row) throw new Error(`There are no ${table}.`);
  return row.id;
};

test("what the service no longer has stays and is marked, on a wide screen and on a phone", async ({
  dashboard: page,
}) => {
  const shipment = await oneOf("shipments");
  const [{ bol } = { bol: "" }] = await readDashboard<{ bol: string }>(
    "select attributes ->> 'bill_of_lading_number' as bol from shipments where id = $1",
    [shipment],
  );
  const request = await oneOf("tracking_requests");
  const party = await oneOf("parties");
  const records: Gone[] = [
    { type: "shipment", id: shipment },
    { type: "tracking_request", id: request },
    { type: "party", id: party },
  ];
  const places = [
    { path: `/shipments?number=${bol}`, mark: page.locator(`[data-shipment="${shipment}"] [data-gone]`) },
    { path: `/shipments/${shipment}`, mark: page.locator("p[data-gone]") },
    { path: "/track", mark: page.locator(`[data-request="${request}"] [data-gone]`) },
    { path: "/parties", mark: page.locator(`[data-party="${party}"] [data-gone]`) },
  ];
  const wide = page.viewportSize() ?? PHONE;
  try {
    await note(records, FOUND_AT);
    for (const { path, mark } of places) {
      await page.goto(path);
      for (const size of [wide, PHONE]) {
        await page.setViewportSize(size);
        // The list for the other screen may be in the document, hidden.
        await expect(mark.filter({ visible: true })).toHaveText(LABELS);
        await expectNoSidewaysScroll(page, path);
      }
      await page.setViewportSize(wide);
    }
  } finally {
    await note(records, null);
  }
  for (const { path } of places) {
    await page.goto(path);
    await expect(page.locator("[data-live=live]")).toBeVisible();
    await expect(page.locator("[data-gone]")).toHaveCount(0);
  }
});
