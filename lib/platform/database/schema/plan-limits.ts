import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "./instant-column";

/** Requests that the service refused because of the plan or the key (migration 0023). */
export const planGates = pgTable("plan_gates", {
  gate: text("gate").primaryKey(),
  words: text("words").notNull(),
  firstSeenAt: instant("first_seen_at").notNull().defaultNow(),
  lastSeenAt: instant("last_seen_at").notNull().defaultNow(),
  times: integer("times").notNull().default(1),
});
