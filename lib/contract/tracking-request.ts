import { z } from "zod";
import { code, flag, instant, number, text, textList } from "./values";

/**
 * tracking_request (interface.md; supplement.md). Relationships: tracked_object (shipment or null), customer (party or
 * null), user. The status `created` of the live service is read as `succeeded`.
 */
export const trackingRequestAttributesSchema = z.looseObject({
  request_number: text,
  request_type: code,
  scac: text,
  ref_numbers: textList,
  shipment_tags: textList,
  status: code.transform((status) => (status === "created" ? "succeeded" : status)),
  failed_reason: code,
  is_retrying: flag,
  retry_count: number,
  created_at: instant,
  updated_at: instant,
});
export type TrackingRequestAttributes = z.infer<typeof trackingRequestAttributesSchema>;
