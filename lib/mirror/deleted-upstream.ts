import { type SQL, sql } from "drizzle-orm";
import type { RelatedType } from "@/lib/mirror/apply/apply-supplementary-records";

/** A record of one of the account's lists, and when its own URL was found to return 404 (ISO 8601, UTC). */
export type MaybeDeleted = { deletedUpstreamAt: string | null };

/** When a record was found to be deleted by tracking service, as text; null while it is there as far as is known. */
export const deletedUpstreamAt = (type: "shipment" | "tracking_request" | "party", id: SQL): SQL =>
  sql`(select to_iso(g.deleted_upstream_at) from seen_records g where g.type = ${type} and g.id = ${id})`;

/** SQL condition for records, as `t`, that reconciliation did not find deleted upstream. */
export const notDeletedUpstream = (type: RelatedType): SQL =>
  sql`not exists (select from seen_records s where s.type = ${type} and s.id = t.id and s.deleted_upstream_at is not null)`;
