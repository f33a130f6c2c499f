import { sql } from "drizzle-orm";
import {
  bigint,
  bigserial,
  boolean,
  date,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { bytes } from "./bytes-column";
import { instant } from "./instant-column";

export * from "./access";
export * from "./board";
export * from "./reports";
export * from "./supplementary-data";
export * from "./synchronization";
export * from "./work-orders";
export * from "./workspace";

/**
 * The dashboard's tables, as the hand-written migrations create them. Instants are timestamptz and read as Date. A test
 * compares the two.
 */
const attributes = () => jsonb("attributes").$type<Record<string, unknown>>().notNull();
const relationships = () => jsonb("relationships").$type<Record<string, unknown>>().notNull().default({});

const unconfirmed = () => jsonb("unconfirmed").$type<Record<string, string>>().notNull().default({});

export const installation = pgTable("installation", {
  name: text("name").primaryKey(),
  value: jsonb("value").$type<unknown>().notNull(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

/**
 * Static files of the builds that dashboards serve (migration 0069). `path` is below /_next/static/, `content` is
 * compressed by gzip.
 */
export const buildFiles = pgTable("build_files", {
  path: text("path").primaryKey(),
  content: bytes("content").notNull(),
  seenAt: instant("seen_at").notNull().defaultNow(),
});

/** Changes that are under way at the tracking service, one of a record's part at a time (migration 0070). */
export const changeClaims = pgTable("change_claims", {
  key: text("key").primaryKey(),
  leaseId: uuid("lease_id").notNull(),
  claimedUntil: instant("claimed_until").notNull(),
});

/** The company of this installation, at most one row (migration 0066). `logo` is a PNG. */
export const company = pgTable("company", {
  onlyRow: boolean("only_row").primaryKey().default(true),
  name: text("name").notNull().default(""),
  logo: bytes("logo"),
  logoVersion: text("logo_version"),
});

export const shipments = pgTable("shipments", {
  id: text("id").primaryKey(),
  attributes: attributes(),
  relationships: relationships(),
  unconfirmed: unconfirmed(),
  asOf: instant("as_of").notNull(),
  readUntil: instant("read_until"),
  billOfLadingKey: text("bill_of_lading_key").notNull().default(""),
  searchKeys: text("search_keys").array().notNull().default(sql`'{}'`),
  createdAt: instant("created_at"),
  trackingStoppedAt: instant("tracking_stopped_at"),
  arrivesOn: date("arrives_on"),
  etaAt: instant("eta_at"),
  arrivedAt: instant("arrived_at"),
  etaDrift: integer("eta_drift"),
});

export const containers = pgTable("containers", {
  id: text("id").primaryKey(),
  attributes: attributes(),
  relationships: relationships(),
  unconfirmed: unconfirmed(),
  numberKey: text("number_key").notNull(),
  referenceKeys: text("reference_keys").array().notNull().default(sql`'{}'`),
  shipmentId: text("shipment_id"),
  podTerminalId: text("pod_terminal_id"),
  pickupFacilityId: text("pickup_facility_id"),
  carrierAsOf: instant("carrier_as_of").notNull(),
  terminalAsOf: instant("terminal_as_of").notNull(),
  railAsOf: instant("rail_as_of").notNull(),
  readUntil: instant("read_until"),
});

export const referenceRecords = pgTable(
  "reference_records",
  {
    type: text("type").notNull(),
    id: text("id").notNull(),
    attributes: attributes(),
    relationships: relationships(),
    asOf: instant("as_of").notNull(),
  },
  (table) => [primaryKey({ columns: [table.type, table.id] })],
);

export const transportEvents = pgTable("transport_events", {
  id: text("id").primaryKey(),
  containerId: text("container_id"),
  shipmentId: text("shipment_id"),
  attributes: attributes(),
  relationships: relationships(),
  happenedAt: instant("happened_at"),
  asOf: instant("as_of").notNull(),
});

export const parties = pgTable("parties", {
  id: text("id").primaryKey(),
  attributes: attributes(),
  companyName: text("company_name").notNull().default(""),
  asOf: instant("as_of").notNull(),
});

export const partyRoles = pgTable("party_roles", {
  id: text("id").primaryKey(),
  roleableType: text("roleable_type").notNull(),
  roleableId: text("roleable_id").notNull(),
  partyId: text("party_id").notNull(),
  role: text("role").notNull(),
  attributes: attributes(),
  createdAt: instant("created_at"),
});

export const trackingRequests = pgTable("tracking_requests", {
  id: text("id").primaryKey(),
  attributes: attributes(),
  relationships: relationships(),
  numberKey: text("number_key").notNull().default(""),
  status: text("status"),
  shipmentId: text("shipment_id"),
  createdAt: instant("created_at"),
  asOf: instant("as_of").notNull(),
});

/** Attributes that could not be read, by type of record and name. `lastValue` is the beginning of the JSON sent last. */
export const unreadableAttributes = pgTable(
  "unreadable_attributes",
  {
    type: text("type").notNull(),
    name: text("name").notNull(),
    timesRead: bigint("times_read", { mode: "number" }).notNull(),
    lastValue: text("last_value").notNull(),
    lastAt: instant("last_at").notNull(),
    recordId: text("record_id").notNull(),
    notificationId: text("notification_id"),
  },
  (table) => [primaryKey({ columns: [table.type, table.name] })],
);

/** Partitioned by the month of `recordedAt` (`month-partitions.ts`). */
export const changes = pgTable(
  "changes",
  {
    id: bigserial("id", { mode: "number" }),
    subjectType: text("subject_type").notNull(),
    subjectId: text("subject_id").notNull(),
    field: text("field").notNull(),
    before: jsonb("before").$type<unknown>(),
    after: jsonb("after").$type<unknown>(),
    zone: text("zone"),
    asOf: instant("as_of").notNull(),
    recordedAt: instant("recorded_at").notNull().defaultNow(),
    notificationId: text("notification_id"),
  },
  (table) => [primaryKey({ columns: [table.id, table.recordedAt] })],
);

export const inbox = pgTable("inbox", {
  notificationId: text("notification_id").primaryKey(),
  event: text("event").notNull(),
  subject: text("subject"),
  headers: jsonb("headers").$type<Record<string, string>>(),
  body: bytes("body"),
  receivedAt: instant("received_at").notNull().defaultNow(),
  createdAt: instant("created_at").notNull(),
  processedAt: instant("processed_at"),
  attempts: integer("attempts").notNull().default(0),
  nextAttemptAt: instant("next_attempt_at").notNull().defaultNow(),
  deadLetteredAt: instant("dead_lettered_at"),
  lastError: text("last_error"),
});

export const webhookArchive = pgTable(
  "webhook_archive",
  {
    notificationId: text("notification_id").notNull(),
    receivedAt: instant("received_at").notNull(),
    headers: jsonb("headers").$type<Record<string, string>>(),
    body: bytes("body").notNull(),
  },
  (table) => [primaryKey({ columns: [table.notificationId, table.receivedAt] })],
);

export const sourceUpdates = pgTable("source_updates", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  subjectType: text("subject_type").notNull(),
  subjectId: text("subject_id").notNull(),
  asOf: instant("as_of").notNull(),
  readUntil: instant("read_until"),
  receivedAt: instant("received_at").notNull(),
  notificationId: text("notification_id"),
  facts: jsonb("facts").$type<Record<string, unknown>>().notNull(),
});

export const fetchQueue = pgTable(
  "fetch_queue",
  {
    subjectType: text("subject_type").notNull(),
    subjectId: text("subject_id").notNull(),
    notificationId: text("notification_id"),
    requestedAt: instant("requested_at").notNull().defaultNow(),
    neededAt: instant("needed_at").notNull().defaultNow(),
    nextAttemptAt: instant("next_attempt_at").notNull().defaultNow(),
    attempts: integer("attempts").notNull().default(0),
    lastError: text("last_error"),
    leaseId: uuid("lease_id"),
  },
  (table) => [primaryKey({ columns: [table.subjectType, table.subjectId] })],
);

export const cacheTags = pgTable("cache_tags", {
  tag: text("tag").primaryKey(),
  expiredAt: instant("expired_at").notNull(),
});

export const liveChanges = pgTable("live_changes", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  xid: bigint("xid", { mode: "number" }).notNull(),
  oldestOpen: bigint("oldest_open", { mode: "number" }).notNull(),
  notedAt: instant("noted_at").notNull().defaultNow(),
  change: json("change").$type<unknown>().notNull(),
});

export const requestLog = pgTable("request_log", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  bucket: text("bucket").notNull(),
  sentAt: instant("sent_at").notNull(),
});

export const rateLimitPauses = pgTable("rate_limit_pauses", {
  bucket: text("bucket").primaryKey(),
  pausedUntil: instant("paused_until").notNull(),
});

export const circuitBreaker = pgTable("circuit_breaker", {
  name: text("name").primaryKey(),
  failures: integer("failures").notNull().default(0),
  closedUntil: instant("closed_until").notNull().default(sql`'-infinity'`),
});

export const requestFailures = pgTable("request_failures", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  failedAt: instant("failed_at").notNull().defaultNow(),
  request: text("request").notNull(),
  code: text("code").notNull(),
  message: text("message").notNull(),
});
