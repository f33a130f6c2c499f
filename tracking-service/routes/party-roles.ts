import { randomUUID } from "node:crypto";
import { and, asc, eq } from "drizzle-orm";
import { z } from "zod";
import { PICKUP_DRAY_CARRIER } from "@/lib/contract/enumerations";
import { endpoint, operation } from "@/tracking-service/endpoints/operation";
import { emptyAnswer, itemAnswer, listAnswer } from "@/tracking-service/json-api/document";
import { notFound, unauthorized, unprocessable } from "@/tracking-service/json-api/errors";
import { isUuid, requireUuid } from "@/tracking-service/json-api/uuid";
import { presentParties, presentPartyRoles } from "@/tracking-service/resources/account-records";
import { collectIncluded } from "@/tracking-service/resources/included";
import { path } from "@/tracking-service/resources/resource";
import { type Database, isDuplicate } from "@/tracking-service/store/database";
import { parties, partyRoles } from "@/tracking-service/store/schema";
import { requireContainer } from "./containers";

const bodySchema = z.object({
  data: z.object({
    type: z.literal("party_role"),
    attributes: z.object({ role: z.string() }),
    relationships: z.object({
      party: z.object({ data: z.object({ type: z.literal("party"), id: z.string() }) }),
    }),
  }),
});

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

const list = operation({
  summary: "Every party role on a container, oldest first, with its party.",
  section: "interface.md, GET /containers/{container_id}/party_roles",
  success: { kind: "list", type: "party_role", included: true },
  async handle({ service: { db }, account, param }) {
    const container = await requireContainer(db, account.id, param("id"));
    const rows = await db
      .select()
      .from(partyRoles)
      .where(eq(partyRoles.roleableId, container.id))
      .orderBy(asc(partyRoles.createdAt), asc(partyRoles.id));
    const roles = presentPartyRoles(rows);
    const included = await collectIncluded(db, roles, [["party"]]);
    return listAnswer(roles, included, path("containers", container.id, "party_roles"));
  },
});

/** Attaches a party beside those that are there (rules 1 to 5). */
const create = operation({
  summary: "Attaches a party of the account in one role.",
  section: "interface.md, POST /containers/{container_id}/party_roles",
  body: bodySchema,
  success: { kind: "item", type: "party_role", status: 201, included: true },
  async handle({ service: { db, now }, account, param, body }) {
    const container = await requireContainer(db, account.id, param("id"));
    const { attributes, relationships } = body.data;
    if (attributes.role !== PICKUP_DRAY_CARRIER) {
      const detail = `role must be ${PICKUP_DRAY_CARRIER}; a container takes no other.`;
      throw unprocessable("Invalid role", detail, { pointer: "/data/attributes/role" }, "inclusion");
    }
    const party = await requireParty(db, account.id, relationships.party.data.id);
    const at = now();
    const row = {
      id: randomUUID(),
      accountId: account.id,
      roleableType: "Container" as const,
      roleableId: container.id,
      partyId: party.id,
      role: attributes.role,
      createdAt: at,
      updatedAt: at,
    };
    try {
      await db.insert(partyRoles).values(row);
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      const detail = `${party.companyName} already has this role on this container.`;
      throw unprocessable("Party already has this role", detail, PARTY, "taken");
    }
    const [role] = presentPartyRoles([row]);
    if (!role) throw new Error("the party role was not presented");
    return itemAnswer(role, path("containers", container.id, "party_roles"), presentParties([party]), 201);
  },
});

const remove = operation({
  summary: "Detaches a party; the party itself stays.",
  section: "supplement.md, DELETE /containers/{id}/party_roles/{role_id}",
  success: { kind: "empty" },
  async handle({ service: { db }, account, param }) {
    const container = await requireContainer(db, account.id, param("id"));
    const gone = await db
      .delete(partyRoles)
      .where(and(eq(partyRoles.id, requireUuid(param("role_id"))), eq(partyRoles.roleableId, container.id)))
      .returning({ id: partyRoles.id });
    if (gone.length === 0) throw notFound("There is no such party role on this container.");
    return emptyAnswer();
  },
});

export const partyRoleEndpoints = [
  endpoint("/containers/{id}/party_roles", { get: list, post: create }),
  endpoint("/containers/{id}/party_roles/{role_id}", { delete: remove }),
];
