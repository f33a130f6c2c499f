import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { testContainer } from "@/lib/domain/container/test-container";
import { readPasts } from "@/lib/features/reports/materialize/read-history";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { listReports, writeHistory } from "./change-history";
import type { DatedChange, Observation } from "./merge";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;
beforeAll(async () => {
  dashboard = await openTestDashboard();
});
afterAll(() => dashboard.close());

const asOf = new Date("2026-11-20T08:00:00.123Z");
const places = ["A1", "B2", "C3", "D4", "E5"];
const reportOf = (place: string): Observation => ({
  asOf,
  readUntil: null,
  receivedAt: asOf,
  notificationId: `n-${place}`,
  facts: { location_at_pod_terminal: place },
  always: true,
});
const feeChange = (amount: number): DatedChange => ({
  field: "fees_at_pod_terminal",
  before: [{ type: "demurrage", amount, currency_code: "USD" }],
  after: [{ type: "demurrage", amount: amount + 1, currency_code: "USD" }],
  zone: null,
  asOf,
  notificationId: `n-${amount}`,
});

it("lists reports of one millisecond in arrival order, wherever the database has since moved their rows", async () => {
  const container = testContainer({});
  const ids = ["a-1", container.id];
  await dashboard.db.transaction(async (tx) => {
    for (const [n, place] of places.entries())
      await writeHistory(
        tx,
        "container",
        ids.map((id) => ({ id, changes: [feeChange(n)], withdrawn: [], stored: [reportOf(place)] })),
      );
    // A row whose subject was changed temporarily moves to the end of its table and its index.
    for (const table of ["source_updates", "changes"].map((name) => sql.identifier(name)))
      for (const [from, to] of ids.flatMap((id) => [
        [id, "elsewhere"],
        ["elsewhere", id],
      ]))
        await tx.execute(
          sql`update ${table} set subject_id = ${to} where id = (select min(id) from ${table} where subject_id = ${from})`,
        );
    const listed = await listReports(tx, "container", ids);
    for (const id of ids)
      expect(listed.get(id)?.map(({ facts }) => facts.location_at_pod_terminal)).toEqual(places);
    const pasts = await readPasts(tx, [container]);
    expect(pasts.get(container.id)?.changes.map(({ before }) => before)).toEqual(
      places.map((_, n) => feeChange(n).before).reverse(),
    );
  });
});

it("keeps each change in the chain when a notification and its follow-up fetch report one field at one instant", async () => {
  const changes = [1, 2].map((amount) => ({ ...feeChange(amount), notificationId: "n-1" }));
  const links = await dashboard.db.transaction(async (tx) => {
    await writeHistory(tx, "container", [{ id: "b-1", changes, withdrawn: [], stored: [] }]);
    const { rows } = await tx.execute(sql`select before from changes where subject_id = 'b-1' order by id`);
    return rows;
  });
  expect(links).toEqual(changes.map(({ before }) => ({ before })));
});
