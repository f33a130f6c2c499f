import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { containerRecord, named, requestRecord, shipmentRecord } from "@/lib/contract/fixtures";
import { applyRecords } from "@/lib/mirror/apply/apply";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { findMatches, MAX_FOUND } from "./find-numbers";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;

beforeAll(async () => {
  dashboard = await openTestDashboard();
  const shipment = (id: string, bol: string, references: string[] = []) =>
    shipmentRecord(id, { bill_of_lading_number: bol, normalized_number: null, ref_numbers: references });
  const records = [
    containerRecord("c-1", { number: "MSKU4807969" }),
    containerRecord("c-2", { number: "TCLU1111111", ref_numbers: ["container ref 9"] }),
    containerRecord("twin-1", { number: "OOLU6213464" }),
    containerRecord("twin-2", { number: "OOLU6213464" }),
    containerRecord("c-5", { number: "SAME12345" }),
    shipment("s-5", "SAME12345"),
    shipment("s-1", "MAEU221876618", ["PO 77-1"]),
    shipment("s-2", "HLCU_50%X"),
    shipment("s-3", "PREFIX4807969TAIL"),
    shipment("s-4", "BOOKED1"),
    shipment("s-6", "778899001"),
    ...Array.from({ length: MAX_FOUND + 5 }, (_, i) =>
      containerRecord(`many-${i}`, { number: `ZZZU${7_000_000 + i}` }),
    ),
    requestRecord("r-1", { request_number: "bkg 555" }, { tracked_object: named("shipment", "s-4") }),
    requestRecord("r-2", { request_number: "never found" }),
  ];
  const origin = { asOf: new Date("2026-11-20T12:00:00Z"), notificationId: null };
  await dashboard.db.transaction((tx) => applyRecords(tx, records, origin));
});
afterAll(() => dashboard.close());

const found = async (q: string) => {
  const { matches, more } = await findMatches(dashboard.db, q);
  return { ids: matches.map(({ page, id }) => `${page} ${id}`), more };
};

describe("findMatches", () => {
  it.each([
    ["a container", "MSKU4807969", "container c-1"],
    ["a container, spaced", " msku 480796-9 ", "container c-1"],
    ["a container among other words", "Container: MSKU480796-9 (urgent!)", "container c-1"],
    ["a bill of lading", "maeu-2218 76618", "shipment s-1"],
    ["a bill of lading among other words", "B/L no. #MAEU221876618;", "shipment s-1"],
    ["a bill of lading that the service has without its SCAC", "MSCU 778899001", "shipment s-6"],
    ["a shipment's reference", "po77 1", "shipment s-1"],
    ["the booking that was tracked", "BKG-555", "shipment s-4"],
    ["a container's reference", "CONTAINERREF9", "container c-2"],
    ["part of a container's number, before part of a BOL", "4807969", "container c-1"],
    ["part of a BOL", "2187661", "shipment s-1"],
    ["a container before a shipment of the same number", "SAME12345", "container c-5"],
    ["part of a BOL with a wildcard's signs in it", "_50%", "shipment s-2"],
    ["a wildcard's sign alone, for what it is", "%", "shipment s-2"],
  ])("finds %s: %s", async (_, q, match) => {
    expect(await found(q)).toEqual({ ids: [match], more: false });
  });

  it("says whether the whole number matches, or a part of it", async () => {
    const whole = async (q: string) => (await findMatches(dashboard.db, q)).whole;
    expect([await whole("MSKU4807969"), await whole("PO 77-1"), await whole("4807969")]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it("returns both containers of a shared number with equal rank", async () => {
    expect(await found("OOLU6213464")).toEqual({
      ids: ["container twin-1", "container twin-2"],
      more: false,
    });
  });

  it("returns at most the maximum number of partial matches and sets more", async () => {
    const { ids, more } = await found("ZZZU70000");
    expect(ids).toHaveLength(MAX_FOUND);
    expect(more).toBe(true);
  });

  it.each([
    ["is nothing's", "ZZZZ9999999"],
    ["is a container nobody tracks, with the serial of another", "TCLU4807969"],
    ["was never found by its request", "NEVER FOUND"],
    ["is two wildcards", "%%"],
    ["is a backslash", "\\"],
    ["is nothing", ""],
    ["is only dashes", " -- "],
    ["tries SQL", "' or 1=1 --"],
  ])("finds nothing when the text %s: %j", async (_, q) => {
    expect(await found(q)).toEqual({ ids: [], more: false });
  });
});
