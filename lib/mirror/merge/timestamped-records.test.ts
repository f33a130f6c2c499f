import { expect, it } from "vitest";
import { named } from "@/lib/contract/fixtures";
import { type DatedRecord, foldReports } from "./timestamped-records";

const report = (id: string, time: string, attributes: Record<string, unknown>): DatedRecord => ({
  type: "port",
  id,
  attributes,
  unconfirmed: [],
  asOf: new Date(`2026-11-20T${time}:00Z`),
});

const older = report("p-1", "08:00", { name: "San Pedro", code: "USLAX" });
const newer = report("p-1", "09:00", { name: "Los Angeles" });

it.each([
  ["in order", [older, newer]],
  ["the newer one first", [newer, older]],
])("merges two reports of one record, %s: the newer one wins and dates the record", (_, reports) => {
  expect(foldReports(reports)).toMatchObject([
    { id: "p-1", attributes: { name: "Los Angeles", code: "USLAX" }, asOf: newer.asOf },
  ]);
});

it("keeps records of another id or another type apart", () => {
  const others = [report("p-2", "08:00", {}), { ...report("p-1", "08:00", {}), type: "terminal" }];
  expect(foldReports([older, ...others])).toHaveLength(3);
});

it("keeps a relationship that a newer report only links to", () => {
  const container = { data: named("container", "c-1") };
  const [merged] = foldReports([
    { ...older, relationships: { container, shipment: container } },
    { ...newer, relationships: { container: {}, shipment: { data: null } } },
  ]);
  expect(merged?.relationships).toEqual({ container, shipment: { data: null } });
});
