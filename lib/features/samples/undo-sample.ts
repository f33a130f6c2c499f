import { sql } from "drizzle-orm";
import { z } from "zod";
import { recordAuditEntry } from "@/lib/auth/audit/audit-log";
import type { CommandContext } from "@/lib/auth/commands/command";
import { PICKUP_DRAY_CARRIER } from "@/lib/contract/enums";
import { removeParty } from "@/lib/features/parties/commands/party-roles";
import type { SampleKind } from "@/lib/features/samples/rules";
import { deleteView } from "@/lib/features/saved-views/commands";
import { markContainersChanged } from "@/lib/mirror/apply/rebuild-container-rows";
import type { Transaction } from "@/lib/platform/database/client";
import { queryRows } from "@/lib/platform/database/rows";
import { transact } from "@/lib/platform/database/transaction";
import { AppError } from "@/lib/platform/errors";
import { MADE } from "./make-sample";
import type { ClaimedSample } from "./sample-queue";

/** Whether a sample is gone. False: a user changed it since, and it stays. */
type Undo = (ctx: CommandContext, sample: ClaimedSample) => Promise<boolean>;

/** Removes the role. When a user has removed it, or assigned others in its place, only those stay. */
const undoCarrier: Undo = async (ctx, { subjectId, made }) => {
  const role = MADE.dray_carrier.parse(made);
  await removeParty(ctx, {
    on: { type: "container", id: subjectId },
    roles: [role],
    role: PICKUP_DRAY_CARRIER,
  });
  return true;
};

const recordRemoved = (tx: Transaction, { actor }: CommandContext, { kind, subjectId: id }: ClaimedSample) =>
  recordAuditEntry(tx, actor, {
    action: "sample.removed",
    record: { type: "container", id },
    data: { kind },
  });

const followUpSchema = z.object({ holdName: z.string(), place: z.string(), changed: z.boolean() });

const undoFollowUp: Undo = (ctx, sample) =>
  transact(ctx.db, async (tx) => {
    const { followUpId } = MADE.follow_up.parse(sample.made);
    const author = ctx.actor.userId;
    const [followUp] = await queryRows(
      tx,
      followUpSchema,
      sql`
        select hold_name as "holdName", place, exists (
          select from follow_up_entries e where e.follow_up_id = f.id and e.written_by is distinct from ${author}::uuid
        ) as changed
        from follow_ups f where id = ${followUpId}::uuid for update`,
    );
    if (!followUp) return true;
    if (followUp.changed) return false;
    await tx.execute(sql`delete from follow_ups where id = ${followUpId}::uuid`);
    // A follow-up is opened again by itself when its hold returns.
    await tx.execute(sql`
      delete from follow_ups f where container_id = ${sample.subjectId} and place = ${followUp.place}
        and lower(hold_name) = lower(${followUp.holdName}) and created_by is null
        and not exists (select from follow_up_entries e where e.follow_up_id = f.id)`);
    await recordRemoved(tx, ctx, sample);
    await markContainersChanged(tx, [sample.subjectId]);
    return true;
  });

const planSchema = z.object({ untouched: z.boolean() });

const undoMove: Undo = (ctx, sample) =>
  transact(ctx.db, async (tx) => {
    const { subjectId: id } = sample;
    const { version } = MADE.planned_move.parse(sample.made);
    const [plan] = await queryRows(
      tx,
      planSchema,
      sql`
        select version = ${version} and updated_by is not distinct from ${ctx.actor.userId}::uuid as untouched
        from planned_moves where container_id = ${id} for update`,
    );
    if (!plan) return true;
    if (!plan.untouched) return false;
    await tx.execute(sql`delete from planned_moves where container_id = ${id}`);
    await recordRemoved(tx, ctx, sample);
    await markContainersChanged(tx, [id]);
    return true;
  });

/** Only its owner, the author of samples, can change a view. */
const undoView: Undo = async (ctx, { made }) => {
  try {
    await deleteView(ctx, { id: MADE.view.parse(made).viewId });
  } catch (error) {
    if (!(error instanceof AppError && error.code === "not_found")) throw error;
  }
  return true;
};

const UNDO: Record<SampleKind, Undo> = {
  dray_carrier: undoCarrier,
  follow_up: undoFollowUp,
  planned_move: undoMove,
  view: undoView,
};

/** Removes what a sample made. Returns false, and changes nothing, when a user has changed it since. */
export const undoSample: Undo = (ctx, sample) => UNDO[sample.kind](ctx, sample);
