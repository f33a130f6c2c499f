import { z } from "zod";
import { code, instant, text, textList, zone } from "./values";

/** Attributes of a shipment (interface.md, shipment; supplement.md). The schema is lenient. */
export const shipmentAttributesSchema = z.looseObject({
  bill_of_lading_number: text,
  normalized_number: text,
  ref_numbers: textList,
  tags: textList,
  created_at: instant,
  port_of_lading_locode: text,
  port_of_lading_name: text,
  port_of_discharge_locode: text,
  port_of_discharge_name: text,
  destination_locode: text,
  destination_name: text,
  shipping_line_scac: text,
  shipping_line_name: text,
  shipping_line_short_name: text,
  customer_name: text,
  pod_vessel_name: text,
  pod_vessel_imo: text,
  pod_voyage_number: text,
  pol_etd_at: instant,
  pol_atd_at: instant,
  pol_original_etd_at: instant,
  pod_eta_at: instant,
  pod_original_eta_at: instant,
  pod_ata_at: instant,
  destination_eta_at: instant,
  destination_ata_at: instant,
  destination_original_eta_at: instant,
  pol_timezone: zone,
  pod_timezone: zone,
  destination_timezone: zone,
  line_tracking_last_attempted_at: instant,
  line_tracking_last_succeeded_at: instant,
  line_tracking_stopped_at: instant,
  line_tracking_stopped_reason: code,
});
export type ShipmentAttributes = z.infer<typeof shipmentAttributesSchema>;

/** Attributes that the interface does not allow to be null (interface.md, shipment). */
export const SHIPMENT_NEVER_NULL: readonly (keyof ShipmentAttributes)[] = [
  "bill_of_lading_number",
  "normalized_number",
  "tags",
  "created_at",
  "shipping_line_scac",
  "shipping_line_name",
  "shipping_line_short_name",
];
