import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testContext } from "@/lib/auth/commands/test-context";
import { containerRecord, named, shipmentRecord } from "@/lib/contract/fixtures";
import { applyRecords } from "@/lib/mirror/apply/apply";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { TrackingClient } from "@/lib/tracking-client/client";
import { type StubResponse, StubService } from "@/lib/tracking-client/test-stub-service";
import { changeEntries, editList, findList, shortListSchema } from "./edit-references";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;
let stub: StubService;
let response: StubResponse | undefined;

const ctx = () =>
  testContext(dashboard.db, undefined, {
    tracking: new TrackingClient({ baseUrl: stub.baseUrl, key: "key", patienceMs: 0 }),
  });

beforeAll(async () => {
  dashboard = await openTestDashboard();
  stub = await StubService.start(() => response);
});
afterAll(async () => {
  await stub.stop();
  await dashboard.close();
});
beforeEach(async () => {
  stub.requests.length = 0;
  response = undefined;
  await dashboard.pool.query(
    "delete from containers; delete from shipments; delete from changes; delete from source_updates",
  );
  const records = [
    containerRecord("c-1", { ref_numbers: ["PO-1"] }, { shipment: named("shipment", "s-1") }),
    shipmentRecord("s-1", { ref_numbers: [], tags: ["hot"] }),
    containerRecord("c-2", {}),
  ];
  const origin = { asOf: new Date("2026-11-20T08:00:00Z"), notificationId: null };
  await dashboard.db.transaction((tx) => applyRecords(tx, records, origin));
});

const container = (id: string) => ({ type: "container" as const, id });
type ListEdit = Parameters<typeof editList>[1];
const edit = (change: Partial<ListEdit> = {}): ListEdit => ({
  on: container("c-1"),
  list: "containerReferences",
  before: ["PO-1"],
  after: ["PO-2", "PO 3"],
  ...change,
});

it("replaces the references of a container, first at the service", async () => {
  response = { body: { data: containerRecord("c-1", { ref_numbers: ["PO-2", "PO 3"] }) } };
  expect(await editList(ctx(), edit())).toBe("now");
  expect(stub.asked).toEqual(["PATCH containers"]);
  expect(JSON.parse(stub.requests[0]?.body ?? "")).toEqual({
    data: { type: "container", id: "c-1", attributes: { ref_numbers: ["PO-2", "PO 3"] } },
  });
  expect(await findList(dashboard.db, container("c-1"), "containerReferences")).toEqual(["PO-2", "PO 3"]);
});

it("sends only the edited list of a shipment", async () => {
  response = { body: { data: shipmentRecord("s-1", { tags: [] }) } };
  await editList(ctx(), edit({ list: "shipmentTags", before: ["hot"], after: [] }));
  expect(stub.asked).toEqual(["PATCH shipments/s-1"]);
  expect(JSON.parse(stub.requests[0]?.body ?? "").data.attributes).toEqual({ tags: [] });
});

it.each<[string, Partial<ListEdit>, string]>([
  ["somebody else changed it", { before: ["PO-0"] }, "changed_meanwhile"],
  ["the order is another", { before: ["PO-1", "PO-9"] }, "changed_meanwhile"],
  ["nobody knows the container", { on: container("nobody") }, "not_found"],
  ["the container has no shipment", { on: container("c-2"), list: "shipmentTags", before: [] }, "bad_input"],
])("sends no request when %s", async (_, change, code) => {
  await expect(editList(ctx(), edit(change))).rejects.toMatchObject({ code });
  expect(stub.requests).toEqual([]);
});

it("refuses an edit with what is stored, and counts one that is stored already as done", async () => {
  await expect(editList(ctx(), edit({ before: ["PO-0"] }))).rejects.toMatchObject({
    stored: { by: null, at: null, seen: { before: ["PO-1"] } },
  });
  expect(await editList(ctx(), edit({ before: ["PO-0"], after: ["PO-1"] }))).toBe("now");
  expect(stub.requests).toEqual([]);
});

it("makes one of two edits that are requested at once, and refuses the other", async () => {
  response = { body: { data: containerRecord("c-1", { ref_numbers: ["PO-2"] }) } };
  const made = await Promise.allSettled([
    editList(ctx(), edit({ after: ["PO-2"] })),
    editList(ctx(), edit({ after: ["PO-3"] })),
  ]);
  expect(made.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(stub.asked).toEqual(["PATCH containers"]);
});

it("returns the error of the service and changes nothing locally", async () => {
  const detail = "ref_numbers: at most 255 characters.";
  response = {
    status: 422,
    body: { errors: [{ status: "422", detail, source: { pointer: "/data/attributes/ref_numbers/0" } }] },
  };
  await expect(editList(ctx(), edit())).rejects.toMatchObject({
    code: "refused_by_service",
    details: [{ pointer: "/data/attributes/ref_numbers/0", message: detail }],
  });
  expect(await findList(dashboard.db, container("c-1"), "containerReferences")).toEqual(["PO-1"]);
});

describe("list input", () => {
  it("is trimmed, without empty or duplicate lines", () => {
    expect(shortListSchema.parse([" PO 1 ", "", "PO 1", "  "])).toEqual(["PO 1"]);
  });

  it.each([[["x".repeat(301)]], [Array.from({ length: 101 }, (_, n) => `${n}`)]])(
    "is rejected, case %#",
    (list) => {
      expect(shortListSchema.safeParse(list).success).toBe(false);
    },
  );
});

describe("adding a reference to the list that the service has", () => {
  const add = () =>
    changeEntries(ctx(), {
      id: "c-1",
      list: "containerReferences",
      texts: ["PO-9"],
      adds: true,
      seen: [],
      mayBeDone: false,
    });

  it("keeps the entries that can be read", async () => {
    response = { body: { data: containerRecord("c-1", { ref_numbers: ["PO-1", null, 7] }) } };
    expect((await add()).after).toEqual(["PO-1", "7", "PO-9"]);
    expect(JSON.parse(stub.requests[1]?.body ?? "").data.attributes.ref_numbers).toEqual([
      "PO-1",
      "7",
      "PO-9",
    ]);
  });

  it.each([["PO-1"], [[null]], [{ a: 1 }]])(
    "writes nothing when the list cannot be read: %j",
    async (odd) => {
      response = { body: { data: containerRecord("c-1", { ref_numbers: odd }) } };
      await expect(add()).rejects.toMatchObject({ code: "service_answer_unreadable" });
      expect(stub.asked).toEqual(["containers/c-1"]);
    },
  );
});
