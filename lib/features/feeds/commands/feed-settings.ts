import { z } from "zod";
import type { BoardQuery } from "@/lib/features/board/rules/board-address";
import { readGivenBoard } from "@/lib/features/board/rules/saved-address";

export const MAX_LABEL = 80;

/** A calendar's and a screen's settings: the board they show as it stood in its view, and that view's name. */
const boardSettingsSchema = z.object({
  address: z.string().max(8_000),
  viewName: z.string().max(200).nullable().catch(null),
});
export type BoardFeedSettings = z.infer<typeof boardSettingsSchema>;

/** A calendar's or a screen's settings as they are kept; `query` is null where they cannot be read: it shows nothing. */
export function readBoardFeed(settings: unknown): BoardFeedSettings & { query: BoardQuery | null } {
  const read = boardSettingsSchema.safeParse(settings);
  if (!read.success) return { address: "", viewName: null, query: null };
  return { ...read.data, query: readGivenBoard(read.data.address).query };
}
