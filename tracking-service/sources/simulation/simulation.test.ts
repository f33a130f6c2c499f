import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EVENTS } from "@/lib/contract/events";
import { ensureAccount } from "@/tracking-service/accounts/authenticate";
import { DAY_MS, iso } from "@/tracking-service/clock/instant";
import type { Store } from "@/tracking-service/store/database";
import { saveCatalogue } from "@/tracking-service/store/migrate";
import { webhooks } from "@/tracking-service/store/schema";
import { silent } from "@/tracking-service/testing/running-service";
import { openTestStore } from "@/tracking-service/testing/service-database";
import { stepJourney } from "./manual-step";
import { seedAccount } from "./seed-account";
import { simulation } from "./simulation";
import { reportDue } from "./ticker";

let store: Store;
const NOW = new Date("2026-11-21T09:00:00Z");
const CONTAINERS = 60;

async function account(name: string, startsAt: Date, seed = name): Promise<string> {
  const { id } = await ensureAccount(store.db, name);
  await seedAccount(store.db, { accountId: id, seed, startsAt, containers: CONTAINERS });
  return id;
}

async function listen(accountId: string): Promise<void> {
  await store.db.insert(webhooks).values({
    id: randomUUID(),
    accountId,
    url: "http://127.0.0.1:9",
    active: true,
    events: [...EVENTS],
    secret: "s",
  });
}

const rows = async (text: string, values: unknown[] = []) => (await store.pool.query(text, values)).rows;

beforeAll(async () => {
  store = await openTestStore();
  await saveCatalogue(store, simulation({ seed: "s", containers: CONTAINERS }).listCatalogue());
});
afterAll(async () => {
  await store.close();
});

describe("seedAccount", () => {
  it("creates the same account from the same seed and start, including ids", async () => {
    const second = await openTestStore();
    await saveCatalogue(second, simulation({ seed: "s", containers: CONTAINERS }).listCatalogue());
    const ids = [await account("Same", NOW), (await ensureAccount(second.db, "Same")).id];
    await seedAccount(second.db, {
      accountId: ids[1] ?? "",
      seed: "Same",
      startsAt: NOW,
      containers: CONTAINERS,
    });
    const queries = [
      "select id, shipment_id, number, status, created_at, refreshed_at, attributes, places from containers where account_id = $1 order by id",
      "select id, attributes, places from shipments where account_id = $1 order by id",
      "select id, event, attributes, places from transport_events where account_id = $1 order by id",
      "select id, company_name from parties where account_id = $1 order by id",
      "select id, party_id, roleable_id from party_roles where account_id = $1 order by id",
    ];
    for (const query of queries) {
      const again = (await second.pool.query(query, [ids[1]])).rows;
      expect(again).toEqual(await rows(query, [ids[0]]));
      expect(again.length).toBeGreaterThan(5);
    }
    await second.close();
  });

  it("sends no notifications, and leaves no partial data after a failure", async () => {
    const { id } = await ensureAccount(store.db, "Broken");
    const seeding = { accountId: id, seed: "Same", startsAt: NOW, containers: CONTAINERS };
    await expect(seedAccount(store.db, seeding)).rejects.toThrow();
    expect(await rows("select 1 from containers where account_id = $1", [id])).toEqual([]);
    expect(await rows("select 1 from simulations where account_id = $1", [id])).toEqual([]);
  });
});

describe("catching up", () => {
  it("reports missed steps once in order, merges missed checks, and replaces ended shipments", async () => {
    const start = new Date(NOW.getTime() - 5 * DAY_MS);
    const id = await account("Stopped", start);
    await listen(id);
    const log = silent;
    const ticker = { db: store.db, log, now: () => NOW };
    expect(await reportDue(ticker)).toBeGreaterThan(50);

    const repeated = await rows(
      `select container_id, event, happened_at from transport_events
       where milestone and account_id = $1 and event not like '%available'
       group by 1, 2, 3 having count(*) > 1`,
      [id],
    );
    expect(repeated).toEqual([]);
    const updates = await rows(
      `select container_id, count(*) from change_events
       where account_id = $1 and type = 'container_updated_event' group by 1 order by 2 desc`,
      [id],
    );
    expect(Number(updates[0]?.count)).toBeLessThan(12);
    const future = await rows(
      "select 1 from transport_events where account_id = $1 and milestone and happened_at > $2",
      [id, NOW],
    );
    expect(future).toEqual([]);
    const fresh = await rows("select 1 from shipments where account_id = $1 and created_at = $2", [id, NOW]);
    expect(fresh.length).toBeGreaterThan(0);
    const stopped = await rows(
      "select attributes->>'line_tracking_stopped_reason' as reason from shipments where account_id = $1 and tracking_stopped_at is not null",
      [id],
    );
    expect(stopped.length).toBeGreaterThan(0);
    expect(new Set(stopped.map(({ reason }) => reason))).toEqual(new Set(["all_containers_terminated"]));
    expect(await reportDue(ticker)).toBe(0);
  });

  it("keeps each milestone's notifications in the order of events", async () => {
    const reported = await rows(
      `select e.container_id, e.happened_at from webhook_notifications n
       join transport_events e on e.id = n.reference_id where e.milestone and e.event not like '%available' order by n.sequence`,
    );
    const last = new Map<string, number>();
    for (const { container_id, happened_at } of reported) {
      expect(happened_at.getTime()).toBeGreaterThanOrEqual(last.get(container_id) ?? 0);
      last.set(container_id, happened_at.getTime());
    }
    expect(reported.length).toBeGreaterThan(20);
  });
});

describe("stepping a journey", () => {
  it("reports its next milestones as if they happened now, in facts and events", async () => {
    const id = await account("Stepped", NOW);
    const [ship] = await rows(
      "select id, number from containers where account_id = $1 and status = 'on_ship' order by id limit 1",
      [id],
    );
    const now = new Date(NOW.getTime() + 60_000);
    const steps = await stepJourney(store.db, ship?.id, 60, now);
    const arrived = steps.find(({ events }) => events.includes("container.transport.vessel_arrived"));
    expect(steps.every(({ number }) => number === ship?.number)).toBe(true);
    const [row] = await rows("select attributes, status from containers where id = $1", [ship?.id]);
    expect(row?.attributes.pod_arrived_at).toBe(iso(now.getTime()));
    expect(arrived ?? steps.length).toBeTruthy();
    expect(["on_ship", "new"]).not.toContain(row?.status);
  });

  it("continues until the empty return and then reports nothing more", async () => {
    const [out] = await rows("select id from containers where status = 'picked_up' order by id limit 1");
    const steps = await stepJourney(store.db, out?.id, 500, NOW);
    expect(steps.length).toBeGreaterThan(0);
    const [row] = await rows("select status from containers where id = $1", [out?.id]);
    expect(row?.status).toBe("empty_returned");
    expect(await stepJourney(store.db, out?.id, 1, NOW)).toEqual([]);
  });
});
