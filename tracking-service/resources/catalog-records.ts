import { and, asc, eq, inArray, or, sql } from "drizzle-orm";
import { RESOURCES } from "@/lib/contract/responses/resources";
import { isUuid } from "@/tracking-service/json-api/uuid";
import type { Reader } from "@/tracking-service/store/database";
import { catalogue } from "@/tracking-service/store/schema";
import { many, one, path, type Relationships, type Resource } from "./resource";

const TYPES = ["port", "metro_area", "terminal", "rail_terminal", "vessel", "shipping_line"] as const;
export type CatalogueType = (typeof TYPES)[number];

type Row = typeof catalogue.$inferSelect;

function relationshipsOf(type: CatalogueType, row: Row, terminals: string[]): Relationships {
  const port = one("port", row.portId);
  if (type === "port") return { terminals: many("terminal", terminals) };
  if (type === "terminal") return { port };
  return type === "rail_terminal" ? { port, metro_area: one("metro_area", row.metroAreaId) } : {};
}

function present(row: Row, terminals: string[]): Resource[] {
  const type = TYPES.find((each) => each === row.type);
  if (!type) return [];
  const relationships = relationshipsOf(type, row, terminals);
  const { folder } = RESOURCES[type];
  return [
    {
      type,
      id: row.id,
      attributes:
        "id" in RESOURCES[type].attributes.shape ? { id: row.id, ...row.attributes } : row.attributes,
      relationships: Object.keys(relationships).length > 0 ? relationships : undefined,
      links: folder ? { self: path(folder, row.id) } : undefined,
    },
  ];
}

/** The terminals of ports, by name. */
async function terminalsOf(reader: Reader, rows: Row[]): Promise<Map<string, string[]>> {
  const terminals = new Map<string, string[]>();
  const ports = rows.filter(({ type }) => type === "port").map(({ id }) => id);
  if (ports.length === 0) return terminals;
  const pairs = await reader
    .select({ id: catalogue.id, portId: catalogue.portId })
    .from(catalogue)
    .where(and(eq(catalogue.type, "terminal"), inArray(catalogue.portId, ports)))
    .orderBy(sql`${catalogue.attributes} ->> 'name'`, asc(catalogue.id));
  for (const { id, portId } of pairs) {
    if (portId) terminals.set(portId, [...(terminals.get(portId) ?? []), id]);
  }
  return terminals;
}

async function presentAll(reader: Reader, rows: Row[]): Promise<Resource[]> {
  const terminals = await terminalsOf(reader, rows);
  return rows.flatMap((row) => present(row, terminals.get(row.id) ?? []));
}

/**
 * Catalog records hardly ever change and are the same for every account. Each is read once per process, so the size is
 * limited to the catalog. Vessel positions are not part of it.
 */
const known = new Map<string, Resource>();

export async function loadCatalogue(reader: Reader, ids: string[]): Promise<Resource[]> {
  const missing = ids.filter((id) => !known.has(id));
  if (missing.length > 0) {
    const rows = await reader.select().from(catalogue).where(inArray(catalogue.id, missing));
    for (const resource of await presentAll(reader, rows)) known.set(resource.id, resource);
  }
  return ids.flatMap((id) => known.get(id) ?? []);
}

/** A UN/LOCODE, IMO number or SCAC. */
const CODE = /^[A-Za-z0-9]{2,7}$/;

/** Returns the record of one of these types by id or code. Null when there is none. */
export async function findInCatalogue(
  reader: Reader,
  types: readonly CatalogueType[],
  idOrCode: string,
): Promise<Resource | null> {
  const code = idOrCode.toUpperCase();
  if (!isUuid(idOrCode) && !CODE.test(code)) return null;
  const named = isUuid(idOrCode)
    ? eq(catalogue.id, idOrCode.toLowerCase())
    : or(eq(catalogue.code, code), sql`${catalogue.attributes} -> 'alternative_scacs' ? ${code}`);
  const [row] = await reader
    .select({ id: catalogue.id })
    .from(catalogue)
    .where(and(inArray(catalogue.type, [...types]), named))
    .orderBy(sql`${catalogue.code} = ${code} desc nulls last`, asc(catalogue.id))
    .limit(1);
  if (!row) return null;
  const [resource] = await loadCatalogue(reader, [row.id]);
  return resource ?? null;
}

/** Every record of a type, by name. */
export async function listCatalogue(reader: Reader, type: CatalogueType): Promise<Resource[]> {
  const rows = await reader
    .select({ id: catalogue.id })
    .from(catalogue)
    .where(eq(catalogue.type, type))
    .orderBy(sql`${catalogue.attributes} ->> 'name'`, asc(catalogue.id));
  return loadCatalogue(
    reader,
    rows.map(({ id }) => id),
  );
}

/** The ports of these UN/LOCODEs, by code. Unknown codes are omitted. */
export async function findPorts(reader: Reader, codes: string[]): Promise<Map<string, Resource>> {
  if (codes.length === 0) return new Map();
  const rows = await reader
    .select({ id: catalogue.id, code: catalogue.code })
    .from(catalogue)
    .where(and(eq(catalogue.type, "port"), inArray(catalogue.code, codes)));
  const ports = await loadCatalogue(
    reader,
    rows.map(({ id }) => id),
  );
  const byId = new Map(ports.map((port) => [port.id, port]));
  return new Map(
    rows.flatMap(({ id, code }) => {
      const port = byId.get(id);
      return port && code ? [[code, port] as const] : [];
    }),
  );
}
