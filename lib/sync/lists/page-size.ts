import { sql } from "drizzle-orm";
import type { CollectionDocument } from "@/lib/contract/json-api";
import type { Database } from "@/lib/platform/database/client";
import { installation } from "@/lib/platform/database/schema/schema";
import { AppError } from "@/lib/platform/errors";
import type { TrackingClient } from "@/lib/tracking-client/client";
import type { Fetched, Parameters } from "@/lib/tracking-client/types";

/** A size that every service accepts (interface.md has no maximum). */
const SAFE_SIZE = 100;
const nameOf = (path: string) => `page_size ${path}`;

/** Returns the page size for this list: `wanted`, unless the service refused that size this week. */
async function pageSizeOf(db: Database, path: string, wanted: number): Promise<number> {
  const { rows } = await db.execute(sql`
    select from installation where name = ${nameOf(path)} and updated_at > clock_timestamp() - interval '7 days'`);
  return rows.length ? Math.min(SAFE_SIZE, wanted) : wanted;
}

async function rememberSafeSize(db: Database, path: string): Promise<void> {
  const value = { size: SAFE_SIZE };
  await db
    .insert(installation)
    .values({ name: nameOf(path), value })
    .onConflictDoUpdate({ target: installation.name, set: { value, updatedAt: sql`clock_timestamp()` } });
}

type PageRequest = { path: string; parameters: Parameters; pageSize: number; page: number };

/**
 * Returns one page of a list, as large as the service permits. `page` is "other_size" when the service refuses this
 * size. That is stored, and the list must restart because its pages change. Throws the client's errors.
 */
export async function getLargePage(
  db: Database,
  client: TrackingClient,
  { path, parameters, pageSize, page }: PageRequest,
): Promise<(Fetched<CollectionDocument> & { size: number }) | "other_size"> {
  const size = await pageSizeOf(db, path, pageSize);
  try {
    const requested = { ...parameters, "page[number]": page, "page[size]": size };
    return { ...(await client.getPage(path, requested)), size };
  } catch (error) {
    const refused = error instanceof AppError && error.code === "refused_by_service";
    if (!refused || size <= SAFE_SIZE) throw error;
    await rememberSafeSize(db, path);
    return "other_size";
  }
}

/**
 * Yields the first pages of a list, up to a maximum or the end of the list. Use `readList` to read a shifting list
 * completely. Throws the client's errors.
 */
export async function* eachLargePage(
  db: Database,
  client: TrackingClient,
  list: Omit<PageRequest, "page">,
  maxPages: number,
): AsyncGenerator<Fetched<CollectionDocument>> {
  let seen = 0;
  for (let page = 1; page <= maxPages; ) {
    const fetched = await getLargePage(db, client, { ...list, page });
    if (fetched === "other_size") continue;
    const { data, meta } = fetched.document;
    if (!data.length) return;
    yield fetched;
    seen += data.length;
    if (meta?.total !== undefined && seen >= meta.total) return;
    page += 1;
  }
}
