import { z } from "zod";
import { instant, text } from "./values";

/**
 * transport_event (supplement.md): a past, vetted milestone, or a deadline or appointment change whose `value` is the
 * new date-time. Relationships: shipment, container, location, vessel, terminal. Any may be null.
 */
export const transportEventAttributesSchema = z.looseObject({
  event: text,
  timestamp: instant,
  timezone: text,
  voyage_number: text,
  location_locode: text,
  data_source: text,
  value: text,
  created_at: instant,
});
