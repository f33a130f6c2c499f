import { PICKUP_DRAY_CARRIER } from "@/lib/contract/enums";
import { type ItemDocument, type JsonApiRecord, relatedOne } from "@/lib/contract/json-api";
import { createPartyRoleSchema, createShipmentRoleSchema } from "@/lib/contract/request-bodies";
import type { Visibility } from "@/lib/domain/visibility";
import { applyRoleResponse, type Roleable } from "@/lib/mirror/apply/apply-response";
import type { Database } from "@/lib/platform/database/client";
import { showDone } from "@/lib/sync/fetch-queue/apply-or-enqueue";
import { pathOf, type TrackingClient } from "@/lib/tracking-client/client";
import { createOnce } from "@/lib/tracking-client/idempotent-create";

export type MadeRole = { roleId: string; visibility: Visibility };

/** The role to assign, the party and the record. */
type Wanted = { on: Roleable; partyId: string; role: string };

const FOLDERS = { container: "containers", shipment: "shipments" } as const;

/** Path of the roles of a record at the service, or of one role. */
export const rolesPath = ({ type, id }: Roleable, ...rest: string[]): string =>
  pathOf(FOLDERS[type], id, "party_roles", ...rest);

/** Returns the role that a party has on a record, as stored at the service. Null if there is none. */
async function findRole(
  client: TrackingClient,
  { on, partyId, role }: Wanted,
): Promise<JsonApiRecord | null> {
  const { document } = await client.getPage(rolesPath(on));
  const isIt = (record: JsonApiRecord) =>
    relatedOne(record, "party")?.id === partyId && record.attributes?.role === role;
  return document.data.find(isIt) ?? null;
}

/**
 * Assigns a party role on a container or a shipment exactly once. With `mayBeMade`, it first checks whether an earlier
 * attempt succeeded. Throws the error of the service.
 */
export async function makeRole(
  db: Database,
  client: TrackingClient,
  wanted: Wanted,
  mayBeMade = false,
): Promise<MadeRole> {
  const { on, partyId, role } = wanted;
  const schema = on.type === "container" ? createPartyRoleSchema : createShipmentRoleSchema;
  const body = schema.parse({
    data: {
      type: "party_role",
      attributes: { role },
      relationships: { party: { data: { type: "party", id: partyId } } },
    },
  });
  const find = () => findRole(client, wanted);
  const lookedAt = new Date();
  const created = mayBeMade ? await find() : null;
  const { document, sentAt } = created
    ? { document: { data: created } satisfies ItemDocument, sentAt: lookedAt }
    : await createOnce(client, rolesPath(on), body, find);
  const shown = await showDone(
    () => applyRoleResponse(db, on, document, sentAt),
    // The roles of a shipment are fetched with the shipment list of the account.
    on.type === "container" ? { type: "party_roles", id: on.id } : null,
    db,
  );
  return { roleId: document.data.id, visibility: shown };
}

/** Assigns a party as the pickup dray carrier of a container, see `makeRole`. */
export const makeDrayRole = (
  db: Database,
  client: TrackingClient,
  containerId: string,
  partyId: string,
  mayBeMade = false,
): Promise<MadeRole> =>
  makeRole(
    db,
    client,
    { on: { type: "container", id: containerId }, partyId, role: PICKUP_DRAY_CARRIER },
    mayBeMade,
  );
