import { jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant } from "./instant-column";

/**
 * Data the service returns in addition to a container's facts (migration 0020): custom fields, documents, maps, and
 * when they were read. Raw events, vessel
 * positions and the emails that brought documents since migration 0058.
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

export const emailSubmissions = pgTable("email_submissions", record());

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

export const vesselPositions = pgTable(
  "vessel_positions",
  {
    vesselId: text("vessel_id").notNull(),
    previousPortId: text("previous_port_id").notNull(),
    portId: text("port_id").notNull(),
    neededAt: instant("needed_at").notNull(),
    attemptedAt: instant("attempted_at"),
    asOf: instant("as_of"),
    positions: jsonb("positions").$type<unknown>(),
  },
  (table) => [primaryKey({ columns: [table.vesselId, table.previousPortId, table.portId] })],
);

export const relatedFetches = pgTable(
  "related_fetches",
  {
    what: text("what", {
      enum: [
        "custom_field_definitions",
        "custom_fields",
        "documents",
        "map",
        "raw_events",
        "vessel_positions",
      ],
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
