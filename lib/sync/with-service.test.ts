import { asc, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { z } from "zod";
import type { JsonApiRecord } from "@/lib/contract/json-api";
import { readVoyage } from "@/lib/domain/voyage/voyage";
import { loadRelated } from "@/lib/features/containers/queries/supplementary-data";
import { processWaiting } from "@/lib/ingest/process";
import { noteBody } from "@/lib/ingest/test-inbox-delivery";
import { changes, driftRepairs, syncRuns } from "@/lib/platform/database/schema/schema";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { refetchNext } from "@/lib/sync/fetch-queue/fetch-next";
import { MapSweep } from "@/lib/sync/records/container-maps";
import { RoleSweep } from "@/lib/sync/records/container-roles";
import { VesselSweep } from "@/lib/sync/records/vessel-positions";
import { reconcile } from "@/lib/sync/runs/reconciler";
import { runSync } from "@/lib/sync/runs/run";
import { TrackingClient } from "@/lib/tracking-client/client";
import { rememberOwnWebhook } from "@/lib/tracking-client/registered-webhook";
import type { Bucket } from "@/lib/tracking-client/request-budget";
import { openGate } from "@/lib/tracking-client/request-limiter";
import type { Parameters } from "@/lib/tracking-client/types";
import { announce } from "@/tracking-service/deliveries/enqueue";
import { everyPage } from "@/tracking-service/testing/every-page";
import {
  type Receiver,
  startReceiver,
  startTestService,
  type TestService,
  until,
} from "@/tracking-service/testing/running-service";

const LIMITS = { default: 100, create: 100, infer: 200, refresh: 10 };

let service: TestService;
let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;
let receiver: Receiver;
/** Requested paths, including every retry, in order. */
let requested: string[] = [];

/** Counts the requests actually sent, for the request budget per minute. */
class CountedClient extends TrackingClient {
  static open(priority: "refetch" | "reconciliation", patienceMs = 5_000): CountedClient {
    const gate = openGate(dashboard.db, LIMITS, { priority, patienceMs });
    let path = "";
    const counted = {
      ...gate,
      admit: async (bucket: Bucket) => {
        await gate.admit(bucket);
        requested.push(path);
      },
    };
    const client = new CountedClient({
      baseUrl: service.url,
      key: service.key,
      patienceMs,
      timeoutMs: 5_000,
      gate: counted,
    });
    client.naming = (name) => {
      path = name;
    };
    return client;
  }

  private naming: (path: string) => void = () => {};

  override getItem(path: string, parameters: Parameters = {}) {
    this.naming(path);
    return super.getItem(path, parameters);
  }

  override getPlain<T extends z.ZodType>(path: string, schema: T) {
    this.naming(path);
    return super.getPlain(path, schema);
  }

  override getPage(path: string, parameters: Parameters = {}) {
    this.naming(path);
    return super.getPage(path, parameters);
  }
}

const never = new AbortController().signal;
const syncRun = () => runSync(dashboard.db, CountedClient.open("reconciliation"), never);

async function fetchAll(): Promise<void> {
  const client = CountedClient.open("refetch");
  while (await refetchNext(dashboard.db, client, 0));
}

/** Returns all records of one of the account's lists, from the service. */
async function truth(list: string): Promise<JsonApiRecord[]> {
  return (await everyPage(service.call, `/${list}`)).items;
}

const LISTS = [
  "parties",
  "shipments",
  "containers",
  "tracking_requests",
  "custom_field_definitions",
  "custom_fields",
  "documents",
];
const TABLES = {
  custom_field_definitions: "custom_field_definitions",
  custom_fields: "custom_fields",
  documents: "documents",
  containers: "containers",
  shipments: "shipments",
  parties: "parties",
  tracking_requests: "tracking_requests",
} as const;

/** Values that the mirror stores under the name of interface.md. */
const STORED_AS: Readonly<Record<string, string>> = {
  "custom_field_definitions.entity_type.Cargo": "Container",
};

/** Returns the fields of records that differ between the mirror and the service. */
async function wrong(): Promise<string[]> {
  const found: string[] = [];
  for (const [list, table] of Object.entries(TABLES)) {
    const { rows } = await dashboard.pool.query<{ id: string; attributes: Record<string, unknown> }>(
      `select id, attributes from ${table}`,
    );
    const held = new Map(rows.map((row) => [row.id, row.attributes]));
    for (const { id, attributes = {} } of await truth(list))
      for (const [field, value] of Object.entries(attributes ?? {}))
        if (
          JSON.stringify(held.get(id)?.[field]) !==
          JSON.stringify(STORED_AS[`${list}.${field}.${value}`] ?? value)
        )
          found.push(`${list} ${id} ${field}`);
  }
  return found;
}

const latestSyncRun = async () =>
  (await dashboard.db.select().from(syncRuns).orderBy(asc(syncRuns.id))).at(-1) ?? expect.fail("no round");

beforeAll(async () => {
  service = await startTestService({ seedContainers: 60 });
  dashboard = await openTestDashboard();
  receiver = await startReceiver();
  const attributes = { url: receiver.url, active: true, events: ["container.transport.available"] };
  const created = await service.call("/webhooks", { body: { data: { type: "webhook", attributes } } });
  await rememberOwnWebhook(dashboard.db, { id: created.item.id, url: receiver.url, secret: "s".repeat(32) });
});
afterAll(async () => {
  await receiver.close();
  await service.end();
  await dashboard.close();
});
beforeEach(async () => {
  service.faults.set(null);
  requested = [];
  await dashboard.pool.query(
    "delete from request_log; update circuit_breaker set closed_until = '-infinity', failures = 0",
  );
});

describe("against the tracking service", () => {
  it("stores every field of every record in the first load, and repairs nothing in the next sync run", async () => {
    await syncRun();
    const inFirst = [...LISTS, "documents/types"];
    expect(requested).toEqual(inFirst);
    expect(await wrong()).toEqual([]);
    await syncRun();
    expect(await latestSyncRun()).toMatchObject({
      kind: "round",
      repaired: 0,
      deletedUpstream: 0,
      completed: true,
    });
    expect(requested.slice(inFirst.length)).toEqual(["webhook_notifications", ...LISTS]);
    await fetchAll();
  });

  it("stores the service's maps of containers in transit during the map scan", async () => {
    const sweep = new MapSweep(dashboard.db, CountedClient.open("reconciliation", 60_000));
    expect(await sweep.readNext()).toBe(true);
    const { rows } = await dashboard.pool.query<{ id: string }>(
      "select container_id as id from container_maps",
    );
    const { map } = await loadRelated(dashboard.db, rows[0]?.id ?? "");
    expect(readVoyage(map.map)?.ports.length).toBeGreaterThan(1);
  });

  it("stores the last and coming positions of a vessel that a map shows", async () => {
    const maps = new MapSweep(dashboard.db, CountedClient.open("reconciliation", 60_000));
    const legs = () => dashboard.pool.query("select from vessel_positions");
    while ((await legs()).rows.length === 0 && (await maps.readNext()));
    const vessels = new VesselSweep(dashboard.db, CountedClient.open("reconciliation", 60_000));
    expect(await vessels.readNext()).toBe(true);
    const { rows } = await dashboard.pool.query<{ id: string }>(`
      select m.container_id as id from container_maps m, vessel_positions p
      where p.positions is not null and m.map::text like '%' || p.vessel_id || '%'`);
    const { positions } = await loadRelated(dashboard.db, rows[0]?.id ?? "");
    expect(positions?.last?.position).toHaveLength(2);
    expect(positions?.coming.length).toBeGreaterThan(0);
    expect(positions?.coming.length).toBeLessThan(40);
  });

  it("adds roles created upstream and removes roles deleted upstream during the role scan", async () => {
    const [container] = await truth("containers");
    const [party] = await truth("parties");
    if (!container || !party) return expect.fail("the account is empty");
    const path = `/containers/${container.id}/party_roles`;
    for (const { id } of (await service.call(path)).items)
      await service.call(`${path}/${id}`, { method: "DELETE" });
    const data = {
      type: "party_role",
      attributes: { role: "pickup_dray_carrier" },
      relationships: { party: { data: { type: "party", id: party.id } } },
    };
    await service.call(path, { body: { data } });
    const sweepAll = async () => {
      await dashboard.pool.query("update party_role_fetches set attempted_at = null");
      const sweep = new RoleSweep(dashboard.db, CountedClient.open("reconciliation", 60_000));
      const containers = (await truth("containers")).length;
      // The budget is not tested here.
      for (let at = 0; at < containers; at += 1) {
        await dashboard.pool.query("delete from request_log");
        if (!(await sweep.readNext())) return;
      }
    };
    await sweepAll();
    const carriers = async () => {
      const { rows } = await dashboard.pool.query(
        "select row -> 'drayCarriers' as carriers from board_rows where container_id = $1",
        [container.id],
      );
      return rows[0]?.carriers;
    };
    expect(await carriers()).toMatchObject([{ partyId: party.id }]);
    const [role] = (await service.call(path)).items;
    await service.call(`${path}/${role?.id}`, { method: "DELETE" });
    await sweepAll();
    expect(await carriers()).toEqual([]);
    const { rows } = await dashboard.pool.query(
      "select count(*)::int as unread from containers c where not exists (select from party_role_fetches r where r.roleable_id = c.id and r.as_of is not null)",
    );
    expect(rows).toEqual([{ unread: 0 }]);
  });

  it("repairs the subject of a failed delivery first", async () => {
    const containers = await truth("containers");
    const container = containers.at(-1) ?? expect.fail("no container");
    await service.store.db.execute(sql`
      update containers set attributes = attributes || '{"seal_number": "LOST"}' where id = ${container.id}`);
    const { rows } = await service.store.db.execute<{ id: string }>(sql`
      select id from transport_events where container_id = ${container.id} limit 1`);
    const event = rows[0]?.id ?? expect.fail("no event");
    receiver.status = 500;
    await service.store.db.transaction((tx) =>
      announce(
        tx,
        service.accountId,
        [{ event: "container.transport.available", reference: { type: "transport_event", id: event } }],
        new Date(),
      ),
    );
    await until(() => receiver.received.length > 0);
    receiver.status = 202;
    await service.store.db.execute(sql`
      update webhook_notifications set delivery_status = 'failed', next_attempt_at = null`);
    await syncRun();
    expect(requested.slice(0, 3)).toEqual(["webhook_notifications", `containers/${container.id}`, "parties"]);
    const repaired = await dashboard.db.select().from(driftRepairs).orderBy(asc(driftRepairs.id));
    expect(repaired.at(-1)).toMatchObject({
      subjectId: container.id,
      field: "seal_number",
      newValue: "LOST",
    });
    expect(await dashboard.db.select().from(changes)).toMatchObject([
      { subjectId: container.id, field: "seal_number", after: "LOST", notificationId: null },
    ]);
    expect(await wrong()).toEqual([]);
    requested = [];
    await syncRun();
    expect(requested.filter((path) => path.startsWith("containers/"))).toEqual([]);
  });

  it("needs few fetches for a thousand notifications about fifty containers that name no container", async () => {
    receiver.received.length = 0;
    const { rows } = await service.store.db.execute<{ id: string; container: string }>(sql`
      select distinct on (container_id) id, container_id as container from transport_events order by container_id limit 50`);
    expect(rows).toHaveLength(50);
    await service.store.db.execute(sql`
      update containers set attributes = attributes || '{"seal_number": "STORM"}', refreshed_at = now()
      where id in (select container_id from transport_events where id in (${sql.join(
        rows.map(({ id }) => sql`${id}`),
        sql`, `,
      )}))`);
    await service.store.db.transaction((tx) =>
      announce(
        tx,
        service.accountId,
        Array.from({ length: 1_000 }, (_, n) => ({
          event: "container.transport.available" as const,
          reference: { type: "transport_event" as const, id: rows[n % 50]?.id ?? "" },
        })),
        new Date(),
      ),
    );
    const client = CountedClient.open("refetch");
    let taken = 0;
    let processed = 0;
    const take = async () => {
      for (; taken < receiver.received.length; taken += 1)
        await noteBody(dashboard.pool, receiver.received[taken]?.text ?? "");
      while (await processWaiting(dashboard.db));
      const counted = await dashboard.pool.query(
        "select count(*)::int as n from inbox where processed_at is not null",
      );
      processed = counted.rows[0].n;
    };
    while (processed < 1_000) {
      await take();
      await refetchNext(dashboard.db, client);
    }
    const left = async () => (await dashboard.pool.query("select from fetch_queue")).rowCount ?? 0;
    await until(async () => {
      while (await refetchNext(dashboard.db, client));
      return (await left()) === 0;
    });
    expect(requested.length).toBeLessThanOrEqual(60);
    const stormed = await dashboard.pool.query(
      "select from containers where attributes ->> 'seal_number' = 'STORM'",
    );
    expect(stormed.rowCount).toBe(50);
    expect(await wrong()).toEqual([]);
  });

  it("marks records deleted upstream, and removes the mark when they exist again", async () => {
    const container = (await truth("containers"))[3] ?? expect.fail("no container");
    const { accountId: away } = await service.stranger();
    const owner = (id: string) =>
      service.store.db.execute(sql`update containers set account_id = ${id} where id = ${container.id}`);
    await owner(away);
    await syncRun();
    const { rows: marks } = await dashboard.pool.query(
      "select type, id from seen_records where deleted_upstream_at is not null",
    );
    expect(marks).toEqual([{ type: "container", id: container.id }]);
    expect(
      (await dashboard.pool.query("select from containers where id = $1", [container.id])).rowCount,
    ).toBe(1);
    await owner(service.accountId);
    await syncRun();
    expect(
      (await dashboard.pool.query("select from seen_records where deleted_upstream_at is not null")).rowCount,
    ).toBe(0);
  });

  it("sends few requests during an outage, and is correct after one sync run", async () => {
    const stopping = new AbortController();
    const pace = {
      intervalMs: 300,
      sweepMs: 60_000,
      pollMs: 100,
      heartbeatMs: 500,
      retryMs: 100,
      maxRetryMs: 1_000,
    };
    service.faults.set({ http: { error: { rate: 1, statuses: [503] } } });
    const reconciling = reconcile(dashboard, CountedClient.open("reconciliation"), pace, stopping.signal);
    const outageMs = 12_000;
    await new Promise((resolve) => setTimeout(resolve, outageMs));
    const during = requested.length;
    await service.store.db.execute(sql`
      update containers set attributes = attributes || '{"seal_number": "OUTAGE"}', refreshed_at = now()`);
    service.faults.set(null);
    const from = new Date();
    await until(async () => {
      const { rowCount } = await dashboard.pool.query(
        "select from sync_runs where completed and ended_at >= $1",
        [from],
      );
      return (rowCount ?? 0) > 0;
    });
    stopping.abort();
    await reconciling;
    expect(await wrong()).toEqual([]);
    expect(during).toBeGreaterThan(0);
    expect(during).toBeLessThanOrEqual(30);
  });

  it("adds custom fields created upstream during a sync run, and removes deleted ones", async () => {
    const [container] = await truth("containers");
    if (!container) return expect.fail("the account is empty");
    const attributes = {
      entity_type: "Container",
      api_slug: "buyer",
      display_name: "Buyer",
      data_type: "enum",
    };
    const definition = await service.call("/custom_field_definitions", {
      body: { data: { type: "custom_field_definition", attributes } },
    });
    await service.call(`/custom_field_definitions/${definition.item.id}/options`, {
      body: { data: { type: "custom_field_option", attributes: { label: "Ana", value: "ana" } } },
    });
    const created = await service.call("/custom_fields", {
      body: {
        data: {
          type: "custom_field",
          attributes: { api_slug: "buyer", value: "ana" },
          relationships: { entity: { data: { type: "container", id: container.id } } },
        },
      },
    });
    const fields = async () => (await loadRelated(dashboard.db, container.id)).customFields.entries;
    await syncRun();
    expect(await wrong()).toEqual([]);
    expect(await fields()).toEqual([
      {
        id: created.item.id,
        definitionId: definition.item.id,
        slug: "buyer",
        label: "Buyer",
        value: "Ana",
        held: "ana",
      },
    ]);
    await service.call(`/custom_fields/${created.item.id}`, { method: "DELETE" });
    await syncRun();
    expect(await fields()).toEqual([]);
    await fetchAll();
  });
});
