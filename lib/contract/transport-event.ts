import { z } from "zod";
import { code, instant, text, zone } from "./values";

/**
 * transport_event (supplement.md): a past, vetted milestone, or a deadline or appointment change whose `value` is the
 * new date-time. Relationships: shipment, container, location, vessel, terminal. Any may be null.
 */
export const transportEventAttributesSchema = z.looseObject({
  event: code,
  timestamp: instant,
  timezone: zone,
  voyage_number: text,
  location_locode: text,
  data_source: code,
  value: text,
  created_at: instant,
});
