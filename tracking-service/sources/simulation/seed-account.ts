import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { PICKUP_DRAY_CARRIER } from "@/lib/contract/enums";
import { hideRailDeadlines } from "@/tracking-service/facts/rail-deadlines";
import { milestoneRow } from "@/tracking-service/facts/record-events";
import { containerRow } from "@/tracking-service/facts/record-shipment";
import { stableId } from "@/tracking-service/runtime/deterministic-uuid";
import { journeyPlan } from "@/tracking-service/sources/simulation/plan/journey-plan";
import type { JourneyPlan } from "@/tracking-service/sources/simulation/plan/plan";
import { CUSTOMERS } from "@/tracking-service/sources/simulation/plan/voyage-details";
import type { Database, Transaction } from "@/tracking-service/store/database";
import { insertMany } from "@/tracking-service/store/insert-many";
import {
  containers,
  journeys,
  parties,
  partyRoles,
  shipments,
  simulations,
  trackingRequests,
  transportEvents,
} from "@/tracking-service/store/schema";
import { searchTerms } from "@/tracking-service/store/search-schema";
import { containerRawEvents } from "@/tracking-service/store/sources-schema";
import { containerAt, journeyRow } from "./journeys";
import { requestRow } from "./request-row";
import { noise } from "./seeded-random";
import { checkEveryMs } from "./simulation";
import { lastCheck } from "./terminal-view";

export type Seeding = {
  accountId: string;
  /**
   * The simulation's seed combined with the account's name. Two accounts differ, and one account can be created again.
   */
  seed: string;
  startsAt: Date;
  containers: number;
};

const DRAY_CARRIERS = ["Harbor Trucking", "Blue Ridge Dray", "Keystone Drayage", "Three Rivers Cartage"];

type PartyRow = typeof parties.$inferInsert;

function partyRows({ accountId, seed, startsAt }: Seeding): PartyRow[] {
  return [...DRAY_CARRIERS, ...CUSTOMERS].map((companyName) => ({
    id: stableId(seed, "party", companyName),
    accountId,
    companyName,
    createdAt: startsAt,
  }));
}

function shipmentRow(accountId: string, plan: JourneyPlan, facts: ReturnType<typeof containerAt>["facts"]) {
  const { voyage } = plan;
  return {
    id: voyage.shipmentId,
    accountId,
    requestNumber: voyage.billOfLading,
    billOfLadingNumber: voyage.billOfLading,
    createdAt: new Date(voyage.trackedAt),
    attributes: facts.shipment,
    places: facts.shipmentPlaces,
  };
}

/** About every third container to be picked up soon already has a trucker. */
function roleRows(
  seeding: Seeding,
  plan: JourneyPlan,
  status: string | null,
): (typeof partyRoles.$inferInsert)[] {
  const likely =
    status === "picked_up" || status === "delivered" ? 0.8 : status === "available" ? 0.45 : 0.12;
  if (status === "on_ship" || status === "new" || noise(plan.noiseSeed, "trucker", 0) >= likely) return [];
  const carrier = DRAY_CARRIERS[Math.floor(noise(plan.noiseSeed, "trucker", 1) * DRAY_CARRIERS.length)] ?? "";
  const at = seeding.startsAt;
  return [
    {
      id: stableId(seeding.seed, "party_role", plan.containerId),
      accountId: seeding.accountId,
      roleableType: "Container",
      roleableId: plan.containerId,
      partyId: stableId(seeding.seed, "party", carrier),
      role: PICKUP_DRAY_CARRIER,
      createdAt: at,
      updatedAt: at,
    },
  ];
}

function refreshedAt(plan: JourneyPlan, start: number): number {
  const stay =
    plan.container.rail && start >= plan.container.rail.stay.from
      ? plan.container.rail.stay
      : plan.container.stay;
  const check = start < stay.to ? lastCheck(stay, plan.noiseSeed, start) : null;
  return check?.at ?? start - Math.floor(noise(plan.noiseSeed, "asked", 0) * 5 * 3_600_000);
}

type Rows = {
  shipments: (typeof shipments.$inferInsert)[];
  requests: (typeof trackingRequests.$inferInsert)[];
  containers: (typeof containers.$inferInsert)[];
  events: (typeof transportEvents.$inferInsert)[];
  rawEvents: (typeof containerRawEvents.$inferInsert)[];
  journeys: (typeof journeys.$inferInsert)[];
  roles: (typeof partyRoles.$inferInsert)[];
};

function addContainer(rows: Rows, seeding: Seeding, index: number): void {
  const { accountId, seed, startsAt } = seeding;
  const start = startsAt.getTime();
  const every = checkEveryMs(seeding.containers);
  const plan = journeyPlan({ seed, index, start, entry: "seeded", checkEveryMs: every });
  const container = containerAt(plan, start);
  const tracked = new Date(plan.voyage.trackedAt);
  if (plan.position === 0) {
    rows.shipments.push(shipmentRow(accountId, plan, container.facts));
    rows.requests.push(requestRow(accountId, plan, tracked));
  }
  const shipmentId = plan.voyage.shipmentId;
  rows.containers.push(
    containerRow(accountId, shipmentId, container, tracked, new Date(refreshedAt(plan, start))),
  );
  const owner = { accountId, shipmentId, containerId: plan.containerId };
  for (const milestone of container.history) {
    const reported = Math.max(Date.parse(milestone.at), plan.voyage.trackedAt);
    rows.events.push(milestoneRow(owner, milestone, new Date(reported)));
  }
  rows.rawEvents.push({ containerId: plan.containerId, accountId, events: container.rawEvents });
  rows.journeys.push(journeyRow(accountId, plan, start));
  rows.roles.push(...roleRows(seeding, plan, container.facts.container.current_status));
}

async function save(tx: Transaction, rows: Rows): Promise<void> {
  await insertMany(tx, shipments, rows.shipments);
  await insertMany(tx, trackingRequests, rows.requests);
  await insertMany(tx, containers, rows.containers);
  await insertMany(tx, transportEvents, rows.events);
  await insertMany(tx, containerRawEvents, rows.rawEvents);
  await insertMany(tx, journeys, rows.journeys);
  await insertMany(tx, partyRoles, rows.roles);
}

const CONTAINERS_AT_ONCE = 50;
/**
 * Number of containers planned before the event loop handles other work: database responses, signals, requests of other
 * accounts.
 */
const CONTAINERS_A_TURN = 20;

async function planContainers(seeding: Seeding, from: number, to: number): Promise<Rows> {
  const rows: Rows = {
    shipments: [],
    requests: [],
    containers: [],
    events: [],
    rawEvents: [],
    journeys: [],
    roles: [],
  };
  for (let index = from; index < to; index += 1) {
    if (index % CONTAINERS_A_TURN === 0) await nextTurn();
    addContainer(rows, seeding, index);
  }
  return rows;
}

async function saveContainers(
  tx: Transaction,
  seeding: Seeding,
  onSaved: (containerCount: number) => void,
): Promise<void> {
  let saving = Promise.resolve();
  try {
    for (let from = 0; from < seeding.containers; from += CONTAINERS_AT_ONCE) {
      const to = Math.min(from + CONTAINERS_AT_ONCE, seeding.containers);
      // The next containers are planned while the database stores the previous ones.
      const [rows] = await Promise.all([planContainers(seeding, from, to), saving]);
      saving = save(tx, rows).then(() => onSaved(to));
    }
    await saving;
  } catch (error) {
    // Nothing may be written after the transaction is rolled back.
    await saving.catch(() => undefined);
    throw error;
  }
}

/**
 * Fills an empty account with journeys at their state at its start: facts, past milestones, parties, requests. Sends no
 * notifications. The same input gives the same account, including ids. It runs in one transaction: an account is
 * complete or empty. `onSaved` receives the number of containers written so far.
 */
export async function seedAccount(
  db: Database,
  seeding: Seeding,
  onSaved: (containerCount: number) => void = () => undefined,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { accountId, seed, startsAt } = seeding;
    await tx.insert(simulations).values({ accountId, seed, startsAt, containers: seeding.containers });
    if (seeding.containers === 0) return;
    await tx.insert(parties).values(partyRows(seeding));
    await saveContainers(tx, seeding, onSaved);
    await hideRailDeadlines(tx, { accountId });
  });
}

/** For fewer containers, PostgreSQL updates its statistics soon enough by itself. */
const MANY_CONTAINERS = 1_000;

/** Updates PostgreSQL's statistics after a large seeding, so that the first queries get good plans. */
export async function takeStock(
  db: Database,
  { containers: containerCount }: Pick<Seeding, "containers">,
): Promise<void> {
  if (containerCount < MANY_CONTAINERS) return;
  const tables = [
    shipments,
    trackingRequests,
    containers,
    transportEvents,
    journeys,
    partyRoles,
    searchTerms,
  ];
  await db.execute(sql`vacuum (analyze) ${sql.join(tables, sql`, `)}`);
}
