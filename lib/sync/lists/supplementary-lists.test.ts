import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { containerRecord, named } from "@/lib/contract/fixtures";
import type { JsonApiRecord } from "@/lib/contract/json-api";
import { loadRelated } from "@/lib/features/containers/queries/supplementary-data";
import { applyResponse } from "@/lib/mirror/apply/apply-response";
import { listDocumentKinds } from "@/lib/mirror/document-kinds";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { MapSweep } from "@/lib/sync/records/container-maps";
import { VesselSweep } from "@/lib/sync/records/vessel-positions";
import { runSync } from "@/lib/sync/runs/run";
import { TrackingClient } from "@/lib/tracking-client/client";
import { type Recorded, type StubResponse, StubService } from "@/lib/tracking-client/test-stub-service";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;
let stub: StubService;
let account: Record<string, JsonApiRecord[] | StubResponse> = {};
const MAP = { type: "FeatureCollection", features: [{ type: "Feature" }] };
const REFUSED: StubResponse = { status: 403, body: { errors: [{ detail: "not enabled for this account" }] } };

beforeAll(async () => {
  dashboard = await openTestDashboard();
});
afterAll(() => dashboard.close());
beforeEach(async () => {
  await dashboard.pool.query(`truncate board_rows, containers, shipments, parties, tracking_requests, changes, sync_runs, sync_run_lists,
    drift_repairs, seen_records, installation, related_fetches, container_maps, vessel_positions, custom_fields, custom_field_definitions,
    custom_field_options, documents, live_changes cascade`);
  account = {
    parties: [],
    shipments: [],
    tracking_requests: [],
    containers: [containerRecord("c-1"), containerRecord("c-2")],
    custom_field_definitions: [definition],
    custom_fields: [field("f-1", "c-1", "Ana")],
    documents: [document("d-1", ["c-1", "c-2"])],
  };
  stub = await StubService.start(response);
});
afterEach(() => stub.stop());

const definition: JsonApiRecord = {
  type: "custom_field_definition",
  id: "k-1",
  attributes: { api_slug: "buyer", display_name: "Buyer", data_type: "short_text", entity_type: "Container" },
};
const field = (id: string, on: string, value: string): JsonApiRecord => ({
  type: "custom_field",
  id,
  attributes: { api_slug: "buyer", value, display_value: value },
  relationships: {
    entity: { data: named("container", on) },
    definition: { data: named("custom_field_definition", "k-1") },
  },
});
const document = (id: string, cargos: string[], attributes = {}): JsonApiRecord => ({
  type: "document",
  id,
  attributes: { name: "Notice.pdf", document_type: "arrival_notice", status: "pending", ...attributes },
  relationships: { cargos: { data: cargos.map((cargo) => named("container", cargo)) } },
});

function response({ path }: Recorded): StubResponse {
  const [list = "", id, related] = new URL(path, "http://x/").pathname.slice(1).split("/");
  const all = account[related ?? list] ?? [];
  if (!Array.isArray(all)) return all;
  if (id === undefined) return { body: { data: all, meta: { total: all.length } } };
  const data = all.find((record) => record.id === id);
  return data ? { body: { data } } : { status: 404, body: { errors: [] } };
}

const client = () =>
  new TrackingClient({ baseUrl: stub.baseUrl, key: "key", patienceMs: 0, timeoutMs: 2_000 });
const syncRun = () => runSync(dashboard.db, client(), new AbortController().signal);
const related = (id = "c-1") => loadRelated(dashboard.db, id);
const requested = (part: string) => stub.asked.filter((path) => path.includes(part)).length;
const later = (hours: number) =>
  dashboard.pool.query(
    "update related_fetches set attempted_at = attempted_at - make_interval(hours => $1)",
    [hours],
  );
const repaired = async () =>
  (
    await dashboard.pool.query(
      'select subject_type, field, old_value as "oldValue", new_value as "newValue" from drift_repairs order by id',
    )
  ).rows;

describe("the lists of records related to containers", () => {
  it("are read in each sync run, for all containers at once, and report their read time", async () => {
    expect((await related()).documents).toEqual({ asOf: null, code: null, problem: null, entries: [] });
    const before = Date.now();
    await syncRun();
    const reported = await related();
    expect(reported.customFields.entries).toEqual([
      { id: "f-1", definitionId: "k-1", slug: "buyer", label: "Buyer", value: "Ana", held: "Ana" },
    ]);
    expect(reported.documents.entries).toMatchObject([
      { id: "d-1", kind: "Arrival notice", status: "pending" },
    ]);
    expect(Date.parse(reported.documents.asOf ?? "")).toBeGreaterThanOrEqual(before - 1_000);
    expect((await related("c-2")).customFields).toMatchObject({
      asOf: reported.customFields.asOf,
      entries: [],
    });
    expect([
      requested("custom_field_definitions?"),
      requested("custom_fields?"),
      requested("documents?"),
    ]).toEqual([1, 1, 1]);
    expect(await repaired()).toEqual([]);
  });

  it("repair differences and mark records whose own URL returns 404, which the page then omits", async () => {
    await syncRun();
    account.custom_fields = [field("f-1", "c-1", "Bo"), field("f-2", "c-2", "Cy")];
    account.documents = [];
    await syncRun();
    expect((await related()).customFields.entries).toMatchObject([{ value: "Bo" }]);
    expect((await related()).documents.entries).toEqual([]);
    expect(requested("documents/d-1")).toBe(1);
    expect(await repaired()).toContainEqual({
      subject_type: "custom_field",
      field: "display_value",
      oldValue: "Ana",
      newValue: "Bo",
    });
    expect(await repaired()).toContainEqual(
      expect.objectContaining({ subject_type: "document", newValue: "vanished" }),
    );
    const { rows } = await dashboard.pool.query<{ change: string }>(
      "select change::text from live_changes order by id",
    );
    expect(rows.at(-1)?.change).toContain("c-1");
    await syncRun();
    expect(requested("documents/d-1")).toBe(1);
    account.documents = [document("d-1", ["c-1"])];
    await syncRun();
    expect((await related()).documents.entries).toHaveLength(1);
  });

  it("remove values from board rows when the value or its definition is deleted upstream", async () => {
    const fields = async () =>
      (await dashboard.pool.query("select row -> 'fields' as fields from board_rows order by container_id"))
        .rows;
    account.custom_fields = [field("f-1", "c-1", "Ana"), field("f-2", "c-2", "Cy")];
    await syncRun();
    expect(await fields()).toEqual([{ fields: { buyer: "Ana" } }, { fields: { buyer: "Cy" } }]);
    account.custom_fields = [field("f-2", "c-2", "Cy")];
    await syncRun();
    expect(await fields()).toEqual([{ fields: {} }, { fields: { buyer: "Cy" } }]);
    // The service may still list the value of a definition that no longer exists.
    account.custom_field_definitions = [];
    await syncRun();
    expect(await fields()).toEqual([{ fields: {} }, { fields: {} }]);
    expect((await related("c-2")).customFields.entries).toEqual([]);
    account.custom_field_definitions = [definition];
    await syncRun();
    expect(await fields()).toEqual([{ fields: {} }, { fields: { buyer: "Cy" } }]);
  });

  it("lose nothing when they shift during the read", async () => {
    await syncRun();
    const all = account.documents;
    account.documents = [];
    stub.answer = (request) =>
      request.path.startsWith("documents/")
        ? { body: { data: document("d-1", ["c-1"]) } }
        : response(request);
    await syncRun();
    expect((await related()).documents.entries).toHaveLength(1);
    account.documents = all ?? [];
  });

  it.each<[string, StubResponse]>([
    ["403", REFUSED],
    ["404", { status: 404, body: { errors: [] } }],
    ["422", { status: 422, body: { errors: [{ detail: "include is not known" }] } }],
    ["404 and a page for a browser", { status: 404, text: "<!DOCTYPE html><html></html>" }],
    ["500 without a body", { status: 500 }],
    // What the live service answers to a read of all custom fields.
    [
      "500",
      {
        status: 500,
        body: { errors: [{ status: "500", title: "Internal Server Error", source: null, detail: null }] },
      },
    ],
  ])(
    "are recorded as refused with %s, requested again after a day, and keep the stored records",
    async (_, refusal) => {
      await syncRun();
      account.custom_fields = refusal;
      await syncRun();
      await syncRun();
      const pages = requested("custom_fields?");
      expect((await related()).customFields).toMatchObject({ entries: [{ value: "Ana" }] });
      expect((await related()).customFields.problem).toMatch(/\w/);
      expect(requested("custom_fields/f-1")).toBe(0);
      await later(23);
      await syncRun();
      expect(requested("custom_fields?")).toBe(pages);
      await later(2);
      account.custom_fields = [field("f-1", "c-1", "Bo")];
      await syncRun();
      expect((await related()).customFields).toMatchObject({ code: null, entries: [{ value: "Bo" }] });
    },
  );

  it.each<[string, StubResponse]>([
    ["is silent", { status: 503 }],
    ["sends what cannot be read", { body: { data: 7 } }],
  ])("pause the sync run when the service %s", async (_, failure) => {
    account.documents = failure;
    await expect(syncRun()).rejects.toThrow();
    expect((await related()).documents).toMatchObject({ asOf: null, code: null });
    account.documents = [document("d-1", ["c-1"])];
    await syncRun();
    expect((await related()).documents.entries).toHaveLength(1);
  });
});

describe("the document kinds", () => {
  const kinds = async () =>
    (await listDocumentKinds(dashboard.db)).map(({ value, label }) => `${value}: ${label}`);
  const aDayPassed = () =>
    dashboard.pool.query(`update installation set value = jsonb_set(value, '{triedAt}', '"2026-01-01T00:00:00.000Z"')
      where name = 'document_kinds'`);
  const KINDS = [
    { type: "document_type", id: "dock_receipt", attributes: { name: "Dock receipt" } },
    { type: "document_type", id: "other", attributes: {} },
    { type: "document_type", id: "x".repeat(101), attributes: { name: "Too long" } },
  ];
  /** Returns `reported` for requests of kinds, and the account's data for all others. */
  const notify = (reported: StubResponse) => {
    stub.answer = (request) => (request.path.startsWith("documents/types") ? reported : response(request));
  };

  it("are the known kinds of the interface until the service reports its own, and are then read once a day", async () => {
    expect(await kinds()).toContain("arrival_notice: Arrival notice");
    notify({ body: { data: KINDS } });
    await syncRun();
    expect(await kinds()).toEqual(["dock_receipt: Dock receipt", "other: other"]);
    await syncRun();
    expect(requested("documents/types")).toBe(1);
    await aDayPassed();
    notify({ body: { data: KINDS.slice(0, 1) } });
    await syncRun();
    expect(await kinds()).toEqual(["dock_receipt: Dock receipt"]);
    expect(requested("documents/types")).toBe(2);
  });

  it.each<[string, StubResponse]>([
    ["refuses them", REFUSED],
    ["knows no such thing", { status: 404, body: { errors: [] } }],
    ["sends what cannot be read", { body: { data: 7 } }],
  ])("stay unchanged when the service %s, without delaying the sync run", async (_, failure) => {
    notify({ body: { data: KINDS } });
    await syncRun();
    await aDayPassed();
    notify(failure);
    await syncRun();
    await syncRun();
    expect(await kinds()).toEqual(["dock_receipt: Dock receipt", "other: other"]);
    expect(requested("documents/types")).toBe(2);
  });

  it("are not requested when the plan has no documents", async () => {
    account.documents = REFUSED;
    await syncRun();
    expect(requested("documents/types")).toBe(0);
    expect(await kinds()).toContain("other: Other");
  });
});

describe("the map scan", () => {
  const sweep = () => new MapSweep(dashboard.db, client());
  const container = (id: string, attributes = {}) =>
    applyResponse(dashboard.db, { data: containerRecord(id, attributes) }, new Date());
  const readAll = async () => {
    const all = sweep();
    while (await all.readNext());
  };
  const requestedMaps = () => stub.asked.map((path) => path.split("/")[1]);
  beforeEach(() => {
    account.map_geojson = { body: MAP };
  });

  it("reads only containers in transit, oldest first, each at most once in six hours", async () => {
    await container("c-1");
    await container("c-2", { pod_discharged_at: "2026-11-18T10:00:00Z" });
    await container("c-3");
    await readAll();
    expect(requestedMaps()).toEqual(["c-1", "c-3"]);
    expect((await related()).map).toMatchObject({ map: MAP, code: null });
    await later(5);
    await readAll();
    expect(stub.requests).toHaveLength(2);
    await later(2);
    await dashboard.pool.query(
      "update related_fetches set attempted_at = attempted_at - interval '1 hour' where container_id = 'c-3'",
    );
    await readAll();
    expect(requestedMaps()).toEqual(["c-1", "c-3", "c-3", "c-1"]);
  });

  it("reads the last and coming positions of a vessel that maps show, once in twelve hours", async () => {
    const properties = {
      ...{ feature_type: "current_vessel", vessel_id: "v-1" },
      ...{ departure_port_id: "p-1", arrival_port_id: "p-2" },
    };
    const geometry = { type: "Point", coordinates: [-140, 33] };
    account.map_geojson = { body: { ...MAP, features: [{ type: "Feature", geometry, properties }] } };
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    const seen = { latitude: 33.5, longitude: -139.5, position_timestamp: new Date().toISOString() };
    const coming = [{ latitude: 34, longitude: -138, timestamp: soon }];
    const vessel = (attributes: unknown): StubResponse => ({
      body: { data: { type: "vessel", id: "v-1", attributes } },
    });
    account.future_positions = vessel({ positions: coming });
    account.vessels = vessel({ ...seen, positions: [] });
    for (const id of ["c-1", "c-2"]) await container(id);
    await readAll();
    const vessels = new VesselSweep(dashboard.db, client());
    expect(await vessels.readNext()).toBe(true);
    expect(await vessels.readNext()).toBe(false);
    expect(stub.asked.filter((path) => path.startsWith("vessels/"))).toEqual([
      "vessels/v-1",
      "vessels/v-1/future_positions?port_id=p-2&previous_port_id=p-1",
    ]);
    expect((await related()).positions).toEqual({
      last: { position: [-139.5, 33.5], at: seen.position_timestamp, speed: null },
      coming: [{ position: [-138, 34], at: soon }],
    });
    await dashboard.pool.query(
      "update vessel_positions set attempted_at = attempted_at - interval '13 hours'",
    );
    account.vessels = REFUSED;
    expect(await vessels.readNext()).toBe(true);
    expect((await related()).positions?.last).not.toBeNull();
    await dashboard.pool.query("update vessel_positions set attempted_at = null");
    expect(await vessels.readNext()).toBe(false);
  });

  it("pauses for a day when the plan lacks routing data, and keeps stored maps", async () => {
    for (const id of ["c-1", "c-2", "c-3"]) await container(id);
    await sweep().readNext();
    account.map_geojson = REFUSED;
    await readAll();
    await readAll();
    expect(stub.requests).toHaveLength(2);
    expect((await related()).map).toMatchObject({ map: MAP, code: "not_allowed" });
    await later(25);
    account.map_geojson = { body: MAP };
    await readAll();
    expect(stub.requests).toHaveLength(5);
    expect((await related("c-3")).map).toMatchObject({ map: MAP, code: null });
  });

  it.each<[string, StubResponse, string]>([
    ["has none", { status: 404, body: { errors: [] } }, "not_found"],
    ["answers otherwise", { body: { type: "Point" } }, "service_answer_unreadable"],
    ["is silent about it alone", { status: 500 }, "service_unreachable"],
  ])("continues with the next container when the service %s", async (_, failure, code) => {
    await container("c-1");
    await container("c-2");
    account.map_geojson = failure;
    await readAll();
    expect([...new Set(requestedMaps())].filter(Boolean)).toEqual(["c-1", "c-2"]);
    expect((await related()).map).toMatchObject({ map: null, code });
  });

  it("pauses when the service does not respond for any container", async () => {
    for (const n of [1, 2, 3, 4, 5]) await container(`c-${n}`);
    account.map_geojson = { status: 500 };
    await readAll();
    expect([...new Set(requestedMaps())].filter(Boolean)).toEqual(["c-1", "c-2", "c-3"]);
  });

  it("requests again immediately after an outage", async () => {
    await container("c-1");
    stub.answer = () => ({ status: 500 });
    const one = sweep();
    await expect(one.readNext()).rejects.toThrow();
    stub.answer = response;
    await one.readNext();
    expect((await related()).map).toMatchObject({ map: MAP });
  });
});
