import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant } from "./instant-column";

/** Tables of sync runs: the position in each list, what was repaired, and the records recently seen at the service. */
const bigId = (name: string) => bigint(name, { mode: "number" });
export const rounds = pgTable("rounds", {
  id: bigId("id").primaryKey().generatedAlwaysAsIdentity(),
  kind: text("kind", { enum: ["first_load", "round"] }).notNull(),
  startedAt: instant("started_at").notNull().defaultNow(),
  progressedAt: instant("progressed_at").notNull().defaultNow(),
  endedAt: instant("ended_at"),
  completed: boolean("completed").notNull().default(false),
  requests: integer("requests").notNull().default(0),
  records: integer("records").notNull().default(0),
  repaired: integer("repaired").notNull().default(0),
  vanished: integer("vanished").notNull().default(0),
  lastError: text("last_error"),
});

export const roundLists = pgTable(
  "round_lists",
  {
    roundId: bigId("round_id").notNull(),
    list: text("list").notNull(),
    pass: integer("pass").notNull().default(1),
    nextPage: integer("next_page").notNull().default(1),
    read: integer("read").notNull().default(0),
    fresh: integer("fresh").notNull().default(0),
    seen: integer("seen").notNull().default(0),
    total: integer("total"),
    lastPage: text("last_page").notNull().default(""),
    endedAt: instant("ended_at"),
  },
  (table) => [primaryKey({ columns: [table.roundId, table.list] })],
);

export const driftRepairs = pgTable("drift_repairs", {
  id: bigId("id").primaryKey().generatedAlwaysAsIdentity(),
  roundId: bigId("round_id").notNull(),
  subjectType: text("subject_type").notNull(),
  subjectId: text("subject_id").notNull(),
  field: text("field").notNull(),
  was: jsonb("was").$type<unknown>(),
  became: jsonb("became").$type<unknown>(),
  rightAt: instant("right_at"),
  repairedAt: instant("repaired_at").notNull().defaultNow(),
});

export const sightings = pgTable(
  "sightings",
  {
    type: text("type").notNull(),
    id: text("id").notNull(),
    roundId: bigId("round_id").notNull(),
    vanishedAt: instant("vanished_at"),
    lastWord: instant("last_word"),
  },
  (table) => [primaryKey({ columns: [table.type, table.id] })],
);

export const roleReadings = pgTable("role_readings", {
  roleableId: text("roleable_id").primaryKey(),
  asOf: instant("as_of"),
  triedAt: instant("tried_at"),
  writtenAt: instant("written_at"),
});

export const fetches = pgTable(
  "fetches",
  {
    subjectType: text("subject_type").notNull(),
    subjectId: text("subject_id").notNull(),
    sentAt: instant("sent_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.subjectType, table.subjectId] })],
);

/** Requests that the service refused because of the plan or the key (migration 0023). */
export const planGates = pgTable("plan_gates", {
  gate: text("gate").primaryKey(),
  words: text("words").notNull(),
  firstSeenAt: instant("first_seen_at").notNull().defaultNow(),
  lastSeenAt: instant("last_seen_at").notNull().defaultNow(),
  times: integer("times").notNull().default(1),
});
