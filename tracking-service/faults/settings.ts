import { z } from "zod";

/** How probable something is, from 0 (never) to 1 (always). */
const rate = z.number().min(0).max(1);
const milliseconds = z.number().int().min(0);

/** Longest wait before a try: with the time-out it stays below the time a claim of the outbox lasts. */
const MOST_LATE_MS = 15_000;

export const CUTS = ["before", "after", "body"] as const;
export const MALFORMED = ["truncated", "html", "empty", "shape"] as const;

/** Faults the service's HTTP side makes on purpose. */
const httpSchema = z.strictObject({
  /** Answers of the service's trouble instead of the right one; nothing is done. */
  error: z
    .strictObject({
      rate,
      statuses: z
        .array(z.union([z.literal(500), z.literal(503)]))
        .min(1)
        .default([500, 503]),
    })
    .optional(),
  /** A wait before the request is looked at. */
  latency: z
    .strictObject({ rate, minMs: milliseconds.default(0), maxMs: milliseconds.max(60_000) })
    .optional(),
  /** A request begins a storm: for so many seconds all are answered 429, with a true Retry-After. */
  storm: z.strictObject({ rate, seconds: z.number().int().min(1).max(600) }).optional(),
  /** The connection is cut: before anything is done, after it is done, or in the middle of the answer's body. */
  cut: z
    .strictObject({
      rate,
      when: z
        .array(z.enum(CUTS))
        .min(1)
        .default([...CUTS]),
    })
    .optional(),
  /** The right answer's body comes cut short, as a proxy's page, empty, or as JSON of another form. */
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

/** Faults of deliveries to webhooks. */
const deliveriesSchema = z.strictObject({
  /** Sent twice. */
  duplicate: z.strictObject({ rate }).optional(),
  /** Sent so much later. */
  late: z.strictObject({ rate, ms: milliseconds.max(MOST_LATE_MS) }).optional(),
  /** Held back until a later one to the same address has been sent, or for so long when none comes. */
  reordered: z.strictObject({ rate, ms: milliseconds.max(MOST_LATE_MS).default(2_000) }).optional(),
});

/** What the service does wrong on purpose, for tests of those who use it. The same seed errs in the same way. */
export const faultsSchema = z.strictObject({
  seed: z.string().max(100).default("faults"),
  http: httpSchema.default({}),
  deliveries: deliveriesSchema.default({}),
});

export type FaultsAsked = z.input<typeof faultsSchema>;
export type Faults = z.output<typeof faultsSchema>;
