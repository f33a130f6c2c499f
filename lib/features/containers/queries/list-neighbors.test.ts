import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { containerRecord, named, shipmentRecord } from "@/lib/contract/fixtures";
import { applyRecords } from "@/lib/mirror/apply/apply";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { findAdjacent, readListAddress } from "./list-neighbors";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;
const NOW = new Date("2026-11-20T17:00:00Z");

beforeAll(async () => {
  dashboard = await openTestDashboard();
  const containers = ["a", "b", "c", "d"].map((letter, index) =>
    containerRecord(
      `c-${letter}`,
      {
        number: `MSKU480796${index}`,
        pickup_lfd: `2026-11-2${index + 1}T12:00:00Z`,
        pod_discharged_at: "2026-11-14T18:00:00Z",
        availability_known: true,
        available_for_pickup: letter !== "c",
      },
      { shipment: named("shipment", letter === "d" ? "s-2" : "s-1") },
    ),
  );
  const records = [...containers, shipmentRecord("s-1"), shipmentRecord("s-2")];
  const origin = { asOf: NOW, notificationId: null };
  await dashboard.db.transaction((tx) => applyRecords(tx, records, origin));
});
afterAll(() => dashboard.close());

async function around(id: string, from: string) {
  const list = readListAddress(from);
  return list && findAdjacent(dashboard.db, id, list, NOW);
}

describe("previous and next container", () => {
  it("follow the board's order", async () => {
    expect(await around("c-a", "/board")).toEqual({ previous: null, next: "c-b", place: 1, total: 4 });
    expect(await around("c-d", "/board")).toEqual({ previous: "c-c", next: null, place: 4, total: 4 });
    expect(await around("c-b", "/board?sort=-container")).toMatchObject({ previous: "c-c", next: "c-a" });
  });

  it("are limited to the rows that match the filters", async () => {
    expect(await around("c-b", "/board?queue=no-appointment")).toEqual({
      previous: "c-a",
      next: "c-d",
      place: 2,
      total: 3,
    });
    expect(await around("c-b", "/board?q=4807961")).toEqual({
      previous: null,
      next: null,
      place: 1,
      total: 1,
    });
  });

  it("are null for a container that is not in the list", async () => {
    expect(await around("c-c", "/board?queue=no-appointment")).toBeNull();
    expect(await around("nobody", "/board")).toBeNull();
  });

  it("follow the order of numbers in a shipment", async () => {
    expect(await around("c-b", "/shipments/s-1")).toEqual({
      previous: "c-a",
      next: "c-c",
      place: 2,
      total: 3,
    });
    expect(await around("c-b", "/shipments/s-2")).toBeNull();
  });
});

describe("previous and next container in search results", () => {
  it("follow the order of the search page, which differs from the board's order", async () => {
    expect(await around("c-b", "/find?q=MSKU48079")).toEqual({
      previous: "c-a",
      next: "c-c",
      place: 2,
      total: 4,
    });
    expect(await around("c-d", "/find?q=MSKU48079&sort=-container")).toMatchObject({ next: null, place: 4 });
  });

  it.each(["/find", "/find?q=", "/find?q=NOBODY", "/find?q=MSKU4807960", "/find?q=JAK015053"])(
    "are null for a container that %s does not list",
    async (from) => {
      expect(await around("c-b", from)).toBeNull();
    },
  );
});

describe("list address", () => {
  it.each([
    [
      "/board?queue=held&line=MAEU&line=HLCU",
      { page: "board", query: { queue: "held", line: ["MAEU", "HLCU"] } },
    ],
    ["/find?q=PO%201", { page: "find", query: "PO 1" }],
    ["/find", { page: "find", query: "" }],
    [`/find?q=${"x".repeat(300)}`, { page: "find", query: "x".repeat(200) }],
    ["/shipments/s%201", { page: "shipment", id: "s 1" }],
  ])("is parsed: %s", (from, list) => {
    expect(readListAddress(from)).toEqual(list);
  });

  it.each([
    undefined,
    "",
    "board",
    "//example.com/board",
    "https://example.com/board",
    "/\\example.com/board",
    "javascript:alert(1)",
    "/settings",
    "/shipments",
    "/shipments/%E0%A4%A",
    "/board?q=\0",
    `/board?q=${"x".repeat(9_000)}`,
  ])("rejects %o", (from) => {
    expect(readListAddress(from)).toBeNull();
  });
});
