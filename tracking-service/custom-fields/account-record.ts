import { and, eq, inArray } from "drizzle-orm";
import type { CustomReferenceType } from "@/lib/contract/custom-field";
import type { ResourceType } from "@/lib/contract/responses/resources";
import { isUuid } from "@/tracking-service/json-api/uuid";
import type { Reader } from "@/tracking-service/store/database";
import { containers, parties, shipments, trackingRequests } from "@/tracking-service/store/schema";

/** Each kind's table, and the column that names its records for people. */
const KINDS = {
  Shipment: { type: "shipment", table: shipments, name: shipments.billOfLadingNumber },
  Container: { type: "container", table: containers, name: containers.number },
  TrackingRequest: {
    type: "tracking_request",
    table: trackingRequests,
    name: trackingRequests.requestNumber,
  },
  Party: { type: "party", table: parties, name: parties.companyName },
} as const satisfies Record<CustomReferenceType, { type: ResourceType; table: unknown; name: unknown }>;

/** The resource type of records of this kind. */
export const resourceTypeOf = (kind: CustomReferenceType): ResourceType => KINDS[kind].type;

/** Whether the account has a record of this kind with this id. */
export async function ownsRecord(
  reader: Reader,
  accountId: string,
  kind: CustomReferenceType,
  id: string,
): Promise<boolean> {
  if (!isUuid(id)) return false;
  const { table } = KINDS[kind];
  const rows = await reader
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.id, id), eq(table.accountId, accountId)));
  return rows.length > 0;
}

/** Display names of these records by id: BOL, container number, request number or company name. */
export async function namesOf(
  reader: Reader,
  kind: CustomReferenceType,
  ids: string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { table, name } = KINDS[kind];
  const rows = await reader.select({ id: table.id, name }).from(table).where(inArray(table.id, ids));
  return new Map(rows.map((row) => [row.id, row.name]));
}
