import { PICKUP_DRAY_CARRIER } from "@/lib/contract/enumerations";
import { type ItemDocument, type JsonApiRecord, relatedOne } from "@/lib/contract/json-api";
import { createPartyRoleSchema } from "@/lib/contract/requests";
import type { Database } from "@/lib/db/client";
import { applyRoleAnswer } from "@/lib/mirror/apply-answer";
import { pathOf, type TrackingClient } from "@/lib/tracking/client";
import { createOnce } from "@/lib/tracking/create-once";
import { type Shown, showDone } from "./show-done";

export type MadeRole = { roleId: string; shown: Shown };

/** The role at the service that makes a party the dray carrier of a container; null for none. */
async function findDrayRole(
  client: TrackingClient,
  containerId: string,
  partyId: string,
): Promise<JsonApiRecord | null> {
  const { document } = await client.getPage(pathOf("containers", containerId, "party_roles"));
  const isIt = (role: JsonApiRecord) =>
    relatedOne(role, "party")?.id === partyId && role.attributes?.role === PICKUP_DRAY_CARRIER;
  return document.data.find(isIt) ?? null;
}

/**
 * Makes a party a container's pickup dray carrier, once: `mayBeMade` looks first whether an earlier try did. Throws the
 * service's own refusal.
 */
export async function makeDrayRole(
  db: Database,
  client: TrackingClient,
  containerId: string,
  partyId: string,
  mayBeMade = false,
): Promise<MadeRole> {
  const body = createPartyRoleSchema.parse({
    data: {
      type: "party_role",
      attributes: { role: PICKUP_DRAY_CARRIER },
      relationships: { party: { data: { type: "party", id: partyId } } },
    },
  });
  const find = () => findDrayRole(client, containerId, partyId);
  const lookedAt = new Date();
  const made = mayBeMade ? await find() : null;
  const { document, sentAt } = made
    ? { document: { data: made } satisfies ItemDocument, sentAt: lookedAt }
    : await createOnce(client, pathOf("containers", containerId, "party_roles"), body, find);
  const shown = await showDone(
    () => applyRoleAnswer(db, containerId, document, sentAt),
    { type: "party_roles", id: containerId },
    db,
  );
  return { roleId: document.data.id, shown };
}
