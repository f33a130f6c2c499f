import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testContext } from "@/lib/auth/commands/test-context";
import { named, partyRecord, shipmentRecord } from "@/lib/contract/fixtures";
import { assignParty, removeParty } from "@/lib/features/parties/commands/party-roles";
import { findPartyName, renameParty } from "@/lib/features/parties/commands/rename-party";
import { loadShipmentRoles } from "@/lib/features/shipments/queries/shipment-page";
import { applyRecords } from "@/lib/mirror/apply/apply";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { TrackingClient } from "@/lib/tracking-client/client";
import { type Recorded, type StubResponse, StubService } from "@/lib/tracking-client/test-stub-service";
import { editList, findList } from "./edit-references";
import { findStopped, switchTracking } from "./switch-tracking";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;
let stub: StubService;
let response: (request: Recorded) => StubResponse | undefined;

const ctx = () =>
  testContext(dashboard.db, undefined, {
    tracking: new TrackingClient({ baseUrl: stub.baseUrl, key: "key", patienceMs: 0 }),
  });

beforeAll(async () => {
  dashboard = await openTestDashboard();
  stub = await StubService.start((request) => response(request));
});
afterAll(async () => {
  await stub.stop();
  await dashboard.close();
});
beforeEach(async () => {
  stub.requests.length = 0;
  response = () => undefined;
  await dashboard.pool.query(
    "delete from shipments; delete from parties; delete from party_roles; delete from changes; delete from source_updates",
  );
  const records = [
    shipmentRecord("s-1", { ref_numbers: ["PO-1"], tags: [] }),
    shipmentRecord("s-2", {
      line_tracking_stopped_at: "2026-11-19T10:00:00Z",
      line_tracking_stopped_reason: "no_updates_at_line",
    }),
    partyRecord("p-1", "Harbor Dray"),
  ];
  const origin = { asOf: new Date("2026-11-20T08:00:00Z"), notificationId: null };
  await dashboard.db.transaction((tx) => applyRecords(tx, records, origin));
});

const refusal = (pointer: string, detail: string): StubResponse => ({
  status: 422,
  body: { errors: [{ status: "422", title: "Refused", detail, source: { pointer } }] },
});
const sent = () => JSON.parse(stub.requests[0]?.body ?? "{}");

describe("tracking of a shipment", () => {
  it("is stopped and resumed at the service, and shows its response", async () => {
    response = () => ({
      body: { data: shipmentRecord("s-1", { line_tracking_stopped_at: "2026-11-20T19:00:00Z" }) },
    });
    expect(await switchTracking(ctx(), { shipmentId: "s-1", stops: true })).toBe("now");
    expect(await findStopped(dashboard.db, "s-1")).toBe(true);
    response = () => ({ body: { data: shipmentRecord("s-1", { line_tracking_stopped_at: null }) } });
    expect(await switchTracking(ctx(), { shipmentId: "s-1", stops: false })).toBe("now");
    expect(await findStopped(dashboard.db, "s-1")).toBe(false);
    expect(stub.asked).toEqual(["PATCH shipments/s-1/stop_tracking", "PATCH shipments/s-1/resume_tracking"]);
  });

  it.each([
    ["s-2", true, "changed_meanwhile"],
    ["s-1", false, "changed_meanwhile"],
    ["nobody", true, "not_found"],
  ] as const)(
    "sends no request when the state is already set or the shipment is unknown: %s",
    async (id, stops, code) => {
      await expect(switchTracking(ctx(), { shipmentId: id, stops: stops })).rejects.toMatchObject({ code });
      expect(stub.requests).toEqual([]);
    },
  );

  it("stays stopped when the plan limit is reached", async () => {
    response = () => ({
      status: 403,
      body: { errors: [{ status: "403", title: "Limit reached", detail: "No room for 3 containers." }] },
    });
    await expect(switchTracking(ctx(), { shipmentId: "s-2", stops: false })).rejects.toMatchObject({
      ...{ code: "not_allowed", message: expect.stringContaining("No room for 3 containers.") },
    });
    expect(await findStopped(dashboard.db, "s-2")).toBe(true);
  });
});

const SHIPMENT = { type: "shipment", id: "s-1" } as const;
const assign = (role: string) => assignParty(ctx(), { on: SHIPMENT, role, parties: [{ id: "p-1" }] });

describe("a party role on a shipment", () => {
  const role = (id: string, name: string) => ({
    ...{ id, type: "party_role", attributes: { role: name } },
    relationships: { party: { data: named("party", "p-1") } },
  });

  it("is created from the input, even if the response omits the shipment, and removed", async () => {
    response = ({ method }) =>
      method === "POST" ? { status: 201, body: { data: role("r-1", "customs_broker") } } : { status: 204 };
    expect(await assign("customs_broker")).toMatchObject({ visibility: "now" });
    expect(sent().data.attributes).toEqual({ role: "customs_broker" });
    expect((await loadShipmentRoles(dashboard.db, "s-1")).roles).toEqual([
      { roleId: "r-1", partyId: "p-1", role: "customs_broker", name: "Harbor Dray" },
    ]);
    const removed = await removeParty(ctx(), { on: SHIPMENT, roles: [{ roleId: "r-1" }] });
    expect(removed.visibility).toBe("now");
    expect((await loadShipmentRoles(dashboard.db, "s-1")).roles).toEqual([]);
    expect(stub.asked).toEqual(["POST shipments/s-1/party_roles", "DELETE shipments/s-1/party_roles/r-1"]);
  });

  it("returns the error of the service for a role it does not accept", async () => {
    response = () => refusal("/data/attributes/role", "role must be pickup_dray_carrier.");
    await expect(assign("customer")).rejects.toMatchObject({
      code: "refused_by_service",
      details: [{ pointer: "/data/attributes/role", message: "role must be pickup_dray_carrier." }],
    });
    expect((await loadShipmentRoles(dashboard.db, "s-1")).roles).toEqual([]);
  });

  it("is not sent when the role is undocumented", async () => {
    await expect(assign("captain")).rejects.toThrow();
    expect(stub.requests).toEqual([]);
  });
});

describe("the references and tags of a shipment", () => {
  it("are replaced, first at the service", async () => {
    response = () => ({ body: { data: shipmentRecord("s-1", { tags: ["hot"] }) } });
    const edit = { on: SHIPMENT, list: "shipmentTags" as const, before: [], after: ["hot"] };
    expect(await editList(ctx(), edit)).toBe("now");
    expect(sent().data.attributes).toEqual({ tags: ["hot"] });
    expect(await findList(dashboard.db, SHIPMENT, "shipmentTags")).toEqual(["hot"]);
    expect(await findList(dashboard.db, SHIPMENT, "shipmentReferences")).toEqual(["PO-1"]);
  });

  it.each([
    ["s-1", ["PO-0"], "changed_meanwhile"],
    ["nobody", [], "not_found"],
  ] as const)("are not sent when another user changed them: %s", async (shipmentId, before, code) => {
    const on = { type: "shipment" as const, id: shipmentId };
    const edit = { on, list: "shipmentReferences" as const, before: [...before], after: ["PO-2"] };
    await expect(editList(ctx(), edit)).rejects.toMatchObject({ code });
    expect(stub.requests).toEqual([]);
  });
});

describe("the name of a party", () => {
  it("is changed at the service and in the mirror", async () => {
    response = () => ({ body: { data: partyRecord("p-1", "Harbor Haul") } });
    expect(await renameParty(ctx(), { id: "p-1", before: "Harbor Dray", after: "Harbor Haul" })).toBe("now");
    expect(stub.asked).toEqual(["PATCH parties/p-1"]);
    expect(sent()).toEqual({
      data: { type: "party", id: "p-1", attributes: { company_name: "Harbor Haul" } },
    });
    expect(await findPartyName(dashboard.db, "p-1")).toBe("Harbor Haul");
  });

  it.each([
    ["p-1", "Another Name", "changed_meanwhile"],
    ["nobody", "Harbor Dray", "not_found"],
  ] as const)("is not sent when another user changed it: %s", async (id, before, code) => {
    await expect(renameParty(ctx(), { id, before: before, after: "Mine" })).rejects.toMatchObject({
      code,
    });
    expect(stub.requests).toEqual([]);
  });

  it("stays unchanged when the service rejects the new name", async () => {
    response = () => refusal("/data/attributes/company_name", "can't be blank");
    await expect(renameParty(ctx(), { id: "p-1", before: "Harbor Dray", after: "" })).rejects.toMatchObject({
      details: [{ pointer: "/data/attributes/company_name", message: "can't be blank" }],
    });
    expect(await findPartyName(dashboard.db, "p-1")).toBe("Harbor Dray");
  });
});
