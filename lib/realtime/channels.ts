import { z } from "zod";

/** PostgreSQL channels. A NOTIFY is delivered at the commit, or not at all. */
export const TAGS_CHANNEL = "drayboard_tags";
export const CHANGES_CHANNEL = "drayboard_changes";
/** The current position of the feed, sent regularly so that it advances without changes. */
export const POSITION_CHANNEL = "drayboard_position";
export const INBOX_CHANNEL = "drayboard_inbox";

/** The records that a commit changed. Browsers refetch those they show. */
export const changeEventSchema = z.object({
  containers: z.array(z.string()).default([]),
  shipments: z.array(z.string()).default([]),
  requests: z.array(z.string()).default([]),
  parties: z.boolean().default(false),
  /** Jobs with progress. Absent in a change without jobs. */
  jobs: z.array(z.string()).optional(),
});
export type ChangeEvent = z.infer<typeof changeEventSchema>;

/** A change as stored in the feed's table and sent by NOTIFY. See lib/realtime/change-log.ts. */
export const notedChangeSchema = z.object({
  id: z.number(),
  xid: z.number(),
  oldestOpen: z.number(),
  change: changeEventSchema,
});
export type NotedChange = z.infer<typeof notedChangeSchema>;
/** With its age by the database's clock. */
export const storedChangeSchema = notedChangeSchema.extend({ ageMs: z.number() });

/** A NOTIFY payload must stay below 8,000 bytes. A list up to this length leaves room for the rest of the payload. */
export const MAX_LIST = 7_600;
