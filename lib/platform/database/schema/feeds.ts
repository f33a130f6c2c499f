import { bigint, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "./instant-column";

/** Tables of calendars, screens and programs that read by a token (migration 0026). */
export const calendarEntries = pgTable(
  "calendar_entries",
  {
    feedId: uuid("feed_id").notNull(),
    containerId: text("container_id").notNull(),
    kind: text("kind").notNull(),
    entry: jsonb("entry").$type<unknown>().notNull(),
    sequence: integer("sequence").notNull().default(0),
    changedAt: instant("changed_at").notNull(),
    cancelledAt: instant("cancelled_at"),
  },
  (table) => [primaryKey({ columns: [table.feedId, table.containerId, table.kind] })],
);

export const feedRequests = pgTable("feed_requests", {
  key: text("key").primaryKey(),
  points: integer("points").notNull(),
  expire: bigint("expire", { mode: "number" }),
});
