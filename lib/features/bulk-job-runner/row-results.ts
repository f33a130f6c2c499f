import type { Visibility } from "@/lib/domain/visibility";
import type { RowResult } from "@/lib/features/bulk-jobs/commands/job-inputs";
import { partyNames } from "@/lib/features/parties/commands/party-roles";
import type { Replaced } from "@/lib/features/parties/commands/replace-party";

/** What is added to a row's message when its change is not shown yet. */
export const LATER: Record<Visibility, string> = {
  now: "",
  soon: " It will appear here shortly.",
  not_yet: " Saved, but not shown here yet.",
};

/** The result of a row that had nothing to do, or that nothing can undo. */
export const unchanged = (words: string): RowResult => ({ words, undo: null });

/**
 * The result of a row that replaced parties, with what its undo assigns and removes. `nothingToDo` is its message when
 * there was nothing to do.
 */
export function replacedResult({ assigned, removed, visibility }: Replaced, nothingToDo: string): RowResult {
  if (assigned.length === 0 && removed.length === 0) return unchanged(`${nothingToDo} No changes made.`);
  const parts = [
    assigned.length > 0 ? `${partyNames(assigned)} assigned.` : "",
    removed.length > 0 ? `${partyNames(removed)} removed.` : "",
  ];
  return {
    words: `${parts.filter(Boolean).join(" ")}${LATER[visibility]}`,
    undo: {
      parties: removed.map(({ partyId, name }) => ({ id: partyId, name })),
      roles: assigned,
    },
  };
}
