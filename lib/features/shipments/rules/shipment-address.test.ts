import { describe, expect, it } from "vitest";
import {
  ALL_SHIPMENTS,
  narrowsShipments,
  partyShipmentsHref,
  readShipmentQuery,
  shipmentListAddress,
  shipmentParams,
  widenedShipments,
} from "./shipment-address";

const read = (search: string) => readShipmentQuery(new URLSearchParams(search));
const places = (search: string) => read(search).problems.map(({ place }) => place);

describe("readShipmentQuery", () => {
  it("reads and writes the same address in a fixed order", () => {
    const search =
      "number=MAEU+1&stopped=yes&lading=CNSHA&discharge=USLAX&discharge=USNYC&line=MAEU&party=p-1&from=2026-11-20&to=2026-11-30&sort=-drift";
    const { query, problems } = read(search);
    expect(problems).toEqual([]);
    expect(shipmentParams(query).toString()).toBe(search);
    expect(narrowsShipments(query)).toBe(true);
    expect(narrowsShipments(ALL_SHIPMENTS)).toBe(false);
    expect(narrowsShipments(read("sort=worst").query)).toBe(false);
    expect(shipmentParams(widenedShipments(query)).toString()).toBe("sort=-drift");
  });

  it("accepts codes in any case and removes duplicates", () => {
    expect(read("discharge=uslax&discharge=USLAX&line=maeu").query.choices).toMatchObject({
      discharge: ["USLAX"],
      line: ["MAEU"],
    });
  });

  it.each([
    ["stopped=perhaps", "stopped"],
    ["lading=Shanghai", "lading"],
    ["discharge=US", "discharge"],
    ["line=M%20AE", "line"],
    ["from=20.11.2026", "from"],
    ["from=2026-02-30", "from"],
    ["to=2026-11-31", "to"],
    ["to=0026-11-20", "to"],
    ["from=2026-11-20&to=2026-11-19", "to"],
    ["page=2", "page"],
    ["sort=mood", "sort"],
    ["sort=eta,number", "sort"],
    [`number=${"x".repeat(201)}`, "number"],
    ["number=a%00b", "number"],
    [`party=${"x".repeat(301)}`, "party"],
  ])("reports an invalid parameter: %s", (search, place) => {
    expect(places(search)).toEqual([place]);
  });

  it("keeps the valid parameters when one is invalid", () => {
    const { query, problems } = read("discharge=USLAX&discharge=nowhere&from=never&stopped=no");
    expect(problems).toHaveLength(2);
    expect(shipmentParams(query).toString()).toBe("stopped=no&discharge=USLAX");
  });

  it("accepts at most fifty values per filter and reports the others", () => {
    const search = Array.from({ length: 52 }, (_, at) => `party=p-${at}`).join("&");
    expect(read(search).query.choices.party).toHaveLength(50);
    expect(places(search)).toEqual(["party", "party"]);
  });

  it("reads back any party id from the address of its shipments", () => {
    const id = "p/1&stopped=yes";
    expect(read(partyShipmentsHref(id).split("?")[1] ?? "").query).toEqual({
      ...ALL_SHIPMENTS,
      choices: { ...ALL_SHIPMENTS.choices, party: [id] },
    });
  });
});

describe("shipmentListAddress", () => {
  it.each(["/shipments", "/shipments?stopped=yes"])("accepts %s", (from) => {
    expect(shipmentListAddress(from)).toBe(from);
  });

  it.each([
    undefined,
    "",
    "/board",
    "//shipments",
    "/shipments/s-1",
    "https://example.com/shipments",
    "javascript:alert(1)",
    "/shipments?\0",
    `/shipments?${"x".repeat(8_000)}`,
  ])("rejects %s", (from) => {
    expect(shipmentListAddress(from)).toBeNull();
  });
});
