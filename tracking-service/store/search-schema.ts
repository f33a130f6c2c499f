import { pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { SEARCH_ENTITIES } from "@/lib/contract/enums";

/** The search terms of each record. Triggers write them, see migrations/0009-search.sql. */
export const searchTerms = pgTable("search_terms", {
  entityId: uuid("entity_id").primaryKey(),
  accountId: uuid("account_id").notNull(),
  entityType: text("entity_type").$type<(typeof SEARCH_ENTITIES)[number]>().notNull(),
  shipmentId: uuid("shipment_id"),
  terms: text().notNull(),
});
