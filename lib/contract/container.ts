import { z } from "zod";
import { code, flag, instant, maybe, number, text, textList, zone } from "./values";

/** interface.md, container: hold object. `status` is hold or pending. A cleared hold is removed from the array. */
export const holdSchema = z.looseObject({
  name: z.string(),
  status: z.string(),
  description: z.string().nullish(),
});
export type Hold = z.infer<typeof holdSchema>;

/**
 * interface.md, container: fee object. `amount` 0 means reported but not posted yet. Null means that the value is not a
 * number.
 */
export const feeSchema = z.looseObject({
  type: z.string(),
  amount: z.number().nullable(),
  currency_code: z.string().nullish(),
});
export type Fee = z.infer<typeof feeSchema>;

export const holdList = maybe(z.array(holdSchema));
export const feeList = maybe(z.array(feeSchema));

/** interface.md, container: import_deadlines. Each value is a date-time whose local date is the last free day. */
export const importDeadlinesSchema = z.looseObject({
  pickup_lfd_terminal: instant,
  pickup_lfd_rail: instant,
  pickup_lfd_line: instant,
});
export const importDeadlines = maybe(importDeadlinesSchema);

/**
 * Attributes of a container (interface.md, container; supplement.md, Attributes beyond interface.md). The schema is
 * lenient: any attribute may be absent, and unknown attributes are kept.
 */
export const containerAttributesSchema = z.looseObject({
  number: text,
  ref_numbers: textList,
  equipment_type: code,
  equipment_length: number,
  equipment_height: code,
  weight_in_lbs: number,
  seal_number: text,
  created_at: instant,
  current_status: code,
  pickup_lfd: instant,
  import_deadlines: importDeadlines,
  ind_facility_lfd_on: instant,
  ssl_lfd: instant,
  pickup_appointment_at: instant,
  availability_known: flag,
  available_for_pickup: flag,
  pod_arrived_at: instant,
  pod_discharged_at: instant,
  pod_full_out_at: instant,
  pod_full_out_chassis_number: text,
  terminal_checked_at: instant,
  location_at_pod_terminal: text,
  final_destination_full_out_at: instant,
  empty_terminated_at: instant,
  holds_at_pod_terminal: holdList,
  fees_at_pod_terminal: feeList,
  ind_facility_holds: holdList,
  ind_facility_fees: feeList,
  pod_timezone: zone,
  final_destination_timezone: zone,
  empty_terminated_timezone: zone,
  pod_rail_carrier_scac: text,
  ind_rail_carrier_scac: text,
  pod_last_tracking_request_at: instant,
  shipment_last_tracking_request_at: instant,
  rail_last_tracking_request_at: instant,
  pod_rail_loaded_at: instant,
  pod_rail_departed_at: instant,
  ind_eta_at: instant,
  ind_ata_at: instant,
  ind_rail_unloaded_at: instant,
  delivered_at: instant,
  empty_out_at: instant,
  pol_full_in_at: instant,
  pol_vessel_loaded_at: instant,
  pol_vessel_departed_at: instant,
});
export type ContainerAttributes = z.infer<typeof containerAttributesSchema>;

/** Attributes that the interface does not allow to be null (interface.md, container). */
export const CONTAINER_NEVER_NULL: readonly (keyof ContainerAttributes)[] = [
  "number",
  "ref_numbers",
  "created_at",
  "current_status",
  "import_deadlines",
  "availability_known",
  "holds_at_pod_terminal",
  "fees_at_pod_terminal",
];
