import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { containerRecord, named, partyRecord, shipmentRecord } from "@/lib/contract/fixtures";
import { applyRecords } from "@/lib/mirror/apply/apply";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { findForPalette } from "./quick-open";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;
let reader: string;

async function user(email: string): Promise<string> {
  const { rows } = await dashboard.pool.query<{ id: string }>(
    "insert into users (email, password_hash) values ($1, 'x') returning id",
    [email],
  );
  return rows[0]?.id ?? "";
}

beforeAll(async () => {
  dashboard = await openTestDashboard();
  const records = [
    shipmentRecord("s-1", { bill_of_lading_number: "MAEU221876618", ref_numbers: ["PO 77-1"] }),
    containerRecord("c-1", { number: "MSKU4807969" }, { shipment: named("shipment", "s-1") }),
    ...Array.from({ length: 9 }, (_, i) => containerRecord(`m-${i}`, { number: `OOLU480796${i}` })),
    partyRecord("p-1", "Harbor <script>alert(1)</script> Drayage"),
    partyRecord("p-2", "The Harbor 100%"),
  ];
  const origin = { asOf: new Date("2026-11-20T12:00:00Z"), notificationId: null };
  await dashboard.db.transaction((tx) => applyRecords(tx, records, origin));
  reader = await user("ana@example.com");
  const other = await user("ben@example.com");
  await dashboard.pool.query(
    "insert into views (owner_id, name, shared, address) values ($1, 'Harbor pulls', false, 'queue=held'), ($2, 'Harbor shared', true, ''), ($2, 'Harbor secret', false, '')",
    [reader, other],
  );
});
afterAll(() => dashboard.close());

const found = async (q: string) =>
  (await findForPalette(dashboard.db, q, reader)).map(({ kind, id }) => `${kind} ${id}`);

describe("quick open", () => {
  it("finds containers by number, reference and bill of lading, and the shipment", async () => {
    expect(await found("msku 480796-9")).toEqual(["container c-1"]);
    expect(await found("po77 1")).toEqual(["container c-1", "shipment s-1"]);
    expect(await found("maeu2218")).toEqual(["container c-1", "shipment s-1"]);
  });

  it("finds at most six per type and prefers names that start with the text", async () => {
    const six = await found("480796");
    expect(six).toHaveLength(6);
    const names = (await findForPalette(dashboard.db, "OOLU48079", reader)).map(({ name }) => name);
    expect(names).toHaveLength(6);
    expect(names.every((name) => name.startsWith("OOLU48079"))).toBe(true);
  });

  it("finds parties by any part of their name, and only own and shared views", async () => {
    const matches = await findForPalette(dashboard.db, "harbor", reader);
    expect(matches.map(({ kind, name }) => `${kind}: ${name}`)).toEqual([
      "party: Harbor <script>alert(1)</script> Drayage",
      "party: The Harbor 100%",
      "view: Harbor pulls",
      "view: Harbor shared",
    ]);
    expect(matches[2]).toMatchObject({ address: "queue=held", note: "" });
    expect(matches[3]?.note).toBe("ben@example.com’s view");
  });

  it("treats wildcard characters literally", async () => {
    expect(await found("100%")).toEqual(["party p-2"]);
    expect(await found("1_0%")).toEqual([]);
  });

  it.each([[""], ["   "], ["\0"], ["' or 1=1 --"], ["\\"], ["zzzz".repeat(50)]])(
    "finds nothing for %j",
    async (q) => {
      expect(await found(q)).toEqual([]);
    },
  );
});
