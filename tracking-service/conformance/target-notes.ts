import { z } from "zod";

const place = z.object({ url: z.string(), key: z.string() });

/** The service under test, and the additional keys and services of our own target. */
export const targetSchema = place.extend({
  /** True when the suite started the service. False for a service named by its URL. */
  own: z.boolean(),
  /** Own target only: a key of another, empty account. */
  strangerKey: z.string().nullable(),
  /** Own target only: a key of an account on the restricted free plan. */
  freeKey: z.string().nullable(),
  /** Own target only: a key of an account on the paid plan without the gated features. */
  plainKey: z.string().nullable(),
  /** Own target only: a key of an account whose trial began slightly less than 7 days ago. */
  trialKey: z.string().nullable(),
  /** Own target only: a key of an account whose trial began 7 days ago. */
  endedTrialKey: z.string().nullable(),
  /** Own target only: a revoked key. */
  revokedKey: z.string().nullable(),
  /** Own target only: a service that responds to every request with its failure. */
  failing: place.nullable(),
  /** Own target only: a second, small service that enforces the documented limits. */
  limited: place.nullable(),
});
export type Target = z.infer<typeof targetSchema>;

/** The operations called by a test file, each in the form "GET /shipments/{id}". */
export const calledSchema = z.array(z.string());
