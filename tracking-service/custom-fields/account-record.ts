import { and, eq, inArray } from "drizzle-orm";
import type { CustomReferenceType } from "@/lib/contract/custom-field";
import type { ResourceType } from "@/lib/contract/responses/resources";
import { isUuid } from "@/tracking-service/json-api/uuid";
import type { Reader } from "@/tracking-service/store/database";
import { containers, parties, shipments, trackingRequests } from "@/tracking-service/store/schema";

type Kind = {
  type: ResourceType;
  table: typeof shipments | typeof containers | typeof trackingRequests | typeof parties;
  name: (reader: Reader, ids: string[]) => Promise<{ id: string; name: string }[]>;
};

const KINDS: Record<CustomReferenceType, Kind> = {
  Shipment: {
    type: "shipment",
    table: shipments,
    name: (reader, ids) =>
      reader
        .select({ id: shipments.id, name: shipments.billOfLadingNumber })
        .from(shipments)
        .where(inArray(shipments.id, ids)),
  },
  Container: {
    type: "container",
    table: containers,
    name: (reader, ids) =>
      reader
        .select({ id: containers.id, name: containers.number })
        .from(containers)
        .where(inArray(containers.id, ids)),
  },
  TrackingRequest: {
    type: "tracking_request",
    table: trackingRequests,
    name: (reader, ids) =>
      reader
        .select({ id: trackingRequests.id, name: trackingRequests.requestNumber })
        .from(trackingRequests)
        .where(inArray(trackingRequests.id, ids)),
  },
  Party: {
    type: "party",
    table: parties,
    name: (reader, ids) =>
      reader
        .select({ id: parties.id, name: parties.companyName })
        .from(parties)
        .where(inArray(parties.id, ids)),
  },
};

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
  return new Map((await KINDS[kind].name(reader, ids)).map(({ id, name }) => [id, name]));
}
