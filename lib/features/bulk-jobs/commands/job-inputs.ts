import { z } from "zod";
import { REQUEST_TYPES } from "@/lib/contract/enums";
import type { JobKind } from "@/lib/features/bulk-jobs/messages";

const id = z.string().min(1).max(200);
const MAX_TEXT = 300;
const MAX_TEXTS = 20;

/** Tags or references as the user typed them: trimmed, without duplicates, at least one. */
const textsSchema = z
  .array(
    z
      .string()
      .trim()
      .max(MAX_TEXT, { error: `At most ${MAX_TEXT} characters each.` })
      .refine((text) => !text.includes("\0"), { error: "Remove unsupported characters." }),
  )
  .transform((list) => [...new Set(list.filter(Boolean))])
  .pipe(
    z
      .array(z.string())
      .min(1, { error: "Enter at least one." })
      .max(MAX_TEXTS, { error: `At most ${MAX_TEXTS} at a time.` }),
  );

const nothing = z.strictObject({});
const texts = z.strictObject({ texts: textsSchema });

/** The input schema of each job kind. */
export const JOB_INPUTS = {
  assign_carrier: z.strictObject({ partyId: id }),
  replace_carrier: z.strictObject({ partyId: id }),
  remove_carrier: z.strictObject({ partyId: id.nullable() }),
  merge_party: z.strictObject({ from: id, into: id }),
  add_tags: texts,
  remove_tags: texts,
  add_references: texts,
  remove_references: texts,
  refresh: nothing,
  stop_tracking: nothing,
  resume_tracking: nothing,
  track_numbers: z.object({ name: z.string().nullable(), headings: z.array(z.string()) }),
} as const satisfies Record<JobKind, z.ZodType>;

/** The role of a dray carrier on a container. */
export const carrierSchema = z.object({ roleId: z.string(), partyId: z.string(), name: z.string() });
export type Carrier = z.infer<typeof carrierSchema>;

const partySchema = z.object({ id: z.string(), name: z.string() });
const listRow = z.object({ texts: z.array(z.string()), seen: z.array(z.string()) });

/**
 * A row of a list of numbers to track: the request, or the reason why none can be sent. Includes the row as it was in
 * the list.
 */
const trackRow = z.object({
  ask: z
    .object({
      number: z.string(),
      type: z.enum(REQUEST_TYPES),
      scac: z.string().nullable(),
      references: z.array(z.string()),
      tags: z.array(z.string()),
      customerPartyId: z.string().nullable(),
    })
    .nullable(),
  problem: z.string().nullable(),
  line: z.number(),
  cells: z.array(z.string()),
  /**
   * Ids of the requests for this number that the dashboard stored when the list was submitted, and the time of that.
   */
  seen: z.array(z.string()),
  since: z.string(),
  /** Whether to send a request even for a number that is already tracked. */
  even: z.boolean(),
});

/** A row of a merge: a role that another party takes over, or the merged party that is archived or restored. */
const mergeRow = z.union([
  z.object({
    on: z.object({ type: z.enum(["container", "shipment"]), id }),
    role: z.string(),
    parties: z.array(partySchema),
    roles: z.array(carrierSchema),
    /** Whether the party had the role before the merge. Then an undo does not remove it. */
    hadRole: z.boolean(),
  }),
  z.object({
    on: z.object({ type: z.literal("party"), id }),
    archives: z.boolean(),
    mergedInto: id,
  }),
]);

/**
 * The input of a row of each kind. `seen` is the state when the job was requested. Changes that users make before the
 * row is processed are reported, not overwritten.
 */
export const ROW_INPUTS = {
  assign_carrier: z.object({ parties: z.array(partySchema), seen: z.array(z.string()) }),
  /** The parties to assign, and the roles to remove after that. The row that undoes it has the same form. */
  replace_carrier: z.object({
    parties: z.array(partySchema),
    roles: z.array(carrierSchema),
    seen: z.array(z.string()),
  }),
  remove_carrier: z.object({ roles: z.array(carrierSchema) }),
  merge_party: mergeRow,
  add_tags: listRow,
  remove_tags: listRow,
  add_references: listRow,
  remove_references: listRow,
  refresh: z.object({}),
  stop_tracking: z.object({}),
  resume_tracking: z.object({}),
  track_numbers: trackRow,
} as const satisfies Record<JobKind, z.ZodType>;

export type RowInput<Kind extends JobKind> = z.infer<(typeof ROW_INPUTS)[Kind]>;

/** A job request: the kind and its input. */
export const jobInputSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("assign_carrier"), input: JOB_INPUTS.assign_carrier }),
  z.strictObject({ kind: z.literal("replace_carrier"), input: JOB_INPUTS.replace_carrier }),
  z.strictObject({ kind: z.literal("remove_carrier"), input: JOB_INPUTS.remove_carrier }),
  z.strictObject({ kind: z.literal("add_tags"), input: JOB_INPUTS.add_tags }),
  z.strictObject({ kind: z.literal("remove_tags"), input: JOB_INPUTS.remove_tags }),
  z.strictObject({ kind: z.literal("add_references"), input: JOB_INPUTS.add_references }),
  z.strictObject({ kind: z.literal("remove_references"), input: JOB_INPUTS.remove_references }),
  z.strictObject({ kind: z.literal("refresh"), input: JOB_INPUTS.refresh }),
  z.strictObject({ kind: z.literal("stop_tracking"), input: JOB_INPUTS.stop_tracking }),
  z.strictObject({ kind: z.literal("resume_tracking"), input: JOB_INPUTS.resume_tracking }),
]);
export type JobInput = z.infer<typeof jobInputSchema>;

/** The result of a row. `undo` is the input of the row that undoes it, null when there is nothing to undo. */
export const rowResultSchema = z.object({
  words: z.string(),
  undo: z.record(z.string(), z.unknown()).nullable(),
  /** The tracking request that was created. Its status continues to change. */
  requestId: z.string().optional(),
});
export type RowResult = z.infer<typeof rowResultSchema>;
