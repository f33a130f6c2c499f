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
import type { Role } from "@/lib/platform/user-roles";
import { bytes } from "./bytes-column";
import { instant } from "./instant-column";

/** Tables of users, their access and their actions (migrations 0000, 0024, 0025, 0033, 0066). */
export const users = pgTable("users", {
  id: uuid("id").primaryKey().defaultRandom(),
  email: text("email").notNull().unique(),
  name: text("name"),
  passwordHash: text("password_hash"),
  sessionVersion: integer("session_version").notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  lastSignedInAt: instant("last_signed_in_at"),
  role: text("role").$type<Role>().notNull().default("viewer"),
  disabledAt: instant("disabled_at"),
  partyIds: text("party_ids").array().notNull().default(sql`'{}'`),
  seesCharges: boolean("sees_charges").notNull().default(false),
  seesDocuments: boolean("sees_documents").notNull().default(false),
  totpSecret: text("totp_secret"),
  totpStep: bigint("totp_step", { mode: "number" }),
  version: integer("version").notNull().default(1),
  totpPending: text("totp_pending"),
  recoveryCodes: text("recovery_codes").array().notNull().default(sql`'{}'`),
  ssoSubject: text("sso_subject").unique(),
});

/** Subjects of the single sign-on that wait for an admin's confirmation (migration 0040). */
export const ssoLinkRequests = pgTable("sso_link_requests", {
  subject: text("subject").primaryKey(),
  userId: uuid("user_id").notNull(),
  name: text("name"),
  requestedAt: instant("requested_at").notNull(),
});

export const sessions = pgTable("sessions", {
  id: uuid("id").primaryKey(),
  userId: uuid("user_id").notNull(),
  startedAt: instant("started_at").notNull().defaultNow(),
});

export const accessTokens = pgTable(
  "access_tokens",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    kind: text("kind", { enum: ["invite", "share", "embed", "wall", "calendar", "api", "order"] }).notNull(),
    tokenHash: bytes("token_hash").notNull(),
    label: text("label").notNull(),
    settings: jsonb("settings").$type<unknown>().notNull().default({}),
    passcodeHash: text("passcode_hash"),
    createdBy: uuid("created_by"),
    createdAt: instant("created_at").notNull().defaultNow(),
    expiresAt: instant("expires_at"),
    revokedAt: instant("revoked_at"),
    views: bigint("views", { mode: "number" }).notNull().default(0),
    lastSeenAt: instant("last_seen_at"),
  },
  (table) => [unique().on(table.kind, table.tokenHash)],
);

export const tokenVisits = pgTable(
  "token_visits",
  {
    tokenId: uuid("token_id").notNull(),
    visitor: text("visitor").notNull(),
    seenAt: instant("seen_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.tokenId, table.visitor] })],
);

export const auditEntries = pgTable("audit_entries", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  at: instant("at").notNull().defaultNow(),
  userId: uuid("user_id"),
  actor: text("actor").notNull(),
  address: text("address"),
  action: text("action").notNull(),
  recordType: text("record_type"),
  recordId: text("record_id"),
  /** Text of entries from before the codes. */
  detail: text("detail").notNull().default(""),
  /** The data of the action's code (lib/auth/audit/audit-codes.ts). */
  data: jsonb("data").$type<unknown>().notNull().default({}),
});

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

/** Counts of rate-limiter-flexible: points of a key until `expire`, in epoch ms. */
const counted = {
  key: text("key").primaryKey(),
  points: integer("points").notNull(),
  expire: bigint("expire", { mode: "number" }),
};
export const feedRequests = pgTable("feed_requests", counted);
export const signInAttempts = pgTable("sign_in_attempts", counted);
