import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { findWriterName } from "@/lib/auth/access/actor";
import { recordAuditEntry } from "@/lib/auth/audit/audit-log";
import { command } from "@/lib/auth/commands/command";
import { zoneKnown } from "@/lib/domain/time/zoned-time";
import { markContainersChanged } from "@/lib/mirror/apply/rebuild-container-rows";
import { requireContainer } from "@/lib/mirror/require-container";
import type { Executor, Transaction } from "@/lib/platform/database/client";
import { plannedMoves } from "@/lib/platform/database/schema/schema";
import { transact } from "@/lib/platform/database/transaction";
import { AppError } from "@/lib/platform/errors";

const text = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest, { error: `At most ${longest} characters.` })
    .refine((value) => !value.includes("\0"), { error: "Remove unsupported characters." });

/** An instant with the zone of its place. `zone` is null when unknown. */
const placeMoment = z
  .object({ at: z.iso.datetime(), zone: z.string().refine(zoneKnown).nullable() })
  .nullable();

/** The whole plan of a container as the user edited it, and the version that the user saw. Version 0 means none. */
export const plannedMoveSchema = z.object({
  containerId: z.string().min(1).max(200),
  version: z.coerce.number().int().min(0),
  pickup: placeMoment,
  delivery: placeMoment,
  deliveryPlace: text(200),
  emptyReturn: placeMoment,
  emptyReturnPlace: text(200),
  driver: text(200),
  note: text(2000),
});

/** Returns the version of a container's plan. 0 means none. */
export async function findPlanVersion(executor: Executor, containerId: string): Promise<number> {
  const [plan] = await executor
    .select({ version: plannedMoves.version })
    .from(plannedMoves)
    .where(eq(plannedMoves.containerId, containerId));
  return plan?.version ?? 0;
}

const NAMES = {
  pickup: "pickup",
  delivery: "delivery",
  emptyReturn: "empty return",
  driver: "driver",
  note: "note",
} as const;

async function meanwhile(tx: Transaction, containerId: string): Promise<AppError> {
  const [now] = await tx.select().from(plannedMoves).where(eq(plannedMoves.containerId, containerId));
  const who = await findWriterName(tx, now?.updatedBy ?? null);
  const set = [
    now?.pickupAt && NAMES.pickup,
    now?.deliveryAt && NAMES.delivery,
    now?.emptyReturnAt && NAMES.emptyReturn,
    now?.driver && NAMES.driver,
    now?.note && NAMES.note,
  ].filter(Boolean);
  return new AppError(
    "changed_meanwhile",
    `${who} saved this plan${set.length ? ` (${set.join(", ")})` : ""}. Your edits are kept. Save again to overwrite.`,
  );
}

/**
 * Saves the team's plan for a container. Throws `changed_meanwhile` with a message when another user saved it
 * meanwhile, `not_found` for an unknown container. Nothing is written then.
 */
export const savePlannedMove = command(
  { right: "dispatch", input: plannedMoveSchema },
  async ({ db, actor }, plan): Promise<void> => {
    await transact(db, async (tx) => {
      await requireContainer(tx, plan.containerId);
      const values = {
        pickupAt: plan.pickup && new Date(plan.pickup.at),
        pickupZone: plan.pickup?.zone ?? null,
        deliveryAt: plan.delivery && new Date(plan.delivery.at),
        deliveryZone: plan.delivery?.zone ?? null,
        deliveryPlace: plan.deliveryPlace || null,
        emptyReturnAt: plan.emptyReturn && new Date(plan.emptyReturn.at),
        emptyReturnZone: plan.emptyReturn?.zone ?? null,
        emptyReturnPlace: plan.emptyReturnPlace || null,
        driver: plan.driver || null,
        note: plan.note,
        updatedBy: actor.userId,
        updatedAt: sql`clock_timestamp()`,
      };
      const saved =
        plan.version === 0
          ? await tx
              .insert(plannedMoves)
              .values({ ...values, containerId: plan.containerId })
              .onConflictDoNothing()
              .returning({ id: plannedMoves.containerId })
          : await tx
              .update(plannedMoves)
              .set({ ...values, version: plan.version + 1 })
              .where(
                and(eq(plannedMoves.containerId, plan.containerId), eq(plannedMoves.version, plan.version)),
              )
              .returning({ id: plannedMoves.containerId });
      if (!saved.length) throw await meanwhile(tx, plan.containerId);
      await recordAuditEntry(tx, actor, {
        action: "container.plan_saved",
        record: { type: "container", id: plan.containerId },
        data: {
          pickup: plan.pickup?.at ?? null,
          delivery: plan.delivery?.at ?? null,
          emptyReturn: plan.emptyReturn?.at ?? null,
          driver: plan.driver !== "",
          note: plan.note !== "",
        },
      });
      await markContainersChanged(tx, [plan.containerId]);
    });
  },
);
