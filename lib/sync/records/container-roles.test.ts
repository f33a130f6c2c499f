import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { containerRecord, partyRecord, roleRecord } from "@/lib/contract/fixtures";
import type { JsonApiRecord } from "@/lib/contract/json-api";
import { loadContainerPage } from "@/lib/features/containers/queries/container-page";
import { applyResponse, applyRoleResponse, forgetRole } from "@/lib/mirror/apply/apply-response";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { TrackingClient } from "@/lib/tracking-client/client";
import { type StubResponse, StubService } from "@/lib/tracking-client/test-stub-service";
import { RoleSweep } from "./container-roles";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;
let stub: StubService;
let roles: Record<string, JsonApiRecord[]> = {};

beforeAll(async () => {
  dashboard = await openTestDashboard();
});
afterAll(() => dashboard.close());
beforeEach(async () => {
  await dashboard.pool.query(
    `truncate board_rows, containers, parties, party_roles, party_role_fetches, seen_records, changes cascade`,
  );
  roles = {};
  stub = await StubService.start(({ path }) => listed(path));
});
afterEach(() => stub.stop());

function listed(path: string): StubResponse {
  const id = /^containers\/([^/]+)\/party_roles/.exec(path)?.[1] ?? "";
  const data = roles[id] ?? [];
  return { body: { data, included: [partyRecord("p-1", "Harbour Dray")], meta: { total: data.length } } };
}

const container = (id: string, attributes = {}) =>
  applyResponse(dashboard.db, { data: containerRecord(id, attributes) }, new Date());
const GROUNDED = { current_status: "available", pod_discharged_at: "2026-11-18T10:00:00Z" };
const sweep = () =>
  new RoleSweep(
    dashboard.db,
    new TrackingClient({ baseUrl: stub.baseUrl, key: "key", patienceMs: 0, timeoutMs: 2_000 }),
  );
const carriersOf = async (id: string) =>
  (await loadContainerPage(dashboard.db, id))?.container.drayCarriers.map(({ name }) => name);
const requestedContainers = () => stub.asked.map((path) => path.split("/")[1]);

async function readAll(): Promise<void> {
  const all = sweep();
  while (await all.readNext());
}

describe("the role scan", () => {
  it("reads containers at the terminal first, each once, and reports the age of the roles", async () => {
    for (const id of ["c-1", "c-2"]) await container(id);
    await container("c-3", GROUNDED);
    expect((await loadContainerPage(dashboard.db, "c-3"))?.rolesAsOf).toBeNull();
    await readAll();
    expect(requestedContainers()).toEqual(["c-3", "c-1", "c-2"]);
    const asOf = Date.parse((await loadContainerPage(dashboard.db, "c-3"))?.rolesAsOf ?? "");
    expect(Math.abs(Date.now() - asOf)).toBeLessThan(10_000);
    await readAll();
    expect(stub.requests).toHaveLength(3);
  });

  it("reads the oldest next, containers at the terminal eight times sooner", async () => {
    await container("c-1");
    await container("c-2", GROUNDED);
    await readAll();
    const age = (minutes: Record<string, number>) =>
      Promise.all(
        Object.entries(minutes).map(([id, m]) =>
          dashboard.pool.query(
            "update party_role_fetches set as_of = now() - make_interval(mins => $2), attempted_at = now() - make_interval(mins => $2) where roleable_id = $1",
            [id, m],
          ),
        ),
      );
    await age({ "c-1": 300, "c-2": 45 });
    await sweep().readNext();
    expect(requestedContainers().at(-1)).toBe("c-2");
    await age({ "c-1": 400, "c-2": 45 });
    await sweep().readNext();
    expect(requestedContainers().at(-1)).toBe("c-1");
  });

  it("skips returned containers and containers deleted upstream once they were read", async () => {
    await container("c-1", { empty_terminated_at: "2026-11-19T10:00:00Z", current_status: "empty_returned" });
    await container("c-2");
    await readAll();
    await dashboard.pool.query(`update party_role_fetches set as_of = now() - interval '1 day', attempted_at = now() - interval '1 day';
      insert into seen_records (type, id, sync_run_id, deleted_upstream_at) values ('container', 'c-2', 1, now())`);
    await readAll();
    expect(stub.requests).toHaveLength(2);
  });

  it("adds roles created upstream and removes roles deleted upstream, whether or not they can be read", async () => {
    await container("c-1");
    const { attributes: _, ...unread } = roleRecord("r-9", "c-1", "p-1");
    roles["c-1"] = [roleRecord("r-1", "c-1", "p-1"), { ...unread, attributes: { role: 7 } }];
    await readAll();
    expect(await carriersOf("c-1")).toEqual(["Harbour Dray"]);
    roles["c-1"] = [];
    await dashboard.pool.query("update party_role_fetches set attempted_at = null");
    await readAll();
    expect(await carriersOf("c-1")).toEqual([]);
  });

  it("reports only differences from the first read as changes", async () => {
    const marked = async () =>
      (await dashboard.pool.query("select fact_changes as marks from board_rows where container_id = 'c-1'"))
        .rows[0]?.marks;
    await container("c-1");
    roles["c-1"] = [roleRecord("r-1", "c-1", "p-1")];
    await readAll();
    expect(await carriersOf("c-1")).toEqual(["Harbour Dray"]);
    expect(await marked()).toEqual({});
    roles["c-1"] = [];
    await dashboard.pool.query("update party_role_fetches set attempted_at = null");
    await readAll();
    expect(Object.keys(await marked())).toEqual(["carrier.carriers"]);
  });

  it.each<[string, () => Promise<void>, string[]]>([
    [
      "made here while the list was on its way stays",
      () =>
        applyRoleResponse(
          dashboard.db,
          { type: "container", id: "c-1" },
          { data: roleRecord("r-2", "c-1", "p-1") },
          new Date(),
        ),
      ["Harbour Dray"],
    ],
    ["removed here while the list was on its way stays away", () => forgetRole(dashboard.db, "r-1"), []],
  ])("a role %s", async (_, action, carriers) => {
    await container("c-1");
    roles["c-1"] = [roleRecord("r-1", "c-1", "p-1")];
    await readAll();
    if (carriers.length) {
      await forgetRole(dashboard.db, "r-1");
      roles["c-1"] = [];
    }
    await dashboard.pool.query("update party_role_fetches set attempted_at = null");
    const before = listed("containers/c-1/party_roles");
    stub.answer = async () => {
      await action();
      return before;
    };
    await readAll();
    expect(await carriersOf("c-1")).toEqual(carriers);
  });

  it("reads a long list to its end before it removes roles", async () => {
    await container("c-1");
    const many = Array.from({ length: 3 }, (_, n) => roleRecord(`r-${n}`, "c-1", "p-1"));
    stub.answer = ({ path }) => {
      const page = Number(new URL(path, "http://x/").searchParams.get("page[number]") ?? 1);
      return {
        body: {
          data: many.slice(page - 1, page),
          included: [partyRecord("p-1", "Harbour Dray")],
          meta: { total: 3 },
        },
      };
    };
    await readAll();
    expect(await carriersOf("c-1")).toHaveLength(3);
  });

  it.each<[string, StubResponse]>([
    ["is silent", { status: 500, body: {} }],
    ["cuts every answer short", { cut: '{"data":[' }],
    ["refuses the key", { status: 401, body: { errors: [] } }],
  ])("keeps the roles and requests again immediately when the service %s", async (_, response) => {
    await container("c-1");
    roles["c-1"] = [roleRecord("r-1", "c-1", "p-1")];
    await readAll();
    await dashboard.pool.query("update party_role_fetches set attempted_at = null");
    stub.answer = () => response;
    await expect(sweep().readNext()).rejects.toThrow();
    expect(await carriersOf("c-1")).toEqual(["Harbour Dray"]);
    const requested = stub.requests.length;
    await expect(sweep().readNext()).rejects.toThrow();
    expect(stub.requests.length).toBeGreaterThan(requested);
  });

  it.each<[string, StubResponse]>([
    ["is silent about it", { status: 500, body: {} }],
    ["sends an unreadable list", { text: "<html>" }],
    ["cuts the list short", { cut: '{"data":[' }],
    ["refuses it", { status: 403, body: { errors: [] } }],
    ["does not take the request", { status: 422, body: { errors: [] } }],
  ])("keeps a container's roles and continues with the next when the service %s", async (_, response) => {
    for (const id of ["c-1", "c-2"]) await container(id);
    roles["c-1"] = [roleRecord("r-1", "c-1", "p-1")];
    await readAll();
    await dashboard.pool.query("update party_role_fetches set attempted_at = null");
    stub.requests.length = 0;
    stub.answer = ({ path }) => (path.startsWith("containers/c-1/") ? response : listed(path));
    await readAll();
    expect(await carriersOf("c-1")).toEqual(["Harbour Dray"]);
    expect(requestedContainers().filter((id) => id !== undefined)).toEqual(
      expect.arrayContaining(["c-1", "c-2"]),
    );
    stub.requests.length = 0;
    await readAll();
    expect(stub.requests).toEqual([]);
  });

  it("pauses when the service does not respond for any container's roles", async () => {
    for (const n of [1, 2, 3, 4, 5]) await container(`c-${n}`);
    stub.answer = ({ path }) => (path.endsWith("/party_roles") ? { status: 500 } : listed(path));
    await readAll();
    expect(new Set(requestedContainers().filter((id) => id !== undefined)).size).toBe(3);
  });

  it("requests unreadable roles again after half an hour, and refused ones after a day", async () => {
    const dueAfter = async (response: StubResponse) => {
      stub.answer = () => response;
      await dashboard.pool.query("truncate party_role_fetches");
      await readAll();
      const { rows } = await dashboard.pool.query(
        "select round(extract(epoch from attempted_at - clock_timestamp()) / 60 + 30)::int as minutes from party_role_fetches",
      );
      return rows[0]?.minutes;
    };
    await container("c-1");
    expect(await dueAfter({ text: "<html>" })).toBe(30);
    expect(await dueAfter({ status: 403, body: { errors: [] } })).toBe(24 * 60);
  });

  it("leaves a container that was deleted upstream to the sync run", async () => {
    await container("c-1");
    stub.answer = () => ({ status: 404, body: { errors: [] } });
    await readAll();
    expect(stub.requests).toHaveLength(1);
    expect((await loadContainerPage(dashboard.db, "c-1"))?.rolesAsOf).toBeNull();
  });
});
