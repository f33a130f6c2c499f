import { z } from "zod";
import { CUSTOM_DATA_TYPES, CUSTOM_ENTITY_TYPES, CUSTOM_REFERENCE_TYPES } from "./custom-field";

/** Request bodies for custom fields and documents (supplement.md, Endpoints). These schemas are strict. */

/** POST /custom_field_definitions. */
export const createDefinitionSchema = z.strictObject({
  data: z.strictObject({
    type: z.literal("custom_field_definition"),
    attributes: z.strictObject({
      entity_type: z.enum(CUSTOM_ENTITY_TYPES),
      api_slug: z.string(),
      display_name: z.string(),
      data_type: z.enum(CUSTOM_DATA_TYPES),
      description: z.string().optional(),
      reference_type: z.enum(CUSTOM_REFERENCE_TYPES).optional(),
    }),
  }),
});

/** PATCH /custom_field_definitions/{id}. No other attribute of a definition can be changed. */
export const editDefinitionSchema = z.strictObject({
  data: z.strictObject({
    type: z.literal("custom_field_definition"),
    id: z.string().min(1),
    attributes: z.strictObject({ display_name: z.string(), description: z.string().nullable() }),
  }),
});

/** POST /custom_field_definitions/{id}/options. The value defaults to the label, the position to the last. */
export const createOptionSchema = z.strictObject({
  data: z.strictObject({
    type: z.literal("custom_field_option"),
    attributes: z.strictObject({ label: z.string(), value: z.string().optional() }),
  }),
});

/** PATCH /custom_field_definitions/{id}/options/{id}. Omitted attributes stay unchanged. */
export const editOptionSchema = z.strictObject({
  data: z.strictObject({
    type: z.literal("custom_field_option"),
    id: z.string().min(1),
    attributes: z.strictObject({ label: z.string().optional(), position: z.number().int().optional() }),
  }),
});

/** The value of a custom field as sent in a request. */
export const customValueSchema = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);
export type CustomValue = z.infer<typeof customValueSchema>;

/** POST /{shipments,containers,tracking_requests}/{id}/custom_fields. */
export const putFieldSchema = z.strictObject({
  data: z.strictObject({
    type: z.literal("custom_field"),
    attributes: z.strictObject({ api_slug: z.string(), value: customValueSchema }),
  }),
});

const links = <Type extends "container" | "shipment">(type: Type) =>
  z.strictObject({ data: z.array(z.strictObject({ type: z.literal(type), id: z.string().min(1) })) });

/** PATCH /documents/{id}. Omitted members stay unchanged. Links that are sent replace the previous links. */
export const editDocumentSchema = z.strictObject({
  data: z.strictObject({
    type: z.literal("document"),
    id: z.string().min(1),
    attributes: z
      .strictObject({
        name: z.string().optional(),
        document_type: z.string().nullable().optional(),
        document_type_manual: z.string().nullable().optional(),
      })
      .optional(),
    relationships: z
      .strictObject({ cargos: links("container").optional(), shipments: links("shipment").optional() })
      .optional(),
  }),
});
