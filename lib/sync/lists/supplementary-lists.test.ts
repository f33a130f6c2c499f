import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { containerRecord, named } from "@/lib/contract/fixtures";
import type { JsonApiRecord } from "@/lib/contract/json-api";
import { loadRelated } from "@/lib/features/containers/queries/supplementary-data";
import { applyAnswer } from "@/lib/mirror/apply/apply-response";
import { listDocumentKinds } from "@/lib/mirror/document-kinds";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { MapSweep } from "@/lib/sync/records/container-maps";
import { runRound } from "@/lib/sync/runs/run";
import { TrackingClient } from "@/lib/tracking-client/client";
import { type Answer, type Recorded, StubService } from "@/lib/tracking-client/test-stub-service";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;
let stub: StubService;
let account: Record<string, JsonApiRecord[] | Answer> = {};
const MAP = { type: "FeatureCollection", features: [{ type: "Feature" }] };
const REFUSED: Answer = { status: 403, body: { errors: [{ detail: "not enabled for this account" }] } };

beforeAll(async () => {
  dashboard = await openTestDashboard();
});
afterAll(() => dashboard.close());
beforeEach(async () => {
  await dashboard.pool.query(`truncate board_rows, containers, shipments, parties, tracking_requests, changes, rounds, round_lists,
    drift_repairs, sightings, installation, related_fetches, container_maps, custom_fields, custom_field_definitions,
    custom_field_options, documents, live_changes cascade`);
  account = {
    parties: [],
    shipments: [],
    tracking_requests: [],
    containers: [containerRecord("c-1"), containerRecord("c-2")],
    custom_field_definitions: [definition],
    custom_fields: [field("f-1", "c-1", "Ana")],
    documents: [paper("d-1", ["c-1", "c-2"])],
  };
  stub = await StubService.start(answer);
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
const paper = (id: string, cargos: string[], attributes = {}): JsonApiRecord => ({
  type: "document",
  id,
  attributes: { name: "Notice.pdf", document_type: "arrival_notice", status: "pending", ...attributes },
  relationships: { cargos: { data: cargos.map((cargo) => named("container", cargo)) } },
});

function answer({ path }: Recorded): Answer {
  const [list = "", id, related] = new URL(path, "http://x/").pathname.slice(1).split("/");
  const all = account[related ?? list] ?? [];
  if (!Array.isArray(all)) return all;
  if (id === undefined) return { body: { data: all, meta: { total: all.length } } };
  const data = all.find((record) => record.id === id);
  return data ? { body: { data } } : { status: 404, body: { errors: [] } };
}

const client = () =>
  new TrackingClient({ baseUrl: stub.baseUrl, key: "key", patienceMs: 0, timeoutMs: 2_000 });
const round = () => runRound(dashboard.db, client(), new AbortController().signal);
const related = (id = "c-1") => loadRelated(dashboard.db, id);
const asked = (part: string) => stub.asked.filter((path) => path.includes(part)).length;
const later = (hours: number) =>
  dashboard.pool.query("update related_fetches set tried_at = tried_at - make_interval(hours => $1)", [
    hours,
  ]);
const repaired = async () =>
  (await dashboard.pool.query("select subject_type, field, was, became from drift_repairs order by id")).rows;

describe("the lists of records related to containers", () => {
  it("are read in each sync run, for all containers at once, and report their read time", async () => {
    expect((await related()).documents).toEqual({ asOf: null, code: null, problem: null, entries: [] });
    const before = Date.now();
    await round();
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
    expect([asked("custom_field_definitions?"), asked("custom_fields?"), asked("documents?")]).toEqual([
      1, 1, 1,
    ]);
    expect(await repaired()).toEqual([]);
  });

  it("repair differences and mark records whose own URL returns 404, which the page then omits", async () => {
    await round();
    account.custom_fields = [field("f-1", "c-1", "Bo"), field("f-2", "c-2", "Cy")];
    account.documents = [];
    await round();
    expect((await related()).customFields.entries).toMatchObject([{ value: "Bo" }]);
    expect((await related()).documents.entries).toEqual([]);
    expect(asked("documents/d-1")).toBe(1);
    expect(await repaired()).toContainEqual({
      subject_type: "custom_field",
      field: "display_value",
      was: "Ana",
      became: "Bo",
    });
    expect(await repaired()).toContainEqual(
      expect.objectContaining({ subject_type: "document", became: "vanished" }),
    );
    const { rows } = await dashboard.pool.query<{ change: string }>(
      "select change::text from live_changes order by id",
    );
    expect(rows.at(-1)?.change).toContain("c-1");
    await round();
    expect(asked("documents/d-1")).toBe(1);
    account.documents = [paper("d-1", ["c-1"])];
    await round();
    expect((await related()).documents.entries).toHaveLength(1);
  });

  it("lose nothing when they shift during the read", async () => {
    await round();
    const all = account.documents;
    account.documents = [];
    stub.answer = (request) =>
      request.path.startsWith("documents/") ? { body: { data: paper("d-1", ["c-1"]) } } : answer(request);
    await round();
    expect((await related()).documents.entries).toHaveLength(1);
    account.documents = all ?? [];
  });

  it.each<[string, Answer]>([
    ["403", REFUSED],
    ["404", { status: 404, body: { errors: [] } }],
    ["422", { status: 422, body: { errors: [{ detail: "include is not known" }] } }],
  ])(
    "are recorded as refused with %s, requested again after a day, and keep the stored records",
    async (_, refusal) => {
      await round();
      account.custom_fields = refusal;
      await round();
      await round();
      const pages = asked("custom_fields?");
      expect((await related()).customFields).toMatchObject({ entries: [{ value: "Ana" }] });
      expect((await related()).customFields.problem).toMatch(/\w/);
      expect(asked("custom_fields/f-1")).toBe(0);
      await later(23);
      await round();
      expect(asked("custom_fields?")).toBe(pages);
      await later(2);
      account.custom_fields = [field("f-1", "c-1", "Bo")];
      await round();
      expect((await related()).customFields).toMatchObject({ code: null, entries: [{ value: "Bo" }] });
    },
  );

  it.each<[string, Answer]>([
    ["is silent", { status: 503 }],
    ["sends what cannot be read", { body: { data: 7 } }],
  ])("pause the sync run when the service %s", async (_, trouble) => {
    account.documents = trouble;
    await expect(round()).rejects.toThrow();
    expect((await related()).documents).toMatchObject({ asOf: null, code: null });
    account.documents = [paper("d-1", ["c-1"])];
    await round();
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
  const tell = (reported: Answer) => {
    stub.answer = (request) => (request.path.startsWith("documents/types") ? reported : answer(request));
  };

  it("are the known kinds of the interface until the service reports its own, and are then read once a day", async () => {
    expect(await kinds()).toContain("arrival_notice: Arrival notice");
    tell({ body: { data: KINDS } });
    await round();
    expect(await kinds()).toEqual(["dock_receipt: Dock receipt", "other: other"]);
    await round();
    expect(asked("documents/types")).toBe(1);
    await aDayPassed();
    tell({ body: { data: KINDS.slice(0, 1) } });
    await round();
    expect(await kinds()).toEqual(["dock_receipt: Dock receipt"]);
    expect(asked("documents/types")).toBe(2);
  });

  it.each<[string, Answer]>([
    ["refuses them", REFUSED],
    ["knows no such thing", { status: 404, body: { errors: [] } }],
    ["sends what cannot be read", { body: { data: 7 } }],
  ])("stay unchanged when the service %s, without delaying the sync run", async (_, trouble) => {
    tell({ body: { data: KINDS } });
    await round();
    await aDayPassed();
    tell(trouble);
    await round();
    await round();
    expect(await kinds()).toEqual(["dock_receipt: Dock receipt", "other: other"]);
    expect(asked("documents/types")).toBe(2);
  });

  it("are not requested when the plan has no documents", async () => {
    account.documents = REFUSED;
    await round();
    expect(asked("documents/types")).toBe(0);
    expect(await kinds()).toContain("other: Other");
  });
});

describe("the map scan", () => {
  const sweep = () => new MapSweep(dashboard.db, client());
  const container = (id: string, attributes = {}) =>
    applyAnswer(dashboard.db, { data: containerRecord(id, attributes) }, new Date());
  const readAll = async () => {
    const all = sweep();
    while (await all.readNext());
  };
  const mapsAsked = () => stub.asked.map((path) => path.split("/")[1]);
  beforeEach(() => {
    account.map_geojson = { body: MAP };
  });

  it("reads only containers in transit, oldest first, each at most once in six hours", async () => {
    await container("c-1");
    await container("c-2", { pod_discharged_at: "2026-11-18T10:00:00Z" });
    await container("c-3");
    await readAll();
    expect(mapsAsked()).toEqual(["c-1", "c-3"]);
    expect((await related()).map).toMatchObject({ map: MAP, code: null });
    await later(5);
    await readAll();
    expect(stub.requests).toHaveLength(2);
    await later(2);
    await dashboard.pool.query(
      "update related_fetches set tried_at = tried_at - interval '1 hour' where container_id = 'c-3'",
    );
    await readAll();
    expect(mapsAsked()).toEqual(["c-1", "c-3", "c-3", "c-1"]);
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

  it.each<[string, Answer, string]>([
    ["has none", { status: 404, body: { errors: [] } }, "not_found"],
    ["answers otherwise", { body: { type: "Point" } }, "service_answer_unreadable"],
    ["is silent about it alone", { status: 500 }, "service_unreachable"],
  ])("continues with the next container when the service %s", async (_, trouble, code) => {
    await container("c-1");
    await container("c-2");
    account.map_geojson = trouble;
    await readAll();
    expect([...new Set(mapsAsked())].filter(Boolean)).toEqual(["c-1", "c-2"]);
    expect((await related()).map).toMatchObject({ map: null, code });
  });

  it("pauses when the service does not respond for any container", async () => {
    for (const n of [1, 2, 3, 4, 5]) await container(`c-${n}`);
    account.map_geojson = { status: 500 };
    await readAll();
    expect([...new Set(mapsAsked())].filter(Boolean)).toEqual(["c-1", "c-2", "c-3"]);
  });

  it("requests again immediately after an outage", async () => {
    await container("c-1");
    stub.answer = () => ({ status: 500 });
    const one = sweep();
    await expect(one.readNext()).rejects.toThrow();
    stub.answer = answer;
    await one.readNext();
    expect((await related()).map).toMatchObject({ map: MAP });
  });
});
