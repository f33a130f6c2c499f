import { inArray } from "drizzle-orm";
import type { ResourceType } from "@/lib/contract/written/resources";
import type { Reader } from "@/tracking-service/store/database";
import { catalogue } from "@/tracking-service/store/schema";
import { one, path, type Resource } from "./resource";

const FOLDERS: Partial<Record<ResourceType, string>> = {
  port: "ports",
  metro_area: "metro_areas",
  terminal: "terminals",
  vessel: "vessels",
};

const TYPES = ["port", "metro_area", "terminal", "rail_terminal", "vessel"] as const;

function present(row: typeof catalogue.$inferSelect): Resource | null {
  const type = TYPES.find((known) => known === row.type);
  if (!type) return null;
  const folder = FOLDERS[type];
  const relationships = {
    ...(type === "terminal" || type === "rail_terminal" ? { port: one("port", row.portId) } : {}),
    ...(type === "rail_terminal" ? { metro_area: one("metro_area", row.metroAreaId) } : {}),
  };
  return {
    type,
    id: row.id,
    attributes: row.attributes,
    ...(Object.keys(relationships).length > 0 ? { relationships } : {}),
    ...(folder ? { links: { self: path(folder, row.id) } } : {}),
  };
}

/** Places and vessels hardly ever change: each is read once in the life of the process. */
const known = new Map<string, Resource>();

export async function loadCatalogue(reader: Reader, ids: string[]): Promise<Resource[]> {
  const missing = ids.filter((id) => !known.has(id));
  if (missing.length > 0) {
    for (const row of await reader.select().from(catalogue).where(inArray(catalogue.id, missing))) {
      const resource = present(row);
      if (resource) known.set(row.id, resource);
    }
  }
  return ids.flatMap((id) => known.get(id) ?? []);
}
