import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { containerRecord, named, notificationBody, shipmentRecord } from "@/lib/contract/fixtures";
import { openDatabase } from "@/lib/platform/database/client";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { processNext, processWaiting } from "./process";
import { noteBody } from "./test-inbox-delivery";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;
let other: ReturnType<typeof openDatabase>;

beforeAll(async () => {
  dashboard = await openTestDashboard();
  other = openDatabase(dashboard.url, { max: 2 });
});
afterAll(async () => {
  await other.pool.end();
  await dashboard.close();
});

type Reported = { container: "c-1" | "c-2"; facts: Record<string, unknown>; eta: string };

const reportedArbitrary: fc.Arbitrary<Reported> = fc.record({
  container: fc.constantFrom("c-1", "c-2"),
  facts: fc.record(
    {
      seal_number: fc.constantFrom("A", "B", null),
      location_at_pod_terminal: fc.constantFrom("G1", "G2"),
      terminal_checked_at: fc.constantFrom("2026-11-20T06:00:00Z", "2026-11-20T07:00:00Z"),
      pod_rail_carrier_scac: fc.constantFrom("BNSF", "CSXT"),
    },
    { requiredKeys: [] },
  ),
  eta: fc.constantFrom("2026-11-21T10:00:00Z", "2026-11-22T10:00:00Z"),
});

const bodyOf = ({ container, facts, eta }: Reported, n: number) =>
  notificationBody({
    id: `n-${n}`,
    createdAt: new Date(Date.UTC(2026, 10, 20, 8, n)).toISOString(),
    reference: named("container", container),
    included: [
      containerRecord(container, facts, { shipment: named("shipment", "s-1") }),
      shipmentRecord("s-1", { pod_eta_at: eta }),
    ],
  });

async function mirror() {
  const { rows: containers } = await dashboard.pool.query(
    `select id, attributes, relationships, carrier_as_of, terminal_as_of, rail_as_of from containers order by id`,
  );
  const { rows: shipments } = await dashboard.pool.query("select id, attributes, as_of from shipments");
  const { rows: history } = await dashboard.pool.query(`
    select subject_id, field, before, after, as_of, notification_id from changes
    order by subject_id, field, as_of, notification_id`);
  const { rows: board } = await dashboard.pool.query("select container_id, row from board_rows order by 1");
  return { containers, shipments, history, board };
}

async function begin(): Promise<void> {
  await dashboard.emptyMirror("inbox", "fetch_queue");
}

async function drain(step: () => Promise<boolean>): Promise<void> {
  while (await step());
}

it("leaves the same mirror and history with two workers, for any arrival order and with duplicates", async () => {
  const cases = fc.array(reportedArbitrary, { minLength: 2, maxLength: 8 }).chain((reported) =>
    fc.record({
      reported: fc.constant(reported),
      arrivals: fc.array(fc.nat({ max: reported.length - 1 }), { maxLength: 4 }).chain((twice) => {
        const all = [...reported.map((_, n) => n), ...twice];
        return fc
          .shuffledSubarray(
            all.map((_, at) => at),
            { minLength: all.length },
          )
          .map((order) => order.map((at) => all[at] ?? 0));
      }),
      pause: fc.nat({ max: 6 }),
    }),
  );
  await fc.assert(
    fc.asyncProperty(cases, async ({ reported, arrivals, pause }) => {
      await begin();
      const bodies = reported.map(bodyOf);
      for (const body of bodies) {
        await noteBody(dashboard.pool, body);
        await processNext(dashboard.db);
      }
      const inOrder = await mirror();
      await begin();
      for (const [place, n] of arrivals.entries()) {
        await noteBody(dashboard.pool, bodies[n] ?? "");
        if (place === pause) await processWaiting(dashboard.db);
      }
      await Promise.all([drain(() => processNext(dashboard.db)), drain(() => processWaiting(other.db))]);
      await drain(() => processWaiting(dashboard.db));
      const { rows } = await dashboard.pool.query(
        "select count(*)::int as left from inbox where processed_at is null",
      );
      expect(rows).toEqual([{ left: 0 }]);
      expect(await mirror()).toEqual(inOrder);
    }),
    { numRuns: 12 },
  );
});
