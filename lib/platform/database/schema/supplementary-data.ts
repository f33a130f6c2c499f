import { jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant } from "./instant-column";

/**
 * Data the service returns in addition to a container's facts (migration 0020): custom fields, documents, maps, and
 * when they were read. Raw events since migration 0059.
 */
const record = () => ({
  id: text("id").primaryKey(),
  attributes: jsonb("attributes").$type<Record<string, unknown>>().notNull(),
  relationships: jsonb("relationships").$type<Record<string, unknown>>().notNull().default({}),
  asOf: instant("as_of").notNull(),
});

export const customFieldDefinitions = pgTable("custom_field_definitions", record());
export const customFieldOptions = pgTable("custom_field_options", record());
export const customFields = pgTable("custom_fields", record());
export const documents = pgTable("documents", record());

export const containerMaps = pgTable("container_maps", {
  containerId: text("container_id").primaryKey(),
  map: jsonb("map").$type<unknown>().notNull(),
  asOf: instant("as_of").notNull(),
});

export const containerRawEvents = pgTable("container_raw_events", {
  containerId: text("container_id").primaryKey(),
  events: jsonb("events").$type<unknown>().notNull(),
  asOf: instant("as_of").notNull(),
});

export const relatedFetches = pgTable(
  "related_fetches",
  {
    what: text("what", {
      enum: ["custom_field_definitions", "custom_fields", "documents", "map", "raw_events"],
    }).notNull(),
    containerId: text("container_id").notNull().default(""),
    asOf: instant("as_of"),
    attemptedAt: instant("attempted_at").notNull(),
    code: text("code"),
    problem: text("problem"),
    listed: text("listed").array(),
  },
  (table) => [primaryKey({ columns: [table.what, table.containerId] })],
);
