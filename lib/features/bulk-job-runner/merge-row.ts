import type { CommandContext } from "@/lib/auth/commands/command";
import { ROW_INPUTS, type RowResult } from "@/lib/features/bulk-jobs/commands/job-inputs";
import { archiveParty, restoreParty } from "@/lib/features/parties/commands/archive-party";
import { partyNames } from "@/lib/features/parties/commands/party-roles";
import { replaceParty } from "@/lib/features/parties/commands/replace-party";
import { replacedResult, unchanged } from "./row-results";

/**
 * Processes a row of a merge, or of its undo: moves one role from one party to another, or archives or restores the
 * merged party. Throws the service's own refusal.
 */
export async function mergeRow(
  ctx: CommandContext,
  { mayBeDone }: { mayBeDone: boolean },
  unread: unknown,
): Promise<RowResult> {
  const row = ROW_INPUTS.merge_party.parse(unread);
  if (!("role" in row)) {
    const { on, archives, mergedInto } = row;
    const changed = archives
      ? await archiveParty(ctx, { partyId: on.id, mergedInto })
      : await restoreParty(ctx, { partyId: on.id });
    if (!changed && !mayBeDone)
      return unchanged(archives ? "It was already archived." : "It was not archived.");
    return { words: archives ? "Archived." : "Restored.", undo: { ...row, archives: !archives } };
  }
  const { on, role, parties, roles, hadRole } = row;
  const replaced = await replaceParty(ctx, { on, role, parties, replaced: roles, seen: null, mayBeDone });
  const nothingToDo =
    roles.length > 0
      ? `${partyNames(roles)} was already removed.`
      : `${partyNames(parties)} was already assigned.`;
  const own = hadRole ? { ...replaced, assigned: [] } : replaced;
  const result = replacedResult(own, nothingToDo);
  return result.undo ? { ...result, undo: { ...result.undo, on, role, hadRole: false } } : result;
}
