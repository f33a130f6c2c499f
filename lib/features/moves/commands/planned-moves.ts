import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { findWriterName } from "@/lib/auth/access/actor";
import { recordAuditEntry } from "@/lib/auth/audit/audit-log";
import { type CommandActor, command } from "@/lib/auth/commands/command";
import { boardRow } from "@/lib/domain/board-row/board-row";
import { pickupPlace } from "@/lib/domain/container/pickup";
import { zoneKnown } from "@/lib/domain/time/zoned-time";
import {
  type MoveConflict,
  moveConflicts,
  NOTHING_PLANNED,
  type PlannedMove,
} from "@/lib/features/moves/rules/planned-move";
import { markContainersChanged } from "@/lib/mirror/apply/rebuild-container-rows";
import { requireContainer } from "@/lib/mirror/require-container";
import type { Executor, Transaction } from "@/lib/platform/database/client";
import { plannedMoves } from "@/lib/platform/database/schema/schema";
import { transact } from "@/lib/platform/database/transaction";
import { AppError } from "@/lib/platform/errors";
import { DEFAULT_LOCALE, LOCALES } from "@/lib/platform/text/locale";
import type { StoredMeanwhile } from "@/lib/platform/text/stored-meanwhile";
import { extendOrderLinks } from "./order-links";

const text = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest, { error: `At most ${longest} characters.` })
    .refine((value) => !value.includes("\0"), { error: "Remove unsupported characters." });

const YEARS = /^(?:19|2\d)\d{2}-/;

/** An instant with the zone of its place. `zone` is null when unknown. */
const placeMoment = z
  .object({
    at: z.iso.datetime().regex(YEARS, { error: "Enter a year from 1900 to 2999." }),
    zone: z.string().refine(zoneKnown).nullable(),
  })
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

/** The error with what another user saved. `change`: of one part. */
async function meanwhile(
  tx: Transaction,
  containerId: string,
  change: ContainerChange | null = null,
): Promise<AppError> {
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
    change && now
      ? {
          stored: {
            by: who,
            at: now.updatedAt.toISOString(),
            ...whatIsPlanned(change.part, partOf(now, change.part)),
            seen: { was: partOf(now, change.part) },
          },
        }
      : {},
  );
}

/** "planned" with its time, "set the driver to Jo", "removed the note". */
function whatIsPlanned(
  part: PlanChange["part"],
  now: string | PlannedTime,
): Pick<StoredMeanwhile, "what" | "moment"> {
  if (now === null || now === "") {
    const name = part === "driver" || part === "note" ? NAMES[part] : `planned ${NAMES[part]}`;
    return { what: `removed the ${name}` };
  }
  if (typeof now === "object") return { what: "planned", moment: now };
  return { what: part === "driver" ? `set the driver to ${now}` : `wrote “${now}”` };
}

type StoredPlan = Partial<Omit<typeof plannedMoves.$inferSelect, "updatedAt">>;

/** Records the plan as it was saved, and lets everything that depends on it follow. */
async function afterSave(
  tx: Transaction,
  actor: CommandActor,
  { containerId = "", pickupAt, deliveryAt, emptyReturnAt, driver, note }: StoredPlan,
): Promise<void> {
  await recordAuditEntry(tx, actor, {
    action: "container.plan_saved",
    record: { type: "container", id: containerId },
    data: {
      pickup: pickupAt?.toISOString() ?? null,
      delivery: deliveryAt?.toISOString() ?? null,
      emptyReturn: emptyReturnAt?.toISOString() ?? null,
      driver: Boolean(driver),
      note: Boolean(note),
    },
  });
  if (pickupAt) await extendOrderLinks(tx, containerId, pickupAt);
  await markContainersChanged(tx, [containerId], actor.userId);
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
      await afterSave(tx, actor, { containerId: plan.containerId, ...values });
    });
  },
);

const changeOf = <Value extends z.ZodType>(value: Value) => ({ was: value, value });
const DRIVER = changeOf(text(200));
const NOTE = changeOf(text(2000));
const TIME = changeOf(placeMoment);

/** A change of one part of a plan, with the value that the user saw. Null or "" for none. */
export const planChangeSchema = z.discriminatedUnion("part", [
  z.object({ part: z.enum(["pickup", "delivery", "emptyReturn"]), ...TIME }),
  z.object({ part: z.literal("driver"), ...DRIVER }),
  z.object({ part: z.literal("note"), ...NOTE }),
]);
/** With the locale of the conflicts. */
const containerChangeSchema = z.intersection(
  z.object({ containerId: z.string().min(1).max(200), locale: z.enum(LOCALES).default(DEFAULT_LOCALE) }),
  planChangeSchema,
);

type PlanChange = z.output<typeof planChangeSchema>;
type ContainerChange = z.output<typeof containerChangeSchema>;
type PlannedTime = z.output<typeof placeMoment>;

const timeOf = (at: Date | null | undefined, zone: string | null | undefined): PlannedTime =>
  at ? { at: at.toISOString(), zone: zone ?? null } : null;

/** The value of a part as `was` has it. */
const partOf = (plan: StoredPlan, part: PlanChange["part"]): string | PlannedTime =>
  part === "driver" || part === "note"
    ? (plan[part]?.trim() ?? "")
    : timeOf(plan[`${part}At`], plan[`${part}Zone`]);

const isSamePart = (one: string | PlannedTime, other: string | PlannedTime): boolean =>
  one !== null && other !== null && typeof one === "object" && typeof other === "object"
    ? Date.parse(one.at) === Date.parse(other.at)
    : one === other;

function columnsOf(change: PlanChange): StoredPlan {
  if (change.part === "driver") return { driver: change.value || null };
  if (change.part === "note") return { note: change.value };
  const at = change.value && new Date(change.value.at);
  return { [`${change.part}At`]: at, [`${change.part}Zone`]: change.value?.zone ?? null };
}

/** A stored plan as the rules read it. */
const planOf = (plan: StoredPlan): PlannedMove => ({
  ...NOTHING_PLANNED,
  pickup: timeOf(plan.pickupAt, plan.pickupZone),
  delivery: timeOf(plan.deliveryAt, plan.deliveryZone),
  emptyReturn: timeOf(plan.emptyReturnAt, plan.emptyReturnZone),
});

async function writePart(
  tx: Transaction,
  actor: CommandActor,
  stored: typeof plannedMoves.$inferSelect,
  change: ContainerChange,
): Promise<StoredPlan> {
  const { containerId } = change;
  const [plan = stored] = await tx
    .update(plannedMoves)
    .set({
      ...columnsOf(change),
      version: stored.version + 1,
      updatedBy: actor.userId,
      updatedAt: sql`clock_timestamp()`,
    })
    .where(eq(plannedMoves.containerId, containerId))
    .returning();
  await afterSave(tx, actor, plan);
  return plan;
}

/**
 * Changes one part of a container's plan and keeps the others. Returns the conflicts of the changed part. Throws
 * `changed_meanwhile` with a message when the part is not as the user saw it, `bad_input` for a time that has passed,
 * `not_found` for an unknown container. Nothing is written then.
 */
export const changePlan = command(
  { right: "dispatch", input: containerChangeSchema },
  async ({ db, actor, now }, change): Promise<MoveConflict[]> =>
    transact(db, async (tx) => {
      const { containerId, part, was, value } = change;
      const container = await requireContainer(tx, containerId);
      const isTime = typeof value === "object" && value !== null;
      if (isTime && Date.parse(value.at) < now.getTime() && !isSamePart(value, was))
        throw new AppError("bad_input", "This time has passed. Enter a later one.");
      await tx.insert(plannedMoves).values({ containerId, version: 0 }).onConflictDoNothing();
      const [stored] = await tx
        .select()
        .from(plannedMoves)
        .where(eq(plannedMoves.containerId, containerId))
        .for("update");
      // A change without a response is sent again.
      const isDone = stored !== undefined && isSamePart(partOf(stored, part), value);
      if (!stored || !(isDone || isSamePart(partOf(stored, part), was)))
        throw await meanwhile(tx, containerId, change);
      const plan = isDone ? stored : await writePart(tx, actor, stored, change);
      const { facility } = pickupPlace(container);
      const gates = container.team.gates.find(({ facilityId }) => facilityId === facility?.id) ?? null;
      const conflicts = moveConflicts(change.locale, boardRow(container), planOf(plan), gates, now);
      return conflicts.filter(({ about }) => about === part);
    }),
);
