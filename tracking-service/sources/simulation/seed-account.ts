import { PICKUP_DRAY_CARRIER } from "@/lib/contract/enumerations";
import { milestoneRow } from "@/tracking-service/facts/record-events";
import { containerRow } from "@/tracking-service/facts/record-shipment";
import { stableId } from "@/tracking-service/stable-id";
import type { Database, Transaction } from "@/tracking-service/store/database";
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
import { noise } from "./chance";
import { journeyPlan } from "./journey-plan";
import { boxAt, journeyRow } from "./journeys";
import type { JourneyPlan } from "./plan";
import { checkEveryMs } from "./simulation";
import { lastCheck } from "./terminal-view";
import { CUSTOMERS } from "./voyage-plan";

export type Seeding = {
  accountId: string;
  /** The simulation's seed and the account's name together: two accounts differ, one can be made again. */
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

function shipmentRow(accountId: string, plan: JourneyPlan, facts: ReturnType<typeof boxAt>["facts"]) {
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

/** The request a seeded or a later shipment came from. */
export function requestRow(
  accountId: string,
  plan: JourneyPlan,
  at: Date,
): typeof trackingRequests.$inferInsert {
  const { voyage } = plan;
  const { seed } = plan.input;
  return {
    id: stableId(voyage.shipmentId, "tracking_request"),
    accountId,
    requestNumber: voyage.billOfLading,
    normalizedNumber: voyage.billOfLading,
    requestType: "bill_of_lading",
    scac: voyage.line.scac,
    autoDetectScac: false,
    refNumbers: voyage.refNumbers,
    shipmentTags: voyage.tags,
    customerId: voyage.customer ? stableId(seed, "party", voyage.customer) : null,
    shipmentId: voyage.shipmentId,
    status: "succeeded",
    createdAt: at,
    updatedAt: at,
  };
}

/** About every third box that is to be pulled soon has its trucker already. */
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
  const stay = plan.box.rail && start >= plan.box.rail.stay.from ? plan.box.rail.stay : plan.box.stay;
  const check = start < stay.to ? lastCheck(stay, plan.noiseSeed, start) : null;
  return check?.at ?? start - Math.floor(noise(plan.noiseSeed, "asked", 0) * 5 * 3_600_000);
}

type Rows = {
  shipments: (typeof shipments.$inferInsert)[];
  requests: (typeof trackingRequests.$inferInsert)[];
  containers: (typeof containers.$inferInsert)[];
  events: (typeof transportEvents.$inferInsert)[];
  journeys: (typeof journeys.$inferInsert)[];
  roles: (typeof partyRoles.$inferInsert)[];
};

function addBox(rows: Rows, seeding: Seeding, index: number): void {
  const { accountId, seed, startsAt } = seeding;
  const start = startsAt.getTime();
  const every = checkEveryMs(seeding.containers);
  const plan = journeyPlan({ seed, index, start, entry: "seeded", checkEveryMs: every });
  const box = boxAt(plan, start);
  const tracked = new Date(plan.voyage.trackedAt);
  if (plan.position === 0) {
    rows.shipments.push(shipmentRow(accountId, plan, box.facts));
    rows.requests.push(requestRow(accountId, plan, tracked));
  }
  const shipmentId = plan.voyage.shipmentId;
  rows.containers.push(containerRow(accountId, shipmentId, box, tracked, new Date(refreshedAt(plan, start))));
  const owner = { accountId, shipmentId, containerId: plan.containerId };
  for (const milestone of box.history) {
    const told = Math.max(Date.parse(milestone.at), plan.voyage.trackedAt);
    rows.events.push(milestoneRow(owner, milestone, new Date(told)));
  }
  rows.journeys.push(journeyRow(accountId, plan, start));
  rows.roles.push(...roleRows(seeding, plan, box.facts.container.current_status));
}

async function save(tx: Transaction, rows: Rows): Promise<void> {
  await inBatches(rows.shipments, (batch) => tx.insert(shipments).values(batch));
  await inBatches(rows.requests, (batch) => tx.insert(trackingRequests).values(batch));
  await inBatches(rows.containers, (batch) => tx.insert(containers).values(batch));
  await inBatches(rows.events, (batch) => tx.insert(transportEvents).values(batch));
  await inBatches(rows.journeys, (batch) => tx.insert(journeys).values(batch));
  await inBatches(rows.roles, (batch) => tx.insert(partyRoles).values(batch));
}

async function inBatches<T>(rows: T[], insert: (batch: T[]) => PromiseLike<unknown>): Promise<void> {
  for (let from = 0; from < rows.length; from += 1_000) await insert(rows.slice(from, from + 1_000));
}

const BOXES_AT_ONCE = 2_000;

/**
 * Fills an empty account with journeys as they stand at its start: facts, past milestones, parties, requests. Tells
 * nobody. The same seeding gives the same account, ids included. One transaction.
 */
export async function seedAccount(db: Database, seeding: Seeding): Promise<void> {
  await db.transaction(async (tx) => {
    const { accountId, seed, startsAt } = seeding;
    await tx.insert(simulations).values({ accountId, seed, startsAt, containers: seeding.containers });
    if (seeding.containers === 0) return;
    await tx.insert(parties).values(partyRows(seeding));
    for (let from = 0; from < seeding.containers; from += BOXES_AT_ONCE) {
      const rows: Rows = { shipments: [], requests: [], containers: [], events: [], journeys: [], roles: [] };
      const end = Math.min(from + BOXES_AT_ONCE, seeding.containers);
      for (let index = from; index < end; index += 1) addBox(rows, seeding, index);
      await save(tx, rows);
    }
  });
}
