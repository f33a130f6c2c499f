import { z } from "zod";
import type { BoardQuery } from "@/lib/features/board/rules/board-address";
import { readGivenBoard } from "@/lib/features/board/rules/saved-address";

export const MAX_LABEL = 80;

/** The settings of a calendar or wallboard: the board address copied from a saved view, and the name of that view. */
const boardSettingsSchema = z.object({
  address: z.string().max(8_000),
  viewName: z.string().max(200).nullable().catch(null),
});
export type BoardFeedSettings = z.infer<typeof boardSettingsSchema>;

/**
 * Reads the stored settings of a calendar or wallboard. `query` is null when they cannot be parsed. The feed then shows
 * nothing.
 */
export function readBoardFeed(settings: unknown): BoardFeedSettings & { query: BoardQuery | null } {
  const read = boardSettingsSchema.safeParse(settings);
  if (!read.success) return { address: "", viewName: null, query: null };
  return { ...read.data, query: readGivenBoard(read.data.address).query };
}
