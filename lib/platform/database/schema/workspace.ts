import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { bytes } from "./bytes-column";
import { instant } from "./instant-column";

/**
 * Tables of the team's settings, plans and notes at the dashboard (migration 0010). None of it comes from the service.
 */
const id = () => uuid("id").primaryKey().defaultRandom();
const updated = () => ({
  updatedBy: uuid("updated_by"),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

export const preferences = pgTable("preferences", {
  userId: uuid("user_id").primaryKey(),
  settings: jsonb("settings").$type<unknown>().notNull().default({}),
  defaultViewId: uuid("default_view_id"),
  marksFrom: instant("marks_from").notNull().defaultNow(),
  changeKinds: text("change_kinds")
    .array()
    .notNull()
    .default(sql`'{deadline,hold,availability,appointment,eta6,eta12,eta24,eta48,fee,status}'`),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

export const views = pgTable("views", {
  id: id(),
  ownerId: uuid("owner_id").notNull(),
  name: text("name").notNull(),
  shared: boolean("shared").notNull().default(false),
  address: text("address").notNull(),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
  version: integer("version").notNull().default(1),
});

export const numberLists = pgTable("number_lists", {
  id: id(),
  createdBy: uuid("created_by"),
  createdAt: instant("created_at").notNull().defaultNow(),
  numbers: text("numbers").array().notNull(),
  unreadable: jsonb("unreadable").$type<unknown>().notNull().default([]),
  unreadableCount: integer("unreadable_count").notNull().default(0),
  lineCount: integer("line_count").notNull(),
});

export const lastSeen = pgTable(
  "last_seen",
  {
    userId: uuid("user_id").notNull(),
    containerId: text("container_id").notNull(),
    seenAt: instant("seen_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.containerId] })],
);

export const followUps = pgTable("follow_ups", {
  id: id(),
  containerId: text("container_id").notNull(),
  holdName: text("hold_name").notNull(),
  place: text("place", { enum: ["port", "inland"] }).notNull(),
  owner: text("owner"),
  nextCheckAt: instant("next_check_at"),
  createdBy: uuid("created_by"),
  createdAt: instant("created_at").notNull().defaultNow(),
  closedAt: instant("closed_at"),
  closedBecause: text("closed_because", { enum: ["cleared", "dropped"] }),
  version: integer("version").notNull().default(1),
  contactEmail: text("contact_email").notNull().default(""),
  contactPhone: text("contact_phone").notNull().default(""),
});

export const followUpEntries = pgTable("follow_up_entries", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  followUpId: uuid("follow_up_id").notNull(),
  writtenAt: instant("written_at").notNull().defaultNow(),
  writtenBy: uuid("written_by"),
  contacted: text("contacted").notNull().default(""),
  promise: text("promise").notNull().default(""),
  nextCheckAt: instant("next_check_at"),
});

export const plannedMoves = pgTable("planned_moves", {
  containerId: text("container_id").primaryKey(),
  pickupAt: instant("pickup_at"),
  pickupZone: text("pickup_zone"),
  deliveryAt: instant("delivery_at"),
  deliveryZone: text("delivery_zone"),
  deliveryPlace: text("delivery_place"),
  emptyReturnAt: instant("empty_return_at"),
  emptyReturnZone: text("empty_return_zone"),
  emptyReturnPlace: text("empty_return_place"),
  driver: text("driver"),
  note: text("note").notNull().default(""),
  ...updated(),
  version: integer("version").notNull().default(1),
});

export const perDiemTerms = pgTable("per_diem_terms", {
  scac: text("scac").primaryKey(),
  freeDays: integer("free_days").notNull(),
  counts: text("counts", { enum: ["calendar", "business"] }).notNull(),
  ...updated(),
});

export const terminalHours = pgTable("terminal_hours", {
  terminalId: text("terminal_id").primaryKey(),
  hours: jsonb("hours").$type<unknown>().notNull().default([]),
  specialDays: jsonb("special_days").$type<unknown>().notNull().default([]),
  ...updated(),
});

/** What drivers report through share links, with their photos (migration 0060). */
export const driverReports = pgTable(
  "driver_reports",
  {
    tokenId: uuid("token_id").notNull(),
    step: text("step", { enum: ["picked_up", "delivered", "empty_returned"] }).notNull(),
    containerId: text("container_id").notNull(),
    happenedAt: instant("happened_at").notNull(),
    zone: text("zone"),
    reportedAt: instant("reported_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.tokenId, table.step] })],
);

export const driverPhotos = pgTable(
  "driver_photos",
  {
    id: id(),
    tokenId: uuid("token_id").notNull(),
    step: text("step").notNull(),
    addedAt: instant("added_at").notNull(),
    content: bytes("content").notNull(),
    checksum: bytes("checksum").notNull(),
    documentId: text("document_id"),
  },
  (table) => [unique().on(table.tokenId, table.step, table.checksum)],
);

export const partyDetails = pgTable("party_details", {
  partyId: text("party_id").primaryKey(),
  dispatchOffice: text("dispatch_office").notNull().default(""),
  phone: text("phone").notNull().default(""),
  email: text("email").notNull().default(""),
  note: text("note").notNull().default(""),
  archivedAt: instant("archived_at"),
  mergedInto: text("merged_into"),
  ...updated(),
  version: integer("version").notNull().default(0),
});

export const workers = pgTable("workers", {
  id: uuid("id").primaryKey(),
  startedAt: instant("started_at").notNull().defaultNow(),
  heartbeatAt: instant("heartbeat_at").notNull().defaultNow(),
  rowVersions: jsonb("row_versions").$type<Record<string, number>>().notNull(),
});

export const rowRebuildQueue = pgTable("row_rebuild_queue", {
  containerId: text("container_id").primaryKey(),
  since: instant("since").notNull().defaultNow(),
});

export const jobs = pgTable("jobs", {
  id: id(),
  kind: text("kind").notNull(),
  title: text("title").notNull(),
  input: jsonb("input").$type<unknown>().notNull().default({}),
  total: integer("total").notNull(),
  createdBy: uuid("created_by"),
  createdAt: instant("created_at").notNull().defaultNow(),
  cancelledAt: instant("cancelled_at"),
  stoppedBecause: text("stopped_because"),
  endedAt: instant("ended_at"),
  undoneBy: uuid("undone_by"),
  undoes: uuid("undoes"),
  retries: uuid("retries"),
  retriedBy: uuid("retried_by"),
  pausedUntil: instant("paused_until"),
  pausedBecause: text("paused_because"),
  workedAt: instant("worked_at"),
  publishedAt: instant("published_at"),
});

export const jobRows = pgTable(
  "job_rows",
  {
    jobId: uuid("job_id").notNull(),
    position: integer("position").notNull(),
    subjectId: text("subject_id").notNull(),
    label: text("label").notNull().default(""),
    input: jsonb("input").$type<unknown>().notNull().default({}),
    state: text("state", { enum: ["waiting", "done", "failed", "cancelled"] })
      .notNull()
      .default("waiting"),
    result: jsonb("result").$type<unknown>(),
    problem: text("problem"),
    attempts: integer("attempts").notNull().default(0),
    nextAttemptAt: instant("next_attempt_at").notNull().defaultNow(),
    claimedUntil: instant("claimed_until"),
    leaseId: uuid("lease_id"),
    endedAt: instant("ended_at"),
  },
  (table) => [primaryKey({ columns: [table.jobId, table.position] })],
);

/** Sample work of a first start, and what its commands made (migration 0051). */
export const samples = pgTable(
  "samples",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text("kind", { enum: ["dray_carrier", "follow_up", "planned_move", "view"] }).notNull(),
    subjectId: text("subject_id").notNull(),
    input: jsonb("input").$type<unknown>().notNull().default({}),
    made: jsonb("made").$type<unknown>(),
    state: text("state", { enum: ["planned", "made", "skipped", "removing", "removed", "kept"] })
      .notNull()
      .default("planned"),
    problem: text("problem"),
    attempts: integer("attempts").notNull().default(0),
    nextAttemptAt: instant("next_attempt_at").notNull().defaultNow(),
    claimedUntil: instant("claimed_until"),
    leaseId: uuid("lease_id"),
  },
  (table) => [unique().on(table.kind, table.subjectId)],
);
