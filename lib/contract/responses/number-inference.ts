import { z } from "zod";
import type { RecordKind } from "./resource-type";

const candidate = z.strictObject({
  scac: z.string().length(4),
  name: z.string(),
  confidence: z.number().min(0).max(1),
});

const inferredNumber = z.strictObject({
  number_type: z.enum(["container", "bill_of_lading", "booking"]),
  validation: z.strictObject({
    /** Null when nothing of the number can be checked. */
    is_valid: z.boolean().nullable(),
    type: z.enum(["container", "shipment"]),
    check_digit_passed: z.boolean().nullable(),
    parsed_number: z.string(),
    reason: z.string().nullable(),
  }),
  shipping_line: z.strictObject({
    decision: z.enum(["auto_select", "needs_confirmation", "no_prediction"]),
    selected: candidate.nullable(),
    candidates: z.array(candidate),
  }),
});
export type InferredNumber = z.infer<typeof inferredNumber>;

/** The inference result for a number entered by a user (supplement.md, POST /tracking_requests/infer_number). */
export const INFERENCE = {
  infer_number_results: { attributes: inferredNumber, relations: {}, folder: null },
} as const satisfies Record<string, RecordKind>;
