import { z } from "zod";
import {
  CARGO,
  CUSTOM_DATA_TYPES,
  CUSTOM_REFERENCE_TYPES,
  fieldValidationSchema,
} from "@/lib/contract/custom-field";
import { toMany, toOne } from "./relationship";
import type { RecordKind } from "./resource-type";
import { instantWritten } from "./strict-values";

const reference = z.strictObject({ type: z.string(), id: z.string() });
const value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), reference]).nullable();

/** Custom fields that an account adds to shipments, containers and tracking requests (supplement.md, Endpoints). */
export const CUSTOM_FIELDS = {
  custom_field_definition: {
    attributes: z.strictObject({
      entity_type: z.enum(["Shipment", CARGO, "TrackingRequest"]),
      api_slug: z.string(),
      display_name: z.string(),
      data_type: z.enum(CUSTOM_DATA_TYPES),
      description: z.string().nullable(),
      reference_type: z.enum(CUSTOM_REFERENCE_TYPES).nullable(),
      validation: fieldValidationSchema.nullable(),
      default_format: z.string().nullable(),
      default_value: z.unknown(),
      template_id: z.string().nullable(),
      created_at: instantWritten,
      updated_at: instantWritten,
    }),
    relations: {
      account: toOne("account"),
      fields: toMany("custom_field"),
      options: toMany("custom_field_option"),
    },
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
      display_value: z.string().nullable(),
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
