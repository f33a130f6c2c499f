import { z } from "zod";
import { type BoardQuery, readBoardQuery } from "@/lib/dispatch/board-query";

export const LONGEST_LABEL = 80;

/** A calendar's and a screen's settings: the board they show as it stood in its view, and that view's name. */
const boardSettingsSchema = z.object({
  address: z.string().max(8_000).catch(""),
  viewName: z.string().max(200).nullable().catch(null),
});
export type BoardFeedSettings = z.infer<typeof boardSettingsSchema>;

/** A feed's settings as they are kept; what cannot be read is all boxes. */
export function readBoardFeed(settings: unknown): BoardFeedSettings & { query: BoardQuery } {
  const read = boardSettingsSchema.safeParse(settings);
  const kept = read.success ? read.data : { address: "", viewName: null };
  return { ...kept, query: readBoardQuery(new URLSearchParams(kept.address)).query };
}
