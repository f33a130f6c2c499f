import { boolean, integer, jsonb, pgTable, timestamp, uuid } from "drizzle-orm/pg-core";
import type { RawEvent } from "./raw-event";

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/** One row per container: all raw events of its carrier, in the carrier's order. */
export const containerRawEvents = pgTable("container_raw_events", {
  containerId: uuid("container_id").primaryKey(),
  accountId: uuid("account_id").notNull(),
  events: jsonb().$type<RawEvent[]>().notNull(),
});

export const expectedContainers = pgTable("expected_containers", {
  shipmentId: uuid("shipment_id").primaryKey(),
  accountId: uuid("account_id").notNull(),
  dueAt: instant("due_at").notNull(),
  inputs: jsonb().$type<unknown>().notNull(),
});

export const worldClock = pgTable("world_clock", {
  one: boolean().primaryKey().default(true),
  worldAt: instant("world_at").notNull(),
  wallAt: instant("wall_at").notNull(),
  speed: integer().notNull(),
  limitAt: instant("limit_at").notNull(),
});
