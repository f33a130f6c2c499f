import { boolean, jsonb, pgTable, timestamp } from "drizzle-orm/pg-core";

export const deliveryAddresses = pgTable("delivery_addresses", {
  one: boolean().primaryKey().default(true),
  addresses: jsonb().$type<string[]>().notNull(),
  updatedAt: timestamp("updated_at", { withTimezone: true, mode: "date" }).notNull(),
});
