import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Role } from "@/lib/auth/access/roles";
import { testContext } from "@/lib/auth/commands/test-context";
import { containerRecord, named } from "@/lib/contract/fixtures";
import { loadRelated } from "@/lib/features/containers/queries/supplementary-data";
import { fieldCondition } from "@/lib/features/custom-fields/queries/filter-sql";
import { applyResponse } from "@/lib/mirror/apply/apply-response";
import { keepMap } from "@/lib/mirror/read-status";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { AppError } from "@/lib/platform/errors";
import { TrackingClient } from "@/lib/tracking-client/client";
import { type StubResponse, StubService } from "@/lib/tracking-client/test-stub-service";
import { requestRelated } from "./refresh-supplementary";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;
let stub: StubService;
let responses: Record<"map_geojson" | "custom_fields" | "documents", StubResponse>;
let role: Role = "admin";
const MAP = { type: "FeatureCollection", features: [] };
const document = (id: string) => ({
  type: "document",
  id,
  attributes: { name: `${id}.pdf` },
  relationships: { cargos: { data: [named("container", "c-1")] } },
});
const field = (id: string, slug: string, value: unknown) => ({
  type: "custom_field",
  id,
  attributes: { api_slug: slug, value, display_value: value },
  relationships: {
    entity: { data: named("container", "c-1") },
    definition: { data: named("custom_field_definition", `k-${slug}`) },
  },
});
const list = (data: unknown[], total = data.length): StubResponse => ({ body: { data, meta: { total } } });

const ctx = () =>
  testContext(dashboard.db, undefined, {
    role,
    tracking: new TrackingClient({ baseUrl: stub.baseUrl, key: "key", patienceMs: 0 }),
  });

beforeAll(async () => {
  dashboard = await openTestDashboard();
  await applyResponse(dashboard.db, { data: containerRecord("c-1") }, new Date());
  stub = await StubService.start(({ path }) => {
    const kind = (["map_geojson", "custom_fields", "documents"] as const).find((name) => path.includes(name));
    return kind && responses[kind];
  });
});
afterAll(async () => {
  await stub.stop();
  await dashboard.close();
});
beforeEach(async () => {
  stub.requests.length = 0;
  role = "admin";
  responses = {
    map_geojson: { body: MAP },
    custom_fields: list([]),
    documents: list([document("d-1"), document("d-2")]),
  };
  await dashboard.pool.query(
    "truncate related_fetches, container_maps, documents, custom_fields, live_changes",
  );
});

const related = () => loadRelated(dashboard.db, "c-1");
const names = async () => (await related()).documents.entries.map(({ id }) => id);

it("requests all three once and notifies open pages", async () => {
  expect(await requestRelated(ctx(), { containerId: "c-1" })).toBe("Updated just now.");
  expect(stub.requests).toHaveLength(3);
  expect(await names()).toEqual(["d-1", "d-2"]);
  const reported = await related();
  for (const { asOf, problem } of [reported.map, reported.customFields, reported.documents]) {
    expect(Math.abs(Date.now() - Date.parse(asOf ?? ""))).toBeLessThan(10_000);
    expect(problem).toBeNull();
  }
  const { rows } = await dashboard.pool.query("select change from live_changes");
  expect(JSON.stringify(rows)).toContain("c-1");
});

it("hides a document missing from the container's list, until newer data arrives", async () => {
  await requestRelated(ctx(), { containerId: "c-1" });
  responses.documents = list([document("d-2")]);
  await requestRelated(ctx(), { containerId: "c-1" });
  expect(await names()).toEqual(["d-2"]);
  await dashboard.pool.query("update documents set as_of = now() + interval '1 hour' where id = 'd-1'");
  expect(await names()).toEqual(["d-1", "d-2"]);
});

const fieldsOfRow = async () => {
  const { rows } = await dashboard.pool.query<{ fields: unknown }>(
    "select row -> 'fields' as fields from board_rows where container_id = 'c-1'",
  );
  return rows[0]?.fields;
};

it("removes custom fields from the board row that the container's list omits or has cleared", async () => {
  responses.custom_fields = list([field("f-1", "buyer", "Ana"), field("f-2", "lot", "7")]);
  await requestRelated(ctx(), { containerId: "c-1" });
  expect(await fieldsOfRow()).toEqual({ buyer: "Ana", lot: "7" });
  responses.custom_fields = list([field("f-1", "buyer", "Ana")]);
  await requestRelated(ctx(), { containerId: "c-1" });
  expect(await fieldsOfRow()).toEqual({ buyer: "Ana" });
  expect((await related()).customFields.entries).toMatchObject([{ slug: "buyer" }]);
  const { rows } = await dashboard.db.execute(
    sql`select container_id from board_rows where ${fieldCondition("lot=7")}`,
  );
  expect(rows).toEqual([]);
  responses.custom_fields = list([field("f-1", "buyer", null)]);
  await requestRelated(ctx(), { containerId: "c-1" });
  expect(await fieldsOfRow()).toEqual({});
});

it.each([
  ["last", ["08:00", "09:00"]],
  ["first", ["09:00", "08:00"]],
])("keeps the newer of two maps when it is stored %s", async (_, times) => {
  for (const time of times)
    await keepMap(dashboard.db, "c-1", { ...MAP, id: time }, new Date(`2026-11-20T${time}:00Z`));
  expect((await related()).map).toMatchObject({
    map: { ...MAP, id: "09:00" },
    asOf: "2026-11-20T09:00:00.000Z",
  });
});

it("does not treat a truncated list as proof of deletion", async () => {
  await requestRelated(ctx(), { containerId: "c-1" });
  responses.documents = list([document("d-2")], 2);
  await requestRelated(ctx(), { containerId: "c-1" });
  expect(await names()).toEqual(["d-1", "d-2"]);
});

it("reports refused parts in the message, and keeps stored data", async () => {
  await requestRelated(ctx(), { containerId: "c-1" });
  responses.map_geojson = { status: 403, body: { errors: [{ detail: "Routing data is not enabled" }] } };
  responses.documents = { status: 503 };
  expect(await requestRelated(ctx(), { containerId: "c-1" })).toMatch(
    /^Updated, except the map \(.+\), documents \(.+\)\.$/,
  );
  expect((await related()).map).toMatchObject({ map: MAP, code: "not_allowed" });
  expect((await related()).documents).toMatchObject({ code: "service_unreachable" });
  expect(await names()).toEqual(["d-1", "d-2"]);
});

it("throws the service's refusal when every part is refused", async () => {
  for (const kind of ["map_geojson", "custom_fields", "documents"] as const)
    responses[kind] = { status: 404 };
  await expect(requestRelated(ctx(), { containerId: "c-1" })).rejects.toThrow(AppError);
  expect((await related()).documents).toMatchObject({ asOf: null, code: "not_found" });
});

it("sends no request without the right, or for a container that is not stored", async () => {
  role = "customer";
  await expect(requestRelated(ctx(), { containerId: "c-1" })).rejects.toMatchObject({ code: "not_allowed" });
  role = "admin";
  for (const id of ["c-9", "..", "c\0"])
    await expect(requestRelated(ctx(), { containerId: id })).rejects.toMatchObject({ code: "not_found" });
  expect(stub.asked).toEqual([]);
});
