import { randomUUID } from "node:crypto";
import { and, asc, eq } from "drizzle-orm";
import type { Hono } from "hono";
import { z } from "zod";
import { PICKUP_DRAY_CARRIER } from "@/lib/contract/enumerations";
import { readBody, readDocument } from "@/tracking-service/json-api/body";
import { emptyAnswer, itemAnswer, listAnswer } from "@/tracking-service/json-api/document";
import { notFound, unauthorized, unprocessable } from "@/tracking-service/json-api/errors";
import { isUuid, requireUuid } from "@/tracking-service/json-api/uuid";
import { presentParties, presentPartyRoles } from "@/tracking-service/resources/account-records";
import { collectIncluded } from "@/tracking-service/resources/included";
import { path } from "@/tracking-service/resources/resource";
import { type Database, isDuplicate } from "@/tracking-service/store/database";
import { parties, partyRoles } from "@/tracking-service/store/schema";
import { requireContainer } from "./containers";
import { type Environment, endpoint, type Request, type Service } from "./context";

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

async function list({ db }: Service, context: Request): Promise<Response> {
  const container = await requireContainer(db, context.var.account.id, context.req.param("id"));
  const rows = await db
    .select()
    .from(partyRoles)
    .where(eq(partyRoles.roleableId, container.id))
    .orderBy(asc(partyRoles.createdAt), asc(partyRoles.id));
  const roles = presentPartyRoles(rows);
  const included = await collectIncluded(db, roles, [["party"]]);
  return listAnswer(roles, included, path("containers", container.id, "party_roles"));
}

/** POST: attaches a party beside those that are there (interface.md, POST /containers/{id}/party_roles, rules 1–5). */
async function create({ db, now }: Service, context: Request): Promise<Response> {
  const { account } = context.var;
  const container = await requireContainer(db, account.id, context.req.param("id"));
  const { attributes, relationships } = readBody(bodySchema, await readDocument(context.req.raw)).data;
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
}

async function remove({ db }: Service, context: Request): Promise<Response> {
  const container = await requireContainer(db, context.var.account.id, context.req.param("id"));
  const roleId = requireUuid(context.req.param("roleId"));
  const gone = await db
    .delete(partyRoles)
    .where(and(eq(partyRoles.id, roleId), eq(partyRoles.roleableId, container.id)))
    .returning({ id: partyRoles.id });
  if (gone.length === 0) throw notFound("There is no such party role on this container.");
  return emptyAnswer();
}

export function partyRoleRoutes(app: Hono<Environment>, service: Service): void {
  endpoint(app, "/containers/:id/party_roles", {
    get: (context) => list(service, context),
    post: (context) => create(service, context),
  });
  endpoint(app, "/containers/:id/party_roles/:roleId", { delete: (context) => remove(service, context) });
}
