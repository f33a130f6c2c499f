import { z } from "zod";
import { number, text } from "./values";

const lineSchema = z.looseObject({ scac: z.string(), name: text, confidence: number });

/**
 * The result of number inference by the service (supplement.md, POST /tracking_requests/infer_number). The schema is
 * lenient: a missing value or a value of another type is treated as not sent.
 */
export const inferenceSchema = z.looseObject({
  data: z.looseObject({
    attributes: z.looseObject({
      number_type: text,
      validation: z
        .looseObject({ is_valid: z.boolean().nullable().catch(null), reason: text })
        .catch({ is_valid: null, reason: null }),
      shipping_line: z
        .looseObject({
          decision: text,
          selected: lineSchema.nullable().catch(null),
          candidates: z.array(lineSchema).catch([]),
        })
        .catch({ decision: null, selected: null, candidates: [] }),
    }),
  }),
});
