import { and, eq, inArray, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { KEYED_LOCKS, takeKeyedLock } from "@/lib/platform/database/advisory-locks";
import { unprocessableValue } from "@/tracking-service/json-api/errors";
import type { Transaction } from "@/tracking-service/store/database";
import { containers, shipments, trackingRequests } from "@/tracking-service/store/schema";

type Request = typeof trackingRequests.$inferSelect;

const r = trackingRequests;

/** Numbers with this code may be requested repeatedly. */
export const TEST_SCAC = "TEST";

/** A BOL is written with or without its carrier's code as a prefix. */
function spellings(number: string, scac: string): string[] {
  return number.startsWith(scac) ? [number, number.slice(scac.length)] : [number, `${scac}${number}`];
}

/** Whether the account has a request that meets the condition and whose shipment, if any, is tracked. */
async function hasRequest(tx: Transaction, accountId: string, condition: SQL | undefined): Promise<boolean> {
  const [found] = await tx
    .select({ id: r.id })
    .from(r)
    .leftJoin(shipments, eq(shipments.id, r.shipmentId))
    .where(and(eq(r.accountId, accountId), condition, isNull(shipments.trackingStoppedAt)))
    .limit(1);
  return found !== undefined;
}

/**
 * 422 when the account has a pending or succeeded request of this number and carrier, as the live service answers. `scac`
 * is null when the carrier is not known. Concurrent requests of a number wait for the transaction that asks first.
 */
export async function refuseDuplicate(
  tx: Transaction,
  request: Pick<Request, "accountId" | "requestNumber" | "normalizedNumber">,
  scac: string | null,
): Promise<void> {
  if (scac === TEST_SCAC) return;
  const { accountId, requestNumber, normalizedNumber } = request;
  await takeKeyedLock(tx, KEYED_LOCKS.requestedNumber, accountId + normalizedNumber);
  const same = and(
    eq(r.normalizedNumber, normalizedNumber),
    scac === null ? isNull(r.scac) : or(eq(r.scac, scac), isNull(r.scac)),
    inArray(r.status, ["pending", "succeeded"]),
  );
  if (!(await hasRequest(tx, accountId, same))) return;
  const detail =
    `Request number '${requestNumber}' with scac '${scac ?? ""}' already exists in a tracking_request ` +
    "with a pending or created status";
  throw unprocessableValue(detail, { pointer: "/data/attributes/request_number" }, "duplicate");
}

/** Whether the account already tracks the number, by an earlier request or, for a container, under a BOL. */
export async function hasActiveDuplicate(tx: Transaction, request: Request, scac: string): Promise<boolean> {
  const earlier = await hasRequest(
    tx,
    request.accountId,
    and(
      inArray(r.normalizedNumber, spellings(request.normalizedNumber, scac)),
      ne(r.id, request.id),
      or(eq(r.scac, scac), isNull(r.scac)),
      inArray(r.status, ["pending", "awaiting_manifest", "succeeded"]),
      sql`(${r.createdAt}, ${r.id}) < (${request.createdAt.toISOString()}::timestamptz, ${request.id}::uuid)`,
    ),
  );
  if (earlier || request.requestType !== "container") return earlier;
  const [container] = await tx
    .select({ id: containers.id })
    .from(containers)
    .innerJoin(shipments, eq(shipments.id, containers.shipmentId))
    .where(
      and(
        eq(containers.accountId, request.accountId),
        eq(containers.number, request.normalizedNumber),
        isNull(shipments.trackingStoppedAt),
      ),
    )
    .limit(1);
  return container !== undefined;
}
