import { z } from "zod";
import { PICKUP_DRAY_CARRIER, REQUEST_TYPES, SHIPMENT_ROLES } from "./enums";
import { EVENTS } from "./events";

/** Request bodies. The schemas are strict: only documented members are allowed. */

const partyIdentifier = z.strictObject({ type: z.literal("party"), id: z.string().min(1) });

/** POST /tracking_requests (interface.md; supplement.md names `shipment_tags` and the `customer` relationship). */
export const createTrackingRequestSchema = z.strictObject({
  data: z.strictObject({
    type: z.literal("tracking_request"),
    attributes: z.strictObject({
      request_number: z.string(),
      request_type: z.enum(REQUEST_TYPES),
      scac: z.string().optional(),
      auto_detect_vocc_scac: z.boolean().optional(),
      ref_numbers: z.array(z.string()).optional(),
      shipment_tags: z.array(z.string()).optional(),
    }),
    relationships: z.strictObject({ customer: z.strictObject({ data: partyIdentifier }) }).optional(),
  }),
});
export type CreateTrackingRequest = z.infer<typeof createTrackingRequestSchema>;

/** POST /parties. */
export const createPartySchema = z.strictObject({
  data: z.strictObject({
    type: z.literal("party"),
    attributes: z.strictObject({ company_name: z.string() }),
  }),
});

/** POST /containers/{container_id}/party_roles. */
export const createPartyRoleSchema = z.strictObject({
  data: z.strictObject({
    type: z.literal("party_role"),
    attributes: z.strictObject({ role: z.literal(PICKUP_DRAY_CARRIER) }),
    relationships: z.strictObject({ party: z.strictObject({ data: partyIdentifier }) }),
  }),
});

/** POST /shipments/{shipment_id}/party_roles. */
export const createShipmentRoleSchema = z.strictObject({
  data: z.strictObject({
    type: z.literal("party_role"),
    attributes: z.strictObject({ role: z.enum(SHIPMENT_ROLES) }),
    relationships: z.strictObject({ party: z.strictObject({ data: partyIdentifier }) }),
  }),
});

/** PATCH /parties/{id}. */
export const editPartySchema = z.strictObject({
  data: z.strictObject({
    type: z.literal("party"),
    id: z.string().min(1),
    attributes: z.strictObject({ company_name: z.string() }),
  }),
});

const webhookHeadersSchema = z.array(z.strictObject({ name: z.string(), value: z.string() })).optional();

/** POST /webhooks. */
export const createWebhookSchema = z.strictObject({
  data: z.strictObject({
    type: z.literal("webhook"),
    attributes: z.strictObject({
      url: z.string(),
      active: z.boolean(),
      events: z.array(z.enum(EVENTS)),
      headers: webhookHeadersSchema,
    }),
  }),
});

/** PATCH /webhooks/{id}. Omitted attributes stay unchanged. */
export const editWebhookSchema = z.strictObject({
  data: z.strictObject({
    type: z.literal("webhook"),
    id: z.string().min(1),
    attributes: z.strictObject({
      url: z.string().optional(),
      active: z.boolean().optional(),
      events: z.array(z.enum(EVENTS)).optional(),
      headers: webhookHeadersSchema,
    }),
  }),
});

/** PATCH /containers: `data.id` names the container. The list replaces the previous one. */
export const editContainerSchema = z.strictObject({
  data: z.strictObject({
    type: z.literal("container"),
    id: z.string().min(1),
    attributes: z.strictObject({ ref_numbers: z.array(z.string()) }),
  }),
});

/** PATCH /shipments/{id}. A list that is sent replaces the previous one. Omitted attributes stay unchanged. */
export const editShipmentSchema = z.strictObject({
  data: z.strictObject({
    type: z.literal("shipment"),
    id: z.string().min(1),
    attributes: z.strictObject({
      ref_numbers: z.array(z.string()).optional(),
      tags: z.array(z.string()).optional(),
    }),
  }),
});
