import { z } from "zod";
import { number, text } from "./values";

const lineSchema = z.looseObject({ scac: z.string(), name: text, confidence: number });

/**
 * What the service makes of a number (supplement.md, POST /tracking_requests/infer_number), read leniently: what is
 * missing or of another kind counts as not said.
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
