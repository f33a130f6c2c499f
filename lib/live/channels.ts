import { z } from "zod";

/** PostgreSQL channels. A NOTIFY reaches listeners with the commit, or not at all. */
export const TAGS_CHANNEL = "drayboard_tags";
export const CHANGES_CHANNEL = "drayboard_changes";
export const INBOX_CHANNEL = "drayboard_inbox";

/** Which records a commit changed. Browsers refetch those they show. */
export const changeEventSchema = z.object({
  containers: z.array(z.string()).default([]),
  shipments: z.array(z.string()).default([]),
  requests: z.array(z.string()).default([]),
  parties: z.boolean().default(false),
});
export type ChangeEvent = z.infer<typeof changeEventSchema>;

/** A NOTIFY payload must stay below 8,000 bytes: a list of up to this many leaves room for what stands around it. */
export const LONGEST_LIST = 7_800;
