import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  containerRecord,
  partyRecord,
  requestRecord,
  shipmentRecord,
  terminalRecord,
} from "@/lib/contract/fixtures";
import { applyContainers } from "@/lib/mirror/apply/apply-containers";
import { applyParties } from "@/lib/mirror/apply/apply-parties";
import { applyReferenceRecords } from "@/lib/mirror/apply/apply-reference-records";
import { applyShipments } from "@/lib/mirror/apply/apply-shipments";
import { applyTrackingRequests } from "@/lib/mirror/apply/apply-tracking-requests";
import { ChangeSet } from "@/lib/mirror/changed-records";
import { datedRecords, observationsOf, readReport } from "@/lib/mirror/merge/observations";
import type { Transaction } from "./client";
import { inBatches } from "./statement-batches";
import { openTestDashboard } from "./test-dashboard-database";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;

beforeAll(async () => {
  dashboard = await openTestDashboard();
});
afterAll(() => dashboard.close());

const many = <T>(count: number, make: (id: string) => T) =>
  Array.from({ length: count }, (_, n) => make(`x-${n}`));

describe("a list imported in one transaction", () => {
  const asOf = new Date("2026-11-20T08:00:00Z");
  const origin = { asOf, notificationId: null };
  const changeSet = new ChangeSet();
  const records = [
    ...many(7_000, (id) => containerRecord(id)),
    ...many(9_000, (id) => shipmentRecord(id)),
    ...many(9_000, (id) => requestRecord(id)),
    ...many(17_000, (id) => partyRecord(id, "Dray")),
    ...many(14_000, (id) => terminalRecord(id, "Pier")),
  ];
  const read = [readReport({ records, origin })];
  const parties = datedRecords(read, "party");
  it.each<[string, number, (tx: Transaction) => Promise<void>]>([
    ["containers", 7_000, (tx) => applyContainers(tx, observationsOf(read, "container"), changeSet)],
    ["shipments", 9_000, (tx) => applyShipments(tx, observationsOf(read, "shipment"), changeSet)],
    [
      "tracking_requests",
      9_000,
      (tx) => applyTrackingRequests(tx, datedRecords(read, "tracking_request"), changeSet),
    ],
    ["parties", 17_000, (tx) => applyParties(tx, parties, asOf, changeSet)],
    [
      "reference_records",
      14_000,
      (tx) => applyReferenceRecords(tx, datedRecords(read, "terminal"), changeSet),
    ],
  ])("of %s is imported completely, at first and again", async (table, count, apply) => {
    for (const _ of [1, 2]) await dashboard.db.transaction(apply);
    const { rows } = await dashboard.db.execute(
      sql`select count(*)::int as held from ${sql.identifier(table)}`,
    );
    expect(rows).toEqual([{ held: count }]);
  });
});

describe("batches", () => {
  it.each([
    [0, []],
    [1, [1]],
    [1_000, [1_000]],
    [2_001, [1_000, 1_000, 1]],
  ])("for %i rows", (count, sizes) => {
    const rows = Array.from({ length: count }, (_, n) => n);
    expect([...inBatches(rows)].map(({ length }) => length)).toEqual(sizes);
    expect([...inBatches(rows)].flat()).toEqual(rows);
  });
});
