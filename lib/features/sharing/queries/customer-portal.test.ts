import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  containerRecord,
  named,
  partyRecord,
  requestRecord,
  roleRecord,
  shipmentRecord,
} from "@/lib/contract/fixtures";
import { READINESS_STATES } from "@/lib/domain/readiness/readiness";
import { PORTAL_FILTERS, type PortalFilter, portalTable } from "@/lib/features/sharing/rules/portal";
import { applyRecords } from "@/lib/mirror/apply/apply";
import { users } from "@/lib/platform/database/schema/schema";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import {
  exportCustomerContainers,
  isCustomersContainer,
  listCustomerContainers,
  seesCharges,
} from "./customer-portal";

const NOW = new Date("2026-11-20T17:00:00Z");
/**
 * The containers by owner: by a role on the container, by a role on its shipment, by its tracking request. The last has
 * no owner.
 */
const CONTAINERS = ["own", "shipment", "tracked", "sibling", "other", "nobody"];
const MINE = ["c-own", "c-shipment", "c-tracked"];

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;
let ids: Record<"mine" | "other" | "none" | "viewer" | "disabled", string>;

beforeAll(async () => {
  dashboard = await openTestDashboard();
  const containers = CONTAINERS.flatMap((name, n) => {
    // The sibling is on the shipment of "own", where none of the customer's parties has a role.
    const shipment = name === "sibling" ? "s-own" : `s-${name}`;
    return [
      containerRecord(
        `c-${name}`,
        {
          number: `MSKU${1_000_000 + n}`,
          ref_numbers: [`PO-${name}`],
          fees_at_pod_terminal: [{ type: "demurrage", amount: 310, currency_code: "USD" }],
        },
        { shipment: named("shipment", shipment) },
      ),
      ...(name === "sibling" ? [] : [shipmentRecord(shipment, { bill_of_lading_number: `BL${name}` })]),
    ];
  });
  const onShipment = roleRecord("r-2", "s-shipment", "p-mine");
  const records = [
    ...containers,
    partyRecord("p-mine", "Lakin"),
    partyRecord("p-other", "Other"),
    roleRecord("r-1", "c-own", "p-mine"),
    {
      ...onShipment,
      attributes: {
        ...onShipment.attributes,
        role: "customer",
        roleable_type: "Shipment",
        roleable_id: "s-shipment",
      },
    },
    roleRecord("r-3", "c-other", "p-other"),
    requestRecord(
      "q-1",
      {},
      { tracked_object: named("shipment", "s-tracked"), customer: named("party", "p-mine") },
    ),
  ];
  await dashboard.db.transaction((tx) => applyRecords(tx, records, { asOf: NOW, notificationId: null }));
  const created = await dashboard.db
    .insert(users)
    .values([
      { email: "mine@example.com", role: "customer", partyIds: ["p-mine"], seesCharges: true },
      { email: "other@example.com", role: "customer", partyIds: ["p-other"] },
      { email: "none@example.com", role: "customer" },
      { email: "viewer@example.com", role: "viewer", partyIds: ["p-mine"] },
      { email: "disabled@example.com", role: "customer", partyIds: ["p-mine"], disabledAt: NOW },
    ])
    .returning();
  const idOf = (name: string) => created.find(({ email }) => email === `${name}@example.com`)?.id ?? "";
  ids = {
    mine: idOf("mine"),
    other: idOf("other"),
    none: idOf("none"),
    viewer: idOf("viewer"),
    disabled: idOf("disabled"),
  };
});
afterAll(() => dashboard.close());

const list = async (who: keyof typeof ids, q = "", filter: PortalFilter = "all") => {
  const found = await listCustomerContainers(dashboard.db, ids[who], { q, filter, page: 1 });
  return { ...found, ids: found.rows.map(({ id }) => id).sort() };
};

describe("the containers of a customer", () => {
  it("are those of their parties by container role, shipment role or tracking request", async () => {
    expect((await list("mine")).ids).toEqual(MINE.toSorted());
    expect((await list("other")).ids).toEqual(["c-other"]);
  });

  it.each(["none", "viewer", "disabled"] as const)("are none for %s", async (who) => {
    expect(await list(who)).toMatchObject({ ids: [], total: 0, page: 1, pages: 1 });
    expect(await isCustomersContainer(dashboard.db, ids[who], "c-own")).toBe(false);
  });

  it("have their own pages, containers of other customers do not", async () => {
    for (const name of CONTAINERS) {
      const id = `c-${name}`;
      expect(await isCustomersContainer(dashboard.db, ids.mine, id), id).toBe(MINE.includes(id));
    }
    for (const id of ["", "c", "c-own\0", "%", "s-own", "' or true --"])
      expect(await isCustomersContainer(dashboard.db, ids.mine, id), id).toBe(false);
  });

  it("are found by number, reference or bill of lading, never those of other customers", async () => {
    expect((await list("mine", "msku 100000-0")).ids).toEqual(["c-own"]);
    expect((await list("mine", "PO-tracked")).ids).toEqual(["c-tracked"]);
    expect((await list("mine", "blshipment")).ids).toEqual(["c-shipment"]);
    for (const q of ["PO-other", "blother", "1000004", "%", "_", "'"])
      expect(
        (await list("mine", q)).ids.filter((id) => !MINE.includes(id)),
        q,
      ).toEqual([]);
  });

  it("are not found by names or the team's notes", async () => {
    await dashboard.pool.query(
      "insert into planned_moves (container_id, note) values ('c-own', 'Broker unpaid')",
    );
    await dashboard.db.transaction((tx) =>
      applyRecords(
        tx,
        [
          shipmentRecord("s-own", {
            bill_of_lading_number: "BLown",
            customer_name: "Zulu Foods",
            pod_vessel_name: "EVER GIVEN",
          }),
        ],
        { asOf: new Date(NOW.getTime() + 1_000), notificationId: null },
      ),
    );
    const { rows } = await dashboard.pool.query(
      "select search_text from board_rows where container_id = 'c-own'",
    );
    expect(rows[0].search_text).toMatch(/zulu foods ever given.* broker unpaid/);
    for (const q of ["broker", "unpaid", "zulu", "ever given"])
      expect((await list("mine", q)).ids, q).toEqual([]);
  });

  it("are counted by state and filtered, and are the same in the file", async () => {
    const { counts } = await list("mine");
    expect(counts.all).toBe(MINE.length);
    for (const { id } of PORTAL_FILTERS) {
      const found = await list("mine", "", id);
      expect(found.total, id).toBe(counts[id]);
      const exported: string[] = [];
      for await (const rows of exportCustomerContainers(dashboard.db, ids.mine, { q: "", filter: id }))
        exported.push(...rows.map(({ number }) => number));
      expect(exported, id).toEqual(found.rows.map(({ row }) => row.number));
    }
    const states = PORTAL_FILTERS.filter(({ states: each }) => each !== null);
    expect(states.reduce((sum, { id }) => sum + counts[id], 0)).toBe(counts.all);
    expect(states.flatMap(({ states: each }) => each ?? []).sort()).toEqual([...READINESS_STATES].sort());
  });

  it("have charges in the file only when granted", () => {
    expect(portalTable(true).headings).toContain("Charges reported so far");
    expect(portalTable(false).headings.join()).not.toMatch(/Charges/);
  });

  it("show charges only when granted and never show the names of others", async () => {
    const [mine, other] = [await list("mine"), await list("other")];
    expect(await seesCharges(dashboard.db, ids.mine)).toBe(true);
    expect(JSON.stringify(mine.rows)).toContain("$310.00");
    expect(JSON.stringify(other.rows)).not.toContain("310");
    expect(JSON.stringify([mine.rows, other.rows])).not.toMatch(/Lakin|Other/);
  });

  it("are removed when their tracking request is deleted upstream", async () => {
    await dashboard.pool.query(
      "insert into seen_records (type, id, sync_run_id, deleted_upstream_at) values ('tracking_request', 'q-1', 1, now())",
    );
    expect((await list("mine")).ids).toEqual(["c-own", "c-shipment"]);
    expect(await isCustomersContainer(dashboard.db, ids.mine, "c-tracked")).toBe(false);
    // A restored request shows its containers again.
    await dashboard.pool.query("update seen_records set deleted_upstream_at = null where id = 'q-1'");
    expect((await list("mine")).ids).toEqual(MINE.toSorted());
  });

  it("are removed when the party is removed from the user", async () => {
    await dashboard.pool.query("update users set party_ids = '{}' where email = 'other@example.com'");
    expect((await list("other")).ids).toEqual([]);
  });
});
