import { sql } from "drizzle-orm";
import { z } from "zod";
import { normalizeNumber } from "@/lib/contract/container-number";
import type { SharedAbout } from "@/lib/features/sharing/links/share-settings";
import type { Executor } from "@/lib/platform/database/client";
import { queryColumn } from "@/lib/platform/database/rows";

type Found = Exclude<SharedAbout, { kind: "board" }>;

/**
 * Finds the container or shipment with exactly this number. If there are several, returns the one tracked last. Null if
 * there is none.
 */
export async function findByNumber(
  executor: Executor,
  number: string,
  kind: Found["kind"],
): Promise<Found | null> {
  const key = normalizeNumber(number);
  if (key === "" || key.includes("\0")) return null;
  const [id] = await queryColumn(
    executor,
    z.string(),
    kind === "container"
      ? sql`select c.id from containers c left join board_rows b on b.container_id = c.id
          where c.number_key = ${key} order by b.picked_up nulls last, c.attributes ->> 'created_at' desc nulls last, c.id limit 1`
      : sql`select id from shipments where search_keys @> array[${key}]
          order by created_at desc nulls last, id limit 1`,
  );
  return id === undefined ? null : { kind, id };
}
