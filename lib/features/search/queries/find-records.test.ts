import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  containerRecord,
  named,
  partyRecord,
  roleRecord,
  shipmentRecord,
  terminalRecord,
} from "@/lib/contract/fixtures";
import { applyRecords } from "@/lib/mirror/apply/apply";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { findRecords } from "./find-records";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;
let reader: string;

async function user(email: string): Promise<string> {
  const { rows } = await dashboard.pool.query<{ id: string }>(
    "insert into users (email, password_hash) values ($1, 'x') returning id",
    [email],
  );
  return rows[0]?.id ?? "";
}

/** A container of a customer on a vessel, at a terminal. */
const containerOf = (
  n: number,
  { customer, vessel, terminal }: { customer: string; vessel: string; terminal: string },
) => [
  shipmentRecord(`n-${n}`, {
    bill_of_lading_number: `NAMED${n}`,
    normalized_number: null,
    ref_numbers: [],
    customer_name: customer,
    pod_vessel_name: vessel,
    shipping_line_scac: "HLCU",
    shipping_line_short_name: "Hapag-Lloyd",
  }),
  containerRecord(
    `n-${n}`,
    { number: `TCLU200000${n}` },
    { shipment: named("shipment", `n-${n}`), pod_terminal: named("terminal", terminal) },
  ),
];

beforeAll(async () => {
  dashboard = await openTestDashboard();
  const records = [
    shipmentRecord("s-1", { bill_of_lading_number: "MAEU221876618", ref_numbers: ["PO 77-1"] }),
    containerRecord("c-1", { number: "MSKU4807969" }, { shipment: named("shipment", "s-1") }),
    ...Array.from({ length: 9 }, (_, i) => containerRecord(`m-${i}`, { number: `OOLU480796${i}` })),
    partyRecord("p-1", "Harbor <script>alert(1)</script> Drayage"),
    partyRecord("p-2", "The Harbor 100%"),
    { ...partyRecord("p-3", ""), attributes: { company_name: "Keystone Haulage", nickname: "KEY" } },
    roleRecord("r-3", "n-1", "p-3"),
    terminalRecord("t-1", "APM Pier 400"),
    terminalRecord("t-2", "Everport"),
    ...containerOf(1, { customer: "Lakin-Grady", vessel: "EVER GIVEN", terminal: "t-1" }),
    ...containerOf(2, { customer: "Lakin-Grady", vessel: "EVER GIVEN", terminal: "t-2" }),
    ...containerOf(3, { customer: "Forever Foods", vessel: "MSC LAKIN", terminal: "t-1" }),
    ...containerOf(4, { customer: "Peñalosa Hermanos", vessel: "MSC GÜLSÜN", terminal: "t-4" }),
    partyRecord("p-5", "Ørsted Weißmann"),
  ];
  const origin = { asOf: new Date("2026-11-20T12:00:00Z"), notificationId: null };
  await dashboard.db.transaction((tx) => applyRecords(tx, records, origin));
  reader = await user("ana@example.com");
  const other = await user("ben@example.com");
  await dashboard.pool.query(
    "insert into views (owner_id, name, shared, address) values ($1, 'Harbor pulls', false, 'queue=held'), ($2, 'Harbor shared', true, ''), ($2, 'Harbor secret', false, '')",
    [reader, other],
  );
  await dashboard.pool.query(
    "insert into planned_moves (container_id, note) values ('n-3', 'Broker wants\nthe seal number'), ('n-2', '')",
  );
});
afterAll(() => dashboard.close());

const search = (q: string, each = 6) => findRecords(dashboard.db, q, { reader, each });
const found = async (q: string) => (await search(q)).map(({ kind, id }) => `${kind} ${id}`);

describe("search by number", () => {
  it("finds containers by number, reference and bill of lading, and the shipment", async () => {
    expect(await found("msku 480796-9")).toEqual(["container c-1"]);
    expect(await found("po77 1")).toEqual(["container c-1", "shipment s-1"]);
    expect(await found("maeu2218")).toEqual(["container c-1", "shipment s-1"]);
    expect(await found("2187661")).toEqual(["container c-1", "shipment s-1"]);
  });

  it("names the reference or bill of lading that was found, and counts a shipment's containers", async () => {
    const [container, shipment] = await search("PO 77-1");
    expect(container?.note).toMatch(/^PO 77-1 · /);
    expect((await search("4807969"))[0]?.note).not.toMatch(/4807969/);
    expect(shipment).toMatchObject({ kind: "shipment", containers: 1 });
    expect((await search("MAEU22"))[0]?.note).toMatch(/^MAEU221876618 · /);
  });

  it("finds at most six per kind, first those that start with the text", async () => {
    expect(await found("480796")).toHaveLength(6);
    const names = (await search("OOLU48079")).map(({ name }) => name);
    expect(names).toHaveLength(6);
    expect(names.every((name) => name.startsWith("OOLU48079"))).toBe(true);
    expect((await found("48079690")).length).toBe(0);
    expect((await search("7969", 2))[0]?.kind).toBe("container");
  });
});

describe("search by name", () => {
  it.each([
    ["gulsun", ["vessel MSC GÜLSÜN"]],
    ["MSC Gulsun", ["vessel MSC GÜLSÜN"]],
    ["GÜLSÜN", ["vessel MSC GÜLSÜN"]],
    ["Penalosa", ["customer Peñalosa Hermanos"]],
    ["peñalosa", ["customer Peñalosa Hermanos"]],
    ["orsted weissmann", ["party p-5"]],
    ["muller", ["note n-4"]],
  ])("finds names with and without accents: %s", async (text, names) => {
    await dashboard.pool.query(
      "insert into planned_moves (container_id, note) values ('n-4', 'Ask Müller') on conflict do nothing",
    );
    expect(await found(text)).toEqual(names);
  });

  it("ranks names that start with the text, then words, then parts, each with its containers", async () => {
    const matches = await search("ever");
    expect(matches.map(({ kind, name, containers }) => [kind, name, containers])).toEqual([
      ["vessel", "EVER GIVEN", 2],
      ["terminal", "Everport", 1],
      ["customer", "Forever Foods", 1],
    ]);
    expect((await search("lakin")).map(({ kind, id, containers }) => [kind, id, containers])).toEqual([
      ["customer", "Lakin-Grady", 2],
      ["vessel", "MSC LAKIN", 1],
    ]);
    expect(await found("given ever")).toEqual(["vessel EVER GIVEN"]);
    expect(await found("pier-400")).toEqual(["terminal APM Pier 400"]);
    expect(await found("lakin grady")).toEqual(["customer Lakin-Grady"]);
  });

  it("finds shipping lines by name and SCAC, dray carriers by name and nickname", async () => {
    expect((await search("hapag lloyd"))[0]).toMatchObject({
      ...{ kind: "line", id: "HLCU", name: "Hapag-Lloyd", note: "HLCU", containers: 4 },
    });
    expect(await found("hlcu")).toEqual(["line HLCU"]);
    const [carrier, ...others] = await search("key");
    expect(carrier).toMatchObject({ kind: "carrier", id: "p-3", name: "Keystone Haulage", containers: 1 });
    expect(others).toEqual([]);
  });

  it("finds parties without containers, and only own and shared views", async () => {
    const matches = await search("harbor");
    expect(matches.map(({ kind, name }) => `${kind}: ${name}`)).toEqual([
      "party: Harbor <script>alert(1)</script> Drayage",
      "party: The Harbor 100%",
      "view: Harbor pulls",
      "view: Harbor shared",
    ]);
    expect(matches[2]).toMatchObject({ address: "queue=held", note: "" });
    expect(matches[3]?.note).toBe("ben@example.com’s view");
  });

  it("finds containers by words of the note, and shows them", async () => {
    expect(await search("seal broker")).toMatchObject([
      { kind: "note", id: "n-3", name: "TCLU2000003", note: "Broker wants the seal number" },
    ]);
    expect(await found("se")).toEqual([]);
  });

  it("treats wildcard characters literally", async () => {
    expect(await found("100%")).toEqual(["party p-2"]);
    expect(await found("1_0%")).toEqual([]);
  });
});

it.each([[""], ["   "], ["\0"], ["' or 1=1 --"], ["\\"], ["zzzz".repeat(50)], ["%%"], ["é̂".repeat(99)]])(
  "finds nothing for %j",
  async (q) => {
    expect(await found(q)).toEqual([]);
  },
);
