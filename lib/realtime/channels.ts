import { z } from "zod";

/** PostgreSQL channels. A NOTIFY reaches listeners with the commit, or not at all. */
export const TAGS_CHANNEL = "drayboard_tags";
export const CHANGES_CHANNEL = "drayboard_changes";
/** How far the feed has come, said now and then so that it moves on while nothing changes. */
export const POSITION_CHANNEL = "drayboard_position";
export const INBOX_CHANNEL = "drayboard_inbox";

/** Which records a commit changed. Browsers refetch those they show. */
export const changeEventSchema = z.object({
  containers: z.array(z.string()).default([]),
  shipments: z.array(z.string()).default([]),
  requests: z.array(z.string()).default([]),
  parties: z.boolean().default(false),
  /** Jobs of the dashboard that came further; absent in what tells of none. */
  jobs: z.array(z.string()).optional(),
});
export type ChangeEvent = z.infer<typeof changeEventSchema>;

/** A change as the feed's table keeps it and its NOTIFY carries it. See lib/realtime/change-log.ts. */
export const notedChangeSchema = z.object({
  id: z.number(),
  xid: z.number(),
  oldestOpen: z.number(),
  change: changeEventSchema,
});
export type NotedChange = z.infer<typeof notedChangeSchema>;
/** With how long ago by the database's clock it was noted. */
export const storedChangeSchema = notedChangeSchema.extend({ ageMs: z.number() });

/** A NOTIFY payload must stay below 8,000 bytes: a list of up to this many leaves room for what stands around it. */
export const LONGEST_LIST = 7_600;
