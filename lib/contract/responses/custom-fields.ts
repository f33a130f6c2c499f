import { z } from "zod";
import { CUSTOM_DATA_TYPES, CUSTOM_ENTITY_TYPES, CUSTOM_REFERENCE_TYPES } from "@/lib/contract/custom-field";
import { toMany, toOne } from "./relationship";
import type { RecordKind } from "./resource-type";
import { instantWritten } from "./strict-values";

const value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);

/** Custom fields that an account adds to shipments, containers and tracking requests (supplement.md, Endpoints). */
export const CUSTOM_FIELDS = {
  custom_field_definition: {
    attributes: z.strictObject({
      entity_type: z.enum(CUSTOM_ENTITY_TYPES),
      api_slug: z.string(),
      display_name: z.string(),
      data_type: z.enum(CUSTOM_DATA_TYPES),
      description: z.string().nullable(),
      reference_type: z.enum(CUSTOM_REFERENCE_TYPES).nullable(),
      created_at: instantWritten,
      updated_at: instantWritten,
    }),
    relations: { options: toMany("custom_field_option") },
    folder: "custom_field_definitions",
  },
  custom_field_option: {
    attributes: z.strictObject({
      label: z.string(),
      value: z.string(),
      position: z.number().int(),
      created_at: instantWritten,
      updated_at: instantWritten,
    }),
    relations: { definition: toOne("custom_field_definition") },
    folder: null,
  },
  custom_field: {
    attributes: z.strictObject({
      api_slug: z.string(),
      value,
      display_value: z.string(),
      created_at: instantWritten,
      updated_at: instantWritten,
    }),
    relations: {
      entity: toOne("shipment", "container", "tracking_request"),
      definition: toOne("custom_field_definition"),
      user: toOne("user"),
    },
    folder: "custom_fields",
  },
} as const satisfies Record<string, RecordKind>;
