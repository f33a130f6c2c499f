import { randomUUID } from "node:crypto";
import { and, asc, eq } from "drizzle-orm";
import { z } from "zod";
import { PICKUP_DRAY_CARRIER } from "@/lib/contract/enums";
import { endpoint, operation } from "@/tracking-service/endpoints/operation";
import { emptyResponse, itemResponse, listResponse } from "@/tracking-service/json-api/document";
import { notFound, unauthorized, unprocessable } from "@/tracking-service/json-api/errors";
import { isUuid, requireUuid } from "@/tracking-service/json-api/uuid";
import { presentParties, presentPartyRoles } from "@/tracking-service/resources/account-records";
import { collectIncluded } from "@/tracking-service/resources/included";
import { path } from "@/tracking-service/resources/resource";
import { type Database, isDuplicate } from "@/tracking-service/store/database";
import { parties, partyRoles } from "@/tracking-service/store/schema";
import { requireContainer } from "./own-container";
import { requireShipment } from "./own-shipment";

const bodySchema = z.object({
  data: z.object({
    type: z.literal("party_role"),
    attributes: z.object({ role: z.string() }),
    relationships: z.object({
      party: z.object({ data: z.object({ type: z.literal("party"), id: z.string() }) }),
    }),
  }),
});

/** Accepts only the single value that interface.md allows, for any record. */
function requireRole(role: string): void {
  if (role === PICKUP_DRAY_CARRIER) return;
  const [title, code] = role.trim() === "" ? ["Blank role", "blank"] : ["Invalid role", "inclusion"];
  throw unprocessable(
    title,
    `role must be ${PICKUP_DRAY_CARRIER}.`,
    { pointer: "/data/attributes/role" },
    code,
  );
}

const PARTY = { pointer: "/data/relationships/party" };

async function requireParty(db: Database, accountId: string, id: string) {
  const [party] = isUuid(id)
    ? await db
        .select()
        .from(parties)
        .where(and(eq(parties.id, id), eq(parties.accountId, accountId)))
    : [];
  if (!party) throw unauthorized("The party does not belong to this account.", PARTY);
  return party;
}

/** A record type to which parties can be attached. */
type Roleable = {
  type: (typeof partyRoles.$inferInsert)["roleableType"];
  noun: "container" | "shipment";
  folder: "containers" | "shipments";
  require(db: Database, accountId: string, id: string): Promise<{ id: string }>;
};

const rolesPath = ({ folder }: Roleable, id: string) => path(folder, id, "party_roles");

const list = (on: Roleable) =>
  operation({
    summary: `Every party role on a ${on.noun}, oldest first, with its party.`,
    section: "interface.md, GET /containers/{container_id}/party_roles; supplement.md, Endpoints",
    success: { kind: "list", type: "party_role", included: true },
    include: "party_role",
    async handle({ service: { db }, account, param, include }) {
      const { id } = await on.require(db, account.id, param("id"));
      const rows = await db
        .select()
        .from(partyRoles)
        .where(eq(partyRoles.roleableId, id))
        .orderBy(asc(partyRoles.createdAt), asc(partyRoles.id));
      const roles = presentPartyRoles(rows);
      return listResponse(
        roles,
        await collectIncluded(db, roles, [["party"], ...include]),
        rolesPath(on, id),
      );
    },
  });

/** Attaches a party in addition to existing ones (rules 1 to 5). */
const create = (on: Roleable) =>
  operation({
    summary: `Attaches a party of the account to a ${on.noun} in one role.`,
    section: "interface.md, POST /containers/{container_id}/party_roles; supplement.md, Endpoints",
    body: bodySchema,
    success: { kind: "item", type: "party_role", status: 201, included: true },
    async handle({ service: { db, now }, account, param, body }) {
      const { id } = await on.require(db, account.id, param("id"));
      const { attributes, relationships } = body.data;
      requireRole(attributes.role);
      const party = await requireParty(db, account.id, relationships.party.data.id);
      const at = now();
      const row = {
        id: randomUUID(),
        accountId: account.id,
        roleableType: on.type,
        roleableId: id,
        partyId: party.id,
        role: attributes.role,
        createdAt: at,
        updatedAt: at,
      };
      try {
        await db.insert(partyRoles).values(row);
      } catch (error) {
        if (!isDuplicate(error)) throw error;
        const detail = `${party.companyName} already has this role on this ${on.noun}.`;
        throw unprocessable("Party already has this role", detail, PARTY, "taken");
      }
      const [role] = presentPartyRoles([row]);
      if (!role) throw new Error("the party role was not presented");
      return itemResponse(role, rolesPath(on, id), presentParties([party]), 201);
    },
  });

const remove = (on: Roleable) =>
  operation({
    summary: `Detaches a party from a ${on.noun}; the party itself stays.`,
    section: "interface.md, DELETE /shipments/{shipment_id}/party_roles/{id}; supplement.md, Endpoints",
    success: { kind: "empty" },
    async handle({ service: { db }, account, param }) {
      const { id } = await on.require(db, account.id, param("id"));
      const gone = await db
        .delete(partyRoles)
        .where(and(eq(partyRoles.id, requireUuid(param("role_id"))), eq(partyRoles.roleableId, id)))
        .returning({ id: partyRoles.id });
      if (gone.length === 0) throw notFound(`There is no such party role on this ${on.noun}.`);
      return emptyResponse();
    },
  });

const ROLEABLES: readonly Roleable[] = [
  { type: "Container", noun: "container", folder: "containers", require: requireContainer },
  { type: "Shipment", noun: "shipment", folder: "shipments", require: requireShipment },
];

export const partyRoleEndpoints = ROLEABLES.flatMap((on) => [
  endpoint(`/${on.folder}/{id}/party_roles`, { get: list(on), post: create(on) }),
  endpoint(`/${on.folder}/{id}/party_roles/{role_id}`, { delete: remove(on) }),
]);
