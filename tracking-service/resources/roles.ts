import { asc, inArray } from "drizzle-orm";
import type { Reader } from "@/tracking-service/store/database";
import { partyRoles } from "@/tracking-service/store/schema";
import { many, type Resource } from "./resource";

/** Ids of the party roles on each of these records, oldest first. */
async function listRoleIds(reader: Reader, roleableIds: string[]): Promise<Map<string, string[]>> {
  const roles = new Map<string, string[]>();
  if (roleableIds.length === 0) return roles;
  const rows = await reader
    .select({ id: partyRoles.id, roleableId: partyRoles.roleableId })
    .from(partyRoles)
    .where(inArray(partyRoles.roleableId, roleableIds))
    .orderBy(asc(partyRoles.createdAt), asc(partyRoles.id));
  for (const { id, roleableId } of rows) roles.set(roleableId, [...(roles.get(roleableId) ?? []), id]);
  return roles;
}

/** Adds the relationship party_roles to shipments. They have it only when it is requested (interface.md, shipment). */
export async function giveRoles(reader: Reader, resources: readonly Resource[]): Promise<void> {
  const without = resources.filter(
    ({ type, relationships }) => type === "shipment" && !relationships?.party_roles,
  );
  const ids = without.map(({ id }) => id);
  const roles = await listRoleIds(reader, ids);
  for (const resource of without) {
    const party_roles = many("party_role", roles.get(resource.id) ?? []);
    resource.relationships = { ...resource.relationships, party_roles };
  }
}
