import { z } from "zod";
import { type CommandContext, command } from "@/lib/auth/commands/command";
import { oneAtATime } from "@/lib/auth/commands/one-at-a-time";
import type { Visibility } from "@/lib/domain/visibility";
import { AppError } from "@/lib/platform/errors";
import {
  assignUnderClaim,
  type HeldRole,
  listHeld,
  partyIdSchema,
  partyNames,
  removedRoleSchema,
  removeParty,
  requireUntouched,
  roleableSchema,
  roleKey,
} from "./party-roles";
import { partyText } from "./rename-party";

const replaceSchema = z.object({
  on: roleableSchema,
  role: z.string(),
  /** The parties to assign. Empty when an undo only removes. */
  parties: z.array(z.object({ id: partyIdSchema, name: z.string().default("") })),
  /** The roles to remove. A role of one of `parties` stays. */
  replaced: z.array(removedRoleSchema),
  /**
   * The parties that had the role when the user last saw the record; a change by another user is reported. Null: not
   * compared. Then nothing is done when another user has removed the replaced roles.
   */
  seen: z.array(z.string()).nullable(),
  /** Whether an earlier attempt may have succeeded. */
  mayBeDone: z.boolean().default(false),
});
type Replacement = z.output<typeof replaceSchema>;

export type Replaced = {
  assigned: HeldRole[];
  removed: HeldRole[];
  /** The parties that have the role afterwards. */
  after: string[];
  visibility: Visibility;
};

/**
 * The parties to compare with. After an earlier attempt, parties that it may have removed are left out, and a new party
 * that it may have assigned counts as its own unless the user saw it before.
 */
function seenParties(
  { parties, replaced, seen, mayBeDone }: Replacement,
  before: readonly HeldRole[],
): string[] {
  const isHeld = (partyId: string) => before.some((held) => held.partyId === partyId);
  if (seen === null) {
    const all = before.map(({ partyId }) => partyId);
    return mayBeDone ? all.filter((partyId) => !parties.some(({ id }) => id === partyId)) : all;
  }
  if (!mayBeDone) return seen;
  return seen.filter((partyId) => isHeld(partyId) || !replaced.some((role) => role.partyId === partyId));
}

/** Whether another user removed all roles that are to be replaced. */
function isGone({ parties, replaced, mayBeDone }: Replacement, before: readonly HeldRole[]): boolean {
  if (replaced.length === 0 || before.some(({ roleId }) => replaced.some((role) => role.roleId === roleId)))
    return false;
  return !(mayBeDone && before.some(({ partyId }) => parties.some(({ id }) => id === partyId)));
}

/** The error after the new party was assigned and a former one was not removed. Retries depend on its code. */
async function halfDone(
  { db }: CommandContext,
  { on, role, parties }: Replacement,
  former: readonly { roleId: string }[],
  error: AppError,
): Promise<AppError> {
  const held = await listHeld(db, on, role);
  const assigned = (await Promise.all(parties.map(({ id }) => partyText(db, id)))).join(", ");
  const kept = partyNames(held.filter(({ roleId }) => former.some((each) => each.roleId === roleId)));
  const reason = error.details.map(({ message }) => message).join(" ") || error.message;
  return new AppError(
    error.code,
    `${assigned} is assigned. ${kept || "The former party"} could not be removed: ${reason}`,
    {
      cause: error,
      mayBeDone: error.mayBeDone,
      mayComeYet: error.mayComeYet,
      retryAfterSeconds: error.retryAfterSeconds ?? undefined,
      serviceStatus: error.serviceStatus ?? undefined,
    },
  );
}

/**
 * Replaces the parties that have a role on a record. The new party is assigned before the former is removed, so that the
 * record always has one. Throws `changed_meanwhile` like `assignParty`, and the error of the service; when only the
 * removal failed, the message says so.
 */
export const replaceParty = command(
  { right: "dispatch", input: replaceSchema },
  async (ctx, wanted): Promise<Replaced> =>
    oneAtATime(ctx, roleKey(wanted.on, wanted.role), () => replaceUnderClaim(ctx, wanted)),
);

async function replaceUnderClaim(ctx: CommandContext, wanted: Replacement): Promise<Replaced> {
  const { on, role, parties, replaced, seen, mayBeDone } = wanted;
  const before = await listHeld(ctx.db, on, role);
  const partyIds = before.map(({ partyId }) => partyId);
  if (seen === null && isGone(wanted, before))
    return { assigned: [], removed: [], after: partyIds, visibility: "now" };
  // Another user has replaced what was to be removed.
  if (seen !== null && parties.length === 0 && before.length > 0 && isGone(wanted, before))
    await requireUntouched(ctx.db, on, { now: before, seen, own: new Set() });
  const made =
    parties.length === 0
      ? { assigned: [], visibility: "now" as const }
      : await assignUnderClaim(ctx, { on, role, parties, seen: seenParties(wanted, before), mayBeDone });
  const former = replaced.filter(({ partyId }) => !parties.some(({ id }) => id === partyId));
  try {
    const { removed, visibility } = await removeParty(ctx, { on, roles: former, role, mayBeDone });
    const left = partyIds.filter((partyId) => !removed.some((each) => each.partyId === partyId));
    return {
      assigned: made.assigned,
      removed,
      after: [...new Set([...left, ...made.assigned.map(({ partyId }) => partyId)])],
      visibility: made.visibility === "now" ? visibility : made.visibility,
    };
  } catch (error) {
    if (parties.length === 0 || !(error instanceof AppError)) throw error;
    throw await halfDone(ctx, wanted, former, error);
  }
}
