import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { containerRecord, named, shipmentRecord } from "@/lib/contract/fixtures";
import { ALL_SHIPMENTS } from "@/lib/features/shipments/rules/shipment-address";
import type { ShipmentRow } from "@/lib/features/shipments/rules/shipment-row";
import { CONTAINER_STATES } from "@/lib/features/shipments/rules/worst-container";
import { applyRecords } from "@/lib/mirror/apply/apply";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { listShipments } from "./shipments";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;
const AS_OF = new Date("2026-11-01T20:00:00Z");
const SHIPMENTS = 90;
const ZONES = ["America/Los_Angeles", "America/New_York", "Asia/Kolkata", "Mars/Olympus", null] as const;

/** Returns a generator of numbers from 0 (inclusive) to 1 (exclusive), the same in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

const day = (number: number) => String(number).padStart(2, "0");

/** Containers in all states around the first days of November, when clocks change in the United States. */
function generated() {
  const random = seeded(7);
  const one = <T>(values: readonly T[]): T | undefined => values[Math.floor(random() * values.length)];
  const maybe = <T>(share: number, value: T) => (random() < share ? value : null);
  const instant = () =>
    `2026-11-${day(1 + Math.floor(random() * 9))}T${day(Math.floor(random() * 24))}:30:00Z`;
  return Array.from({ length: SHIPMENTS }, (_, at) => {
    const zone = one(ZONES) ?? null;
    const shipment = shipmentRecord(`s-${at}`, {
      bill_of_lading_number: `BOL${at}`,
      shipping_line_scac: one(["MAEU", "MSCU"]),
      pod_timezone: zone,
      pod_eta_at: maybe(0.8, instant()),
      pod_ata_at: maybe(0.4, instant()),
      line_tracking_stopped_at: maybe(0.2, instant()),
    });
    const containers = Array.from({ length: Math.floor(random() * 4) }, (__, container) => {
      const out = maybe(0.3, instant());
      return containerRecord(
        `c-${at}-${container}`,
        {
          ...{ number: `MSKU${1_000_000 + at * 10 + container}`, pod_timezone: zone },
          ...{ pod_discharged_at: maybe(0.8, "2026-10-30T10:00:00Z"), pod_full_out_at: out },
          empty_terminated_at: out && maybe(0.3, "2026-11-09T10:00:00Z"),
          current_status: one(["available", "not_available", "grounded", null, out && "empty_returned"]),
          ...{ availability_known: random() < 0.8, available_for_pickup: random() < 0.6 },
          holds_at_pod_terminal:
            random() < 0.3 ? [{ name: "customs", status: "hold", description: null }] : [],
          import_deadlines: { pickup_lfd_terminal: maybe(0.8, instant()) },
        },
        { shipment: named("shipment", `s-${at}`) },
      );
    });
    return [shipment, ...containers];
  }).flat();
}

beforeAll(async () => {
  dashboard = await openTestDashboard();
  await dashboard.pool.query(
    "insert into per_diem_terms (scac, free_days, counts) values ('MAEU', 2, 'calendar')",
  );
  await dashboard.db.transaction((tx) =>
    applyRecords(tx, generated(), { asOf: AS_OF, notificationId: null }),
  );
});
afterAll(() => dashboard.close());

async function sorted(order: typeof ALL_SHIPMENTS.order, now = AS_OF): Promise<ShipmentRow[]> {
  const { rows } = await listShipments(
    dashboard.db,
    { ...ALL_SHIPMENTS, order },
    { offset: 0, limit: 200 },
    now,
  );
  expect(rows).toHaveLength(SHIPMENTS);
  return rows;
}

const rankOf = ({ worst }: ShipmentRow) =>
  worst ? CONTAINER_STATES.indexOf(worst.state) : CONTAINER_STATES.length;
const endOf = ({ worst }: ShipmentRow) =>
  worst?.state !== "out" && worst?.state !== "return_late" && worst?.state !== "returned"
    ? Date.parse(worst?.deadline.governing?.endsAt ?? "9999-01-01T00:00:00Z")
    : 0;

describe("the order by worst container", () => {
  it.each([
    "2026-11-01T07:59:59Z",
    "2026-11-01T08:00:00Z",
    "2026-11-02T08:00:00Z",
    "2026-11-03T18:29:59Z",
    "2026-11-03T18:30:00Z",
    "2026-11-05T05:00:00Z",
    "2026-11-12T00:00:00Z",
  ])("matches the container rule at %s", async (at) => {
    const rows = await sorted({ by: "worst", descending: false }, new Date(at));
    const ranks = rows.map((row) => rankOf(row));
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
    for (const existing of CONTAINER_STATES) {
      const ends = rows.filter(({ worst }) => worst?.state === existing).map(endOf);
      expect(ends, existing).toEqual(ends.toSorted((a, b) => a - b));
    }
  });

  it("covers all container standings over these times", async () => {
    const seen = new Set<string>();
    for (const at of ["2026-11-01T08:00:00Z", "2026-11-05T05:00:00Z"])
      for (const { worst } of await sorted(null, new Date(at))) if (worst) seen.add(worst.state);
    expect([...seen].sort()).toEqual([...CONTAINER_STATES].sort());
  });
});

describe("the default order", () => {
  it("has the soonest ETA first, then shipments without ETA, then completed ones, latest first", async () => {
    const rows = await sorted(null);
    const over = (row: ShipmentRow) => row.arrived !== null || row.tracking.stoppedAt !== null;
    const kinds = rows.map((row) => (over(row) ? 2 : row.eta ? 0 : 1));
    expect(kinds).toEqual(kinds.toSorted());
    expect(new Set(kinds)).toEqual(new Set([0, 1, 2]));
    const coming = rows.filter((row) => !over(row)).map(({ eta }) => eta?.at ?? "9");
    expect(coming).toEqual(coming.toSorted());
    const past = rows.filter(over).map(({ arrived, eta }) => (arrived ?? eta)?.at ?? "0");
    expect(past).toEqual(past.toSorted().reverse());
  });

  it("is read from an index", async () => {
    await dashboard.pool.query("analyze shipments");
    const client = await dashboard.pool.connect();
    try {
      await client.query("begin; set local enable_seqscan = off; set local enable_sort = off");
      const { rows } = await client.query<{ "QUERY PLAN": string }>(`
        explain select s.id from shipments s order by (s.arrived_at is not null or s.tracking_stopped_at is not null),
          (case when not (s.arrived_at is not null or s.tracking_stopped_at is not null) then s.eta_at end),
          coalesce(s.arrived_at, s.eta_at) desc nulls last, s.id limit 100`);
      expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("shipments_soonest");
    } finally {
      await client.query("rollback");
      client.release();
    }
  });
});

it("fills the sort columns of existing shipments like new ones, even from invalid values", async () => {
  const sql = await readFile("lib/platform/database/migrations/0030_shipment_order.sql", "utf8");
  const [makeInstant = "", makeDay = "", fill = ""] = sql.split("--> statement-breakpoint").slice(1, 4);
  const reported = [
    [
      {
        pod_eta_at: "2026-11-21T07:30:00Z",
        pod_original_eta_at: "2026-11-18T20:00:00Z",
        pod_timezone: ZONES[0],
      },
      ["2026-11-21T07:30:00.000Z", null, 2],
    ],
    [
      { pod_ata_at: "2026-11-21T07:30:00", pod_original_eta_at: "2026-11-22", pod_timezone: ZONES[3] },
      [null, "2026-11-21T07:30:00.000Z", -1],
    ],
    [{ pod_eta_at: "2026-11-21" }, ["2026-11-21T00:00:00.000Z", null, null]],
    [{ pod_eta_at: "soon", pod_original_eta_at: "2026-11-22" }, [null, null, null]],
    [{}, [null, null, null]],
  ] as const;
  const client = await dashboard.pool.connect();
  try {
    await client.query("begin");
    for (const [at, [attributes]] of reported.entries())
      await client.query("insert into shipments (id, attributes, as_of) values ($1, $2, now())", [
        `b-${at}`,
        attributes,
      ]);
    for (const part of [makeInstant, makeDay, fill]) await client.query(part);
    const { rows } = await client.query<{
      eta_at: Date | null;
      arrived_at: Date | null;
      eta_drift: number | null;
    }>("select eta_at, arrived_at, eta_drift from shipments where id like 'b-%' order by id");
    expect(
      rows.map(({ eta_at, arrived_at, eta_drift }) => [
        eta_at?.toISOString() ?? null,
        arrived_at?.toISOString() ?? null,
        eta_drift,
      ]),
    ).toEqual(reported.map(([, columns]) => columns));
  } finally {
    await client.query("rollback");
    client.release();
  }
});
