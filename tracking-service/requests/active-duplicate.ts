import { and, eq, inArray, isNull, ne, or, sql } from "drizzle-orm";
import type { Transaction } from "@/tracking-service/store/database";
import { containers, shipments, trackingRequests } from "@/tracking-service/store/schema";

type Request = typeof trackingRequests.$inferSelect;

const r = trackingRequests;

/** A BOL is written with or without its carrier's code as a prefix. */
function spellings(number: string, scac: string): string[] {
  return number.startsWith(scac) ? [number, number.slice(scac.length)] : [number, `${scac}${number}`];
}

/** Whether the account already tracks the number, by an earlier request or, for a container, under a BOL. */
export async function hasActiveDuplicate(tx: Transaction, request: Request, scac: string): Promise<boolean> {
  const [earlier] = await tx
    .select({ id: r.id })
    .from(r)
    .leftJoin(shipments, eq(shipments.id, r.shipmentId))
    .where(
      and(
        eq(r.accountId, request.accountId),
        inArray(r.normalizedNumber, spellings(request.normalizedNumber, scac)),
        ne(r.id, request.id),
        or(eq(r.scac, scac), isNull(r.scac)),
        inArray(r.status, ["pending", "awaiting_manifest", "succeeded"]),
        sql`(${r.createdAt}, ${r.id}) < (${request.createdAt.toISOString()}::timestamptz, ${request.id}::uuid)`,
        isNull(shipments.trackingStoppedAt),
      ),
    )
    .limit(1);
  if (earlier || request.requestType !== "container") return earlier !== undefined;
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
