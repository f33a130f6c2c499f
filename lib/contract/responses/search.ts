import { z } from "zod";
import {
  FAILED_REASONS,
  SEARCH_ENTITIES,
  TRACKING_STOPPED_REASONS,
  WRITTEN_REQUEST_STATUSES,
} from "@/lib/contract/enums";
import type { RecordKind } from "./resource-type";
import { instantWritten } from "./strict-values";

/** Hits of GET /search. The id of a hit is the id of the shipment, container or tracking request. */
export const SEARCH = {
  search_result: {
    attributes: z.strictObject({
      entity_type: z.enum(SEARCH_ENTITIES),
      number: z.string(),
      /** The shipment of a container or tracking request. Null for a shipment, whose id is the id of the hit. */
      shipment_id: z.uuid().nullable(),
      scac: z.string().nullable(),
      port_of_lading_name: z.string().nullable(),
      port_of_discharge_name: z.string().nullable(),
      /** Set only for shipments. */
      containers_count: z.number().int().nullable(),
      /** Null for a container. */
      tracking_stopped: z.boolean().nullable(),
      tracking_stopped_reason: z.enum(TRACKING_STOPPED_REASONS).nullable(),
      /** Set only for tracking requests. */
      status: z.enum(WRITTEN_REQUEST_STATUSES).nullable(),
      failed_reason: z.enum(FAILED_REASONS).nullable(),
      ref_numbers: z.array(z.string()),
      created_at: instantWritten,
      updated_at: instantWritten,
    }),
    relations: {},
    folder: null,
  },
} as const satisfies Record<string, RecordKind>;
