import { afterAll, beforeAll, expect, it } from "vitest";
import { DAY_MS } from "@/tracking-service/clock/instant";
import { FORMER_VESSELS } from "@/tracking-service/sources/simulation/world/vessels";
import type { Store } from "@/tracking-service/store/database";
import { listMigrationFiles } from "@/tracking-service/store/migrate";
import { journeys, shipments } from "@/tracking-service/store/schema";
import { expectedContainers } from "@/tracking-service/store/sources-schema";
import { openTestStore } from "@/tracking-service/testing/service-database";
import { factsAt } from "./facts-at";
import { planOf, plansOf } from "./journeys";
import { seedAccount } from "./seed-account";

const ACCOUNT = "00000000-0000-4000-8000-000000000001";
const startsAt = new Date("2026-11-21T09:00:00Z");

let store: Store;

beforeAll(async () => {
  store = await openTestStore();
  await store.pool.query("insert into accounts (id, name, seeded) values ($1, 'Drayboard', true)", [ACCOUNT]);
  await seedAccount(store.db, { accountId: ACCOUNT, seed: "harbor", startsAt, containers: 20 });
});
afterAll(() => store.close());

it("keeps the ships and times of journeys that were stored before ships had rotations", async () => {
  const stored = await store.db.select().from(journeys);
  const [first] = stored;
  const [shipment] = await store.db.select().from(shipments);
  if (!first || !shipment) throw new Error("nothing was seeded");
  const booking = { accountId: ACCOUNT, dueAt: startsAt, inputs: [first.input, first.input] };
  await store.db.insert(expectedContainers).values({ shipmentId: shipment.id, ...booking });

  const files = await listMigrationFiles();
  await store.pool.query(files.find(({ name }) => name.startsWith("0018"))?.text ?? "");

  const migrated = await store.db.select().from(journeys);
  expect(migrated).toHaveLength(stored.length);
  for (const { input } of migrated) {
    const { voyage } = planOf(input);
    expect(FORMER_VESSELS).toContainEqual(voyage.vessel);
  }
  const [expected] = await store.db.select().from(expectedContainers);
  const plans = plansOf(expected?.inputs);
  expect(plans).toHaveLength(2);
  for (const plan of plans) {
    expect(plan.input.former).toBe(true);
    const { shipment: facts } = factsAt(plan, startsAt.getTime() + 60 * DAY_MS);
    expect(facts.pod_vessel_imo).toMatch(/^9/);
  }
});
