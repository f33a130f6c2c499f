import { asc, inArray } from "drizzle-orm";
import type { Reader } from "@/tracking-service/store/database";
import { partyRoles } from "@/tracking-service/store/schema";

/** Ids of the party roles on each of these records, oldest first. */
export async function listRoleIds(reader: Reader, roleableIds: string[]): Promise<Map<string, string[]>> {
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
