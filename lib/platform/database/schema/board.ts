import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  date,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
} from "drizzle-orm/pg-core";
import { instant } from "./instant-column";

const windowOf = (queue: string) => ({
  from: instant(`${queue}_from`),
  to: instant(`${queue}_to`),
});
const expired = windowOf("expired");
const pullToday = windowOf("pull_today");
const noAppointment = windowOf("no_appointment");
const plannedToday = windowOf("planned_today");
const held = windowOf("held");
const followUpDue = windowOf("follow_up_due");
const arriving = windowOf("arriving");
const emptyDue = windowOf("empty_due");
const unreadable = windowOf("unreadable");
const stale = windowOf("stale");

export const boardRows = pgTable("board_rows", {
  containerId: text("container_id").primaryKey(),
  row: jsonb("row").$type<unknown>().notNull(),
  search: text("search").notNull(),
  searchText: text("search_text").notNull().default(""),
  governingEndsAt: instant("governing_ends_at"),
  noAppointment: boolean("no_appointment").notNull(),
  held: boolean("held").notNull(),
  pickedUp: boolean("picked_up").notNull(),
  number: text("number").notNull(),
  line: text("line"),
  terminal: text("terminal"),
  port: text("port"),
  portName: text("port_name"),
  status: text("status"),
  customer: text("customer"),
  vessel: text("vessel"),
  etaAt: instant("eta_at"),
  gateOutAt: instant("gate_out_at"),
  returnDueAt: instant("return_due_at"),
  checkedAt: instant("checked_at"),
  appointmentAt: instant("appointment_at"),
  carrierIds: text("carrier_ids").array().notNull().default(sql`'{}'`),
  carrierNames: text("carrier_names").notNull().default(""),
  charges: numeric("charges", { mode: "number" }),
  readiness: text("readiness"),
  holds: text("holds").array().notNull().default(sql`'{}'`),
  tags: text("tags").array().notNull().default(sql`'{}'`),
  referenceKeys: text("reference_keys").array().notNull().default(sql`'{}'`),
  lineName: text("line_name"),
  governingOn: date("governing_on"),
  governingZone: text("governing_zone"),
  appointmentOn: date("appointment_on"),
  appointmentZone: text("appointment_zone"),
  plannedPickupAt: instant("planned_pickup_at"),
  plannedPickupZone: text("planned_pickup_zone"),
  plannedDeliveryAt: instant("planned_delivery_at"),
  plannedDeliveryZone: text("planned_delivery_zone"),
  plannedReturnAt: instant("planned_return_at"),
  plannedReturnZone: text("planned_return_zone"),
  nextMoveAt: instant("next_move_at"),
  driver: text("driver"),
  workOrderState: text("work_order_state"),
  workOrderExpiresAt: instant("work_order_expires_at"),
  followUpAt: instant("follow_up_at"),
  followUpOwner: text("follow_up_owner"),
  chargeSums: jsonb("charge_sums").$type<unknown>().notNull().default([]),
  changedAt: instant("changed_at"),
  factChanges: jsonb("fact_changes").$type<Record<string, unknown>>().notNull().default({}),
  rowVersion: integer("row_version").notNull().default(0),
  expiredFrom: expired.from,
  expiredTo: expired.to,
  pullTodayFrom: pullToday.from,
  pullTodayTo: pullToday.to,
  noAppointmentFrom: noAppointment.from,
  noAppointmentTo: noAppointment.to,
  plannedTodayFrom: plannedToday.from,
  plannedTodayTo: plannedToday.to,
  heldFrom: held.from,
  heldTo: held.to,
  followUpDueFrom: followUpDue.from,
  followUpDueTo: followUpDue.to,
  arrivingFrom: arriving.from,
  arrivingTo: arriving.to,
  emptyDueFrom: emptyDue.from,
  emptyDueTo: emptyDue.to,
  unreadableFrom: unreadable.from,
  unreadableTo: unreadable.to,
  staleFrom: stale.from,
  staleTo: stale.to,
});

export const boardCounts = pgTable(
  "board_counts",
  {
    kind: text("kind").notNull(),
    value: text("value").notNull(),
    label: text("label").notNull(),
    containers: bigint("containers", { mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.value, table.label] })],
);

export const boardCountDeltas = pgTable("board_count_deltas", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  kind: text("kind").notNull(),
  value: text("value").notNull(),
  label: text("label").notNull(),
  at: instant("at").notNull(),
  delta: integer("delta").notNull(),
});

export const boardCountsUntil = pgTable("board_counts_until", { at: instant("at").primaryKey() });
