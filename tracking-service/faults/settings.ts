import { z } from "zod";

/** A probability from 0 (never) to 1 (always). */
const rate = z.number().min(0).max(1);
const milliseconds = z.number().int().min(0);

/** Maximum delay before an attempt. With the timeout it stays below the duration of an outbox claim. */
const MAX_LATE_MS = 15_000;

export const CUTS = ["before", "after", "body"] as const;
export const MALFORMED = ["truncated", "html", "empty", "shape"] as const;

/** HTTP faults for tests. */
const httpSchema = z.strictObject({
  /** Server errors instead of the correct response. The request has no effect. */
  error: z
    .strictObject({
      rate,
      statuses: z
        .array(z.union([z.literal(500), z.literal(503)]))
        .min(1)
        .default([500, 503]),
    })
    .optional(),
  /** A delay before the request is processed. */
  latency: z
    .strictObject({ rate, minMs: milliseconds.default(0), maxMs: milliseconds.max(60_000) })
    .optional(),
  /** A request starts a storm: for these seconds all requests get 429 with a correct Retry-After. */
  storm: z.strictObject({ rate, seconds: z.number().int().min(1).max(600) }).optional(),
  /** The connection is closed: before processing, after processing, or in the middle of the response body. */
  cut: z
    .strictObject({
      rate,
      when: z
        .array(z.enum(CUTS))
        .min(1)
        .default([...CUTS]),
    })
    .optional(),
  /** The body of the correct response is truncated, replaced by a proxy's page, empty, or JSON of another form. */
  malformed: z
    .strictObject({
      rate,
      as: z
        .array(z.enum(MALFORMED))
        .min(1)
        .default([...MALFORMED]),
    })
    .optional(),
});

/** Faults of webhook deliveries. */
const deliveriesSchema = z.strictObject({
  /** The delivery is sent twice. */
  duplicate: z.strictObject({ rate }).optional(),
  /** The delivery is sent later by this time. */
  late: z.strictObject({ rate, ms: milliseconds.max(MAX_LATE_MS) }).optional(),
  /** The delivery is held until a later one to the same address is sent, or for this time when none follows. */
  reordered: z.strictObject({ rate, ms: milliseconds.max(MAX_LATE_MS).default(2_000) }).optional(),
});

/** Deliberate faults for tests of API clients. The same seed produces the same faults. */
export const faultsSchema = z.strictObject({
  seed: z.string().max(100).default("faults"),
  http: httpSchema.default({}),
  deliveries: deliveriesSchema.default({}),
});

export type FaultsInput = z.input<typeof faultsSchema>;
export type Faults = z.output<typeof faultsSchema>;
