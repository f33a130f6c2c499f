import { bigint, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "./instant-column";

/** Work orders that dray carriers respond to by a link, and their history (migration 0065). */
export const workOrders = pgTable("work_orders", {
  id: uuid("id").primaryKey().defaultRandom(),
  containerId: text("container_id").notNull(),
  partyId: text("party_id").notNull(),
  tokenId: uuid("token_id").notNull(),
  version: integer("version").notNull().default(1),
  terms: jsonb("terms").$type<unknown>().notNull(),
  instructions: text("instructions").notNull().default(""),
  contactName: text("contact_name").notNull().default(""),
  contactPhone: text("contact_phone").notNull().default(""),
  contactEmail: text("contact_email").notNull().default(""),
  sentAt: instant("sent_at").notNull(),
  sentBy: uuid("sent_by"),
  viewedAt: instant("viewed_at"),
  response: text("response", { enum: ["accepted", "declined"] }),
  responseVersion: integer("response_version"),
  respondedAt: instant("responded_at"),
  driver: text("driver").notNull().default(""),
  truck: text("truck").notNull().default(""),
  etaAt: instant("eta_at"),
  etaZone: text("eta_zone"),
  declineReason: text("decline_reason").notNull().default(""),
  withdrawnAt: instant("withdrawn_at"),
});

export const workOrderEvents = pgTable("work_order_events", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  orderId: uuid("order_id").notNull(),
  at: instant("at").notNull(),
  kind: text("kind", {
    enum: ["sent", "viewed", "changed", "accepted", "declined", "withdrawn", "carrier_removed"],
  }).notNull(),
  version: integer("version").notNull(),
  userId: uuid("user_id"),
  data: jsonb("data").$type<unknown>().notNull().default({}),
});
