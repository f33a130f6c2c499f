import { bigint, boolean, date, integer, numeric, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant } from "./instant-column";

/**
 * The source tables of reports (migration 0017), derived from the mirror and its history by
 * lib/features/reports/materialize/materialize.ts.
 */
export const reportRebuildQueue = pgTable("report_rebuild_queue", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  containerId: text("container_id").notNull(),
  notedAt: instant("noted_at").notNull().defaultNow(),
});

export const reportContainers = pgTable("report_containers", {
  containerId: text("container_id").primaryKey(),
  number: text("number").notNull(),
  customer: text("customer"),
  line: text("line"),
  lineName: text("line_name"),
  terminal: text("terminal"),
  port: text("port"),
  portName: text("port_name"),
  zone: text("zone"),
  status: text("status").notNull(),
  readiness: text("readiness").notNull(),
  pickedUp: boolean("picked_up").notNull(),
  inland: boolean("inland").notNull(),
  firstSeenAt: instant("first_seen_at").notNull(),
  deadlineState: text("deadline_state").notNull(),
  dueOn: date("due_on"),
  dueZone: text("due_zone"),
  dueEndsAt: instant("due_ends_at"),
  deadlineMovedAt: instant("deadline_moved_at"),
  arrivesAt: instant("arrives_at"),
  arrivesOn: date("arrives_on"),
  arrivesZone: text("arrives_zone"),
  arrivesPlace: text("arrives_place"),
  arrivesName: text("arrives_name"),
  dischargedAt: instant("discharged_at"),
  dischargedOn: date("discharged_on"),
  outAt: instant("out_at"),
  outOn: date("out_on"),
  dwellMinutes: integer("dwell_minutes"),
  emptyAt: instant("empty_at"),
  driftMinutes: integer("drift_minutes"),
  driftOn: date("drift_on"),
  arrived: boolean("arrived").notNull(),
  etaMoves: integer("eta_moves").notNull(),
  etaMovedAt: instant("eta_moved_at"),
  onGround: boolean("on_ground").notNull(),
  checkedAt: instant("checked_at"),
  lineCheckedAt: instant("line_checked_at"),
  railCarrier: text("rail_carrier"),
  railCheckedAt: instant("rail_checked_at"),
  charged: boolean("charged").notNull(),
  returnDueAt: instant("return_due_at"),
  rowVersion: integer("row_version").notNull().default(1),
});

export const reportHolds = pgTable(
  "report_holds",
  {
    containerId: text("container_id").notNull(),
    place: text("place").notNull(),
    name: text("name").notNull(),
    fromAt: instant("from_at").notNull(),
    fromOn: date("from_on").notNull(),
    placed: boolean("placed").notNull(),
    toAt: instant("to_at"),
    zone: text("zone"),
    status: text("status").notNull(),
  },
  (table) => [primaryKey({ columns: [table.containerId, table.place, table.name, table.fromAt] })],
);

export const reportStatuses = pgTable(
  "report_statuses",
  {
    containerId: text("container_id").notNull(),
    fromOn: date("from_on").notNull(),
    toOn: date("to_on"),
    status: text("status").notNull(),
  },
  (table) => [primaryKey({ columns: [table.containerId, table.fromOn] })],
);

export const reportStatusDays = pgTable(
  "report_status_days",
  {
    onDay: date("on_day").notNull(),
    status: text("status").notNull(),
    containers: integer("containers").notNull(),
  },
  (table) => [primaryKey({ columns: [table.onDay, table.status] })],
);

export const reportCharges = pgTable(
  "report_charges",
  {
    containerId: text("container_id").notNull(),
    onDay: date("on_day").notNull(),
    currency: text("currency").notNull(),
    minor: bigint("minor", { mode: "number" }).notNull(),
    /** Already reported when tracking started. The day on which it was added is unknown. */
    atStart: boolean("at_start").notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.containerId, table.onDay, table.currency, table.atStart] })],
);

export const reportChargeWeeks = pgTable(
  "report_charge_weeks",
  {
    week: date("week").notNull(),
    currency: text("currency").notNull(),
    minor: numeric("minor").notNull(),
    containers: integer("containers").notNull(),
    atStart: boolean("at_start").notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.week, table.currency, table.atStart] })],
);
