import { z } from "zod";

const place = z.object({ url: z.string(), key: z.string() });

/** The service under test, and what a service of our own has next to it. */
export const targetSchema = place.extend({
  /** Ours, started for this run; false for one that was named by its URL. */
  own: z.boolean(),
  /** Ours alone: a key of another, empty account. */
  strangerKey: z.string().nullable(),
  /** Ours alone: a key of an account on the restricted free plan. */
  freeKey: z.string().nullable(),
  /** Ours alone: a key of an account on the paid plan without any of the gated features. */
  plainKey: z.string().nullable(),
  /** Ours alone: a key of an account whose trial began not quite 7 days ago. */
  trialKey: z.string().nullable(),
  /** Ours alone: a key of an account whose trial began 7 days ago. */
  endedTrialKey: z.string().nullable(),
  /** Ours alone: a key that was revoked. */
  revokedKey: z.string().nullable(),
  /** Ours alone: a service that answers every request with its trouble. */
  failing: place.nullable(),
  /** Ours alone: a second service, small, with the documented limits in force. */
  limited: place.nullable(),
});
export type Target = z.infer<typeof targetSchema>;

/** The operations that a test file called, each as "GET /shipments/{id}". */
export const calledSchema = z.array(z.string());
