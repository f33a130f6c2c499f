/** The source of a container's attribute. Facts of each group are compared by their own age. */
export type AttributeGroup = "carrier" | "terminal" | "rail";
export const ATTRIBUTE_GROUPS: readonly AttributeGroup[] = ["carrier", "terminal", "rail"];

const TERMINAL = new Set([
  "import_deadlines.pickup_lfd_terminal",
  "pickup_appointment_at",
  "availability_known",
  "available_for_pickup",
  "terminal_checked_at",
  "location_at_pod_terminal",
  "holds_at_pod_terminal",
  "fees_at_pod_terminal",
  "pod_full_out_chassis_number",
  "pod_last_tracking_request_at",
]);

const RAIL = new Set([
  "import_deadlines.pickup_lfd_rail",
  "ind_facility_lfd_on",
  "final_destination_full_out_at",
  "pod_rail_carrier_scac",
  "ind_rail_carrier_scac",
  "pod_rail_loaded_at",
  "pod_rail_departed_at",
  "ind_eta_at",
  "ind_ata_at",
  "ind_rail_unloaded_at",
  "ind_facility_holds",
  "ind_facility_fees",
  "rail_last_tracking_request_at",
]);

/** Returns the group of a container's attribute. A member of import_deadlines is named with a dot. */
export function attributeGroup(field: string): AttributeGroup {
  if (TERMINAL.has(field)) return "terminal";
  return RAIL.has(field) ? "rail" : "carrier";
}

const BOOKKEEPING = new Set([
  "id",
  "created_at",
  "terminal_checked_at",
  "pod_last_tracking_request_at",
  "shipment_last_tracking_request_at",
  "rail_last_tracking_request_at",
  "line_tracking_last_attempted_at",
  "line_tracking_last_succeeded_at",
]);

/** Returns whether a new value of this field is relevant to a dispatcher, or only the service's own bookkeeping. */
export function isChange(field: string): boolean {
  return !BOOKKEEPING.has(field) && !field.endsWith("timezone");
}

const INLAND_ZONE = new Set([
  "import_deadlines.pickup_lfd_rail",
  "ind_facility_lfd_on",
  "final_destination_full_out_at",
  "ind_eta_at",
  "ind_ata_at",
  "ind_rail_unloaded_at",
]);

/**
 * Whether the coalesced deadline can only come from the rail carrier: line and terminal take precedence and have none.
 */
const isRailDeadline = (facts: Readonly<Record<string, unknown>>) =>
  Boolean(facts["import_deadlines.pickup_lfd_rail"]) &&
  !facts["import_deadlines.pickup_lfd_line"] &&
  !facts["import_deadlines.pickup_lfd_terminal"];

/**
 * Returns the attribute that names the time zone of a field's location (interface.md, container and shipment). `facts`:
 * the record's other fields, with members of import_deadlines named with a dot.
 */
export function zoneAttribute(field: string, facts: Readonly<Record<string, unknown>>): string {
  if (field === "pickup_lfd" && isRailDeadline(facts)) return "final_destination_timezone";
  if (INLAND_ZONE.has(field)) return "final_destination_timezone";
  if (field === "empty_terminated_at") return "empty_terminated_timezone";
  if (field.startsWith("pol_")) return "pol_timezone";
  if (field.startsWith("destination_")) return "destination_timezone";
  return "pod_timezone";
}
