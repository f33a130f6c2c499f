import { eq } from "drizzle-orm";
import type { FailedReason } from "@/lib/contract/enums";
import { giveInitialFields } from "@/tracking-service/custom-fields/initial-custom-fields";
import { announce } from "@/tracking-service/deliveries/enqueue";
import { recordShipment } from "@/tracking-service/facts/record-shipment";
import type { CarrierResponse } from "@/tracking-service/sources/source";
import type { Transaction } from "@/tracking-service/store/database";
import { parties, trackingRequests } from "@/tracking-service/store/schema";
import { stepAfter } from "./request-lifetime";

export type Request = typeof trackingRequests.$inferSelect;
type Change = Partial<typeof trackingRequests.$inferInsert>;
type Outcome = "succeeded" | "failed" | "awaiting_manifest";

const r = trackingRequests;

async function update(tx: Transaction, request: Request, change: Change, now: Date): Promise<void> {
  await tx
    .update(r)
    .set({ ...change, attempts: request.attempts + 1, updatedAt: now })
    .where(eq(r.id, request.id));
}

async function report(tx: Transaction, { accountId, id }: Request, outcome: Outcome, now: Date) {
  const reference = { type: "tracking_request", id } as const;
  await announce(tx, accountId, [{ event: `tracking_request.${outcome}`, reference }], now);
}

/** A series of failed attempts has ended. Only the number of retries is kept. */
const settled = ({ failedAttempts, retryCount }: Request) => ({
  failedAttempts: 0,
  retryCount: failedAttempts > 0 ? failedAttempts : retryCount,
});

/** Ends a request without a shipment, and announces it. */
export async function failRequest(
  tx: Transaction,
  request: Request,
  reason: FailedReason,
  now: Date,
): Promise<void> {
  const ended = { ...settled(request), status: "failed", failedReason: reason, nextAttemptAt: null } as const;
  await update(tx, request, ended, now);
  await report(tx, request, "failed", now);
}

async function customerName(tx: Transaction, id: string | null): Promise<string | null> {
  if (id === null) return null;
  const [party] = await tx.select({ name: parties.companyName }).from(parties).where(eq(parties.id, id));
  return party?.name ?? null;
}

type Found = Extract<CarrierResponse, { kind: "found" }>;

async function succeed(
  tx: Transaction,
  request: Request,
  found: Found,
  scac: string,
  now: Date,
): Promise<void> {
  const { accountId } = request;
  const own = {
    refNumbers: request.refNumbers,
    tags: request.shipmentTags,
    customerName: await customerName(tx, request.customerId),
  };
  const requestNumber = request.requestType === "container" ? null : request.normalizedNumber;
  const { shipmentId, facts, containers } = found;
  await recordShipment(tx, { accountId, shipmentId, requestNumber, facts, containers, own }, now);
  await found.follow(tx, accountId);
  const done = { status: "succeeded", failedReason: null, scac, shipmentId, nextAttemptAt: null } as const;
  await update(tx, request, { ...settled(request), ...done }, now);
  await giveInitialFields(tx, shipmentId, now);
  await report(tx, request, "succeeded", now);
}

/**
 * Applies a carrier's response completely (interface.md, States and transitions): state, shipment and the resulting
 * events.
 */
export async function acceptResponse(
  tx: Transaction,
  request: Request,
  response: CarrierResponse,
  scac: string,
  now: Date,
): Promise<void> {
  if (response.kind === "found") return succeed(tx, request, response, scac, now);
  const step = stepAfter(response, request, now);
  switch (step.to) {
    case "failed":
      return failRequest(tx, request, step.reason, now);
    case "retrying": {
      const { failedAttempts, reason: failedReason, retryAt: nextAttemptAt } = step;
      const retryCount = failedAttempts - 1;
      return update(tx, request, { scac, failedAttempts, retryCount, failedReason, nextAttemptAt }, now);
    }
    case "awaiting_manifest": {
      const waiting = {
        status: step.to,
        failedReason: null,
        scac,
        awaitingSince: step.since,
        nextAttemptAt: step.retryAt,
      };
      await update(tx, request, { ...settled(request), ...waiting }, now);
      if (request.status !== "awaiting_manifest") await report(tx, request, "awaiting_manifest", now);
    }
  }
}
