import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant } from "./instant-column";

/** Tables of sync runs: the position in each list, what was repaired, and the records recently seen at the service. */
const bigId = (name: string) => bigint(name, { mode: "number" });
export const syncRuns = pgTable("sync_runs", {
  id: bigId("id").primaryKey().generatedAlwaysAsIdentity(),
  kind: text("kind", { enum: ["first_load", "round"] }).notNull(),
  startedAt: instant("started_at").notNull().defaultNow(),
  progressedAt: instant("progressed_at").notNull().defaultNow(),
  endedAt: instant("ended_at"),
  completed: boolean("completed").notNull().default(false),
  requests: integer("requests").notNull().default(0),
  records: integer("records").notNull().default(0),
  repaired: integer("repaired").notNull().default(0),
  deletedUpstream: integer("deleted_upstream").notNull().default(0),
  lastError: text("last_error"),
});

export const syncRunLists = pgTable(
  "sync_run_lists",
  {
    syncRunId: bigId("sync_run_id").notNull(),
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
  (table) => [primaryKey({ columns: [table.syncRunId, table.list] })],
);

export const driftRepairs = pgTable("drift_repairs", {
  id: bigId("id").primaryKey().generatedAlwaysAsIdentity(),
  syncRunId: bigId("sync_run_id").notNull(),
  subjectType: text("subject_type").notNull(),
  subjectId: text("subject_id").notNull(),
  field: text("field").notNull(),
  oldValue: jsonb("old_value").$type<unknown>(),
  newValue: jsonb("new_value").$type<unknown>(),
  lastCorrectAt: instant("last_correct_at"),
  repairedAt: instant("repaired_at").notNull().defaultNow(),
});

export const seenRecords = pgTable(
  "seen_records",
  {
    type: text("type").notNull(),
    id: text("id").notNull(),
    syncRunId: bigId("sync_run_id").notNull(),
    deletedUpstreamAt: instant("deleted_upstream_at"),
    lastReportedAt: instant("last_reported_at"),
  },
  (table) => [primaryKey({ columns: [table.type, table.id] })],
);

export const partyRoleFetches = pgTable("party_role_fetches", {
  roleableId: text("roleable_id").primaryKey(),
  asOf: instant("as_of"),
  attemptedAt: instant("attempted_at"),
  writtenAt: instant("written_at"),
});

export const fetchLog = pgTable(
  "fetch_log",
  {
    subjectType: text("subject_type").notNull(),
    subjectId: text("subject_id").notNull(),
    sentAt: instant("sent_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.subjectType, table.subjectId] })],
);

/** Requests that the service refused because of the plan or the key (migration 0023). */
export const planLimits = pgTable("plan_limits", {
  gate: text("gate").primaryKey(),
  message: text("message").notNull(),
  firstSeenAt: instant("first_seen_at").notNull().defaultNow(),
  lastSeenAt: instant("last_seen_at").notNull().defaultNow(),
  times: integer("times").notNull().default(1),
});

/** Records that retention deleted: they are not restored (migration 0067). */
export const deletedByRetention = pgTable(
  "deleted_by_retention",
  {
    type: text("type", { enum: ["container", "shipment", "tracking_request"] }).notNull(),
    id: text("id").notNull(),
    number: text("number").notNull().default(""),
    shipmentId: text("shipment_id"),
    finishedAt: instant("finished_at").notNull(),
    deletedAt: instant("deleted_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.type, table.id] })],
);
