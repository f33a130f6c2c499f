import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { findWriterName, type Writer } from "@/lib/auth/access/actor";
import { recordAuditEntry } from "@/lib/auth/audit/audit-log";
import { command } from "@/lib/auth/commands/command";
import { followUpPlace, isHoldActive } from "@/lib/domain/readiness/hold-follow-up";
import { namedHoldOwner } from "@/lib/domain/readiness/holds";
import { markContainersChanged } from "@/lib/mirror/apply/rebuild-container-rows";
import { requireContainer } from "@/lib/mirror/require-container";
import type { Executor, Transaction } from "@/lib/platform/database/client";
import { queryRows } from "@/lib/platform/database/rows";
import { followUpEntries, followUps } from "@/lib/platform/database/schema/schema";
import { transact } from "@/lib/platform/database/transaction";
import { AppError } from "@/lib/platform/errors";
import { isPhoneNumber, NO_PHONE_NUMBER } from "@/lib/platform/text/phone-number";

const plain = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest, { error: `At most ${longest} characters.` })
    .refine((text) => !text.includes("\0"), { error: "Remove unsupported characters." });

/**
 * The hold of a container that is followed up, and the version of the follow-up that the user saw. Version 0 means
 * none.
 */
export const followUpSubjectSchema = z.object({
  containerId: z.string().min(1).max(200),
  holdName: plain(80).min(1),
  place: z.enum(["port", "inland"]),
  version: z.coerce.number().int().min(0),
});

const emailSchema = z.union([
  z.literal(""),
  z.email({ error: "Enter an email address such as name@example.com." }).max(200),
]);
const phoneSchema = plain(40).refine((text) => text === "" || isPhoneNumber(text), {
  error: NO_PHONE_NUMBER,
});

/**
 * A log entry. `owner` "" means the default of the rule. `nextCheckAt` is an instant, null for none. Without
 * `contactEmail` or `contactPhone` what is known stays.
 */
export const followUpEntrySchema = followUpSubjectSchema.extend({
  contacted: plain(200),
  promise: plain(1000),
  owner: plain(200),
  nextCheckAt: z.iso.datetime().nullable(),
  contactEmail: z.string().trim().pipe(emailSchema).optional(),
  contactPhone: phoneSchema.optional(),
});
export type FollowUpEntry = z.infer<typeof followUpEntrySchema>;
export type FollowUpSubject = z.infer<typeof followUpSubjectSchema>;

type FollowUp = typeof followUps.$inferSelect;

const openFollowUpOf = ({ containerId, place, holdName }: FollowUpSubject) =>
  and(
    eq(followUps.containerId, containerId),
    eq(followUps.place, place),
    sql`lower(${followUps.holdName}) = lower(${holdName})`,
    isNull(followUps.closedAt),
  );

async function lockOpen(tx: Transaction, subject: FollowUpSubject): Promise<FollowUp | null> {
  const [open] = await tx.select().from(followUps).where(openFollowUpOf(subject)).for("update");
  return open ?? null;
}

/** Returns the version of a hold's open follow-up. 0 means none. */
export async function findFollowUpVersion(executor: Executor, subject: FollowUpSubject): Promise<number> {
  const [open] = await executor
    .select({ version: followUps.version })
    .from(followUps)
    .where(openFollowUpOf(subject));
  return open?.version ?? 0;
}

const meanwhileRowSchema = z.object({
  contacted: z.string(),
  promise: z.string(),
  by: z.string().nullable(),
  at: z.string().nullable(),
});

/** Returns the error with the change that another user made to the follow-up meanwhile. */
async function meanwhile(tx: Transaction, open: FollowUp | null): Promise<AppError> {
  if (!open)
    return new AppError(
      "changed_meanwhile",
      "This follow-up was closed while you were editing. Your edits are kept. Save again to start a new one.",
      { stored: { by: null, at: null, what: "closed the follow-up", seen: { seen: null } } },
    );
  const rows = await queryRows(
    tx,
    meanwhileRowSchema,
    sql`
      select contacted, promise, written_by as by, to_iso(written_at) as at from follow_up_entries
      where follow_up_id = ${open.id} order by id desc limit 1`,
  );
  const [last] = rows;
  const who = await findWriterName(tx, last?.by ?? open.createdBy);
  const reported = [
    last?.contacted && `contacted ${last.contacted}`,
    last?.promise && `“${last.promise}”`,
  ].filter(Boolean);
  return new AppError(
    "changed_meanwhile",
    `${who} added to this follow-up${reported.length ? `: ${reported.join(", ")}` : ""}. Your edits are kept. Check the log, then save again or cancel.`,
    {
      stored: {
        by: who,
        at: last?.at ?? null,
        what: `logged ${reported.join(", ") || "a follow-up"}`,
        seen: {
          seen: { promise: last?.promise ?? null, nextCheckAt: open.nextCheckAt?.toISOString() ?? null },
        },
      },
    },
  );
}

async function openFollowUp(tx: Transaction, by: Writer, entry: FollowUpEntry): Promise<FollowUp> {
  const [created] = await tx
    .insert(followUps)
    .values({
      containerId: entry.containerId,
      holdName: entry.holdName,
      place: entry.place,
      owner: entry.owner || null,
      nextCheckAt: entry.nextCheckAt ? new Date(entry.nextCheckAt) : null,
      createdBy: by.userId,
      contactEmail: entry.contactEmail,
      contactPhone: entry.contactPhone,
    })
    .onConflictDoNothing()
    .returning();
  if (created) return created;
  throw await meanwhile(tx, await lockOpen(tx, entry));
}

/**
 * Writes a log entry for a hold's follow-up, and begins the follow-up when there is none. Sets who resolves the hold
 * and when to check again. Throws `changed_meanwhile` with a message when another user wrote meanwhile. Throws
 * `bad_input` when the hold does not or no longer applies to the container, and `not_found` for an unknown container.
 * Nothing is written then.
 */
export const logFollowUp = command(
  { right: "dispatch", input: followUpEntrySchema },
  async ({ db, actor }, entry): Promise<void> => {
    await transact(db, async (tx) => {
      const container = await requireContainer(tx, entry.containerId);
      if (!isHoldActive(container, entry))
        throw new AppError(
          "bad_input",
          `The ${entry.holdName} hold is no longer on this container. No follow-up needed.`,
        );
      const open = await lockOpen(tx, entry);
      if ((open?.version ?? 0) !== entry.version) throw await meanwhile(tx, open);
      const followUp = open ?? (await openFollowUp(tx, actor, entry));
      const nextCheckAt = entry.nextCheckAt ? new Date(entry.nextCheckAt) : null;
      if (open)
        await tx
          .update(followUps)
          .set({
            owner: entry.owner || null,
            nextCheckAt,
            version: open.version + 1,
            contactEmail: entry.contactEmail,
            contactPhone: entry.contactPhone,
          })
          .where(eq(followUps.id, open.id));
      await tx.insert(followUpEntries).values({
        followUpId: followUp.id,
        writtenBy: actor.userId,
        contacted: entry.contacted,
        promise: entry.promise,
        nextCheckAt,
      });
      await recordAuditEntry(tx, actor, {
        action: open ? "follow_up.continued" : "follow_up.began",
        record: { type: "container", id: entry.containerId },
        data: { hold: entry.holdName, contacted: entry.contacted, promise: entry.promise },
      });
      await markContainersChanged(tx, [entry.containerId], actor.userId);
    });
  },
);

/** A response to a hold as it is typed in the row of a board. */
export const responseSchema = z.object({
  containerId: z.string().min(1).max(200),
  holdName: plain(80).min(1),
  /** The response of the latest entry and the next check that the user saw. Null for a hold without a follow-up. */
  seen: z.object({ promise: z.string().nullable(), nextCheckAt: z.iso.datetime().nullable() }).nullable(),
  promise: plain(1000).min(1, "Enter the response."),
  /** Absent: the next check stays. */
  nextCheckAt: z.iso.datetime().optional(),
});

const seenRowSchema = z.object({
  version: z.number(),
  owner: z.string().nullable(),
  promise: z.string().nullable(),
  nextCheckAt: z.string().nullable(),
  by: z.string().nullable(),
});

const isSameInstant = (one: string | null, other: string | null): boolean =>
  one === null || other === null ? one === other : Date.parse(one) === Date.parse(other);

/** The open follow-up of a hold at the container's place, with the response of its latest entry. */
async function findOpenFollowUp(executor: Executor, subject: Omit<FollowUpSubject, "version">) {
  const [open] = await queryRows(
    executor,
    seenRowSchema,
    sql`
      select version, owner, to_iso(next_check_at) as "nextCheckAt",
        (select e.promise from follow_up_entries e where e.follow_up_id = follow_ups.id
          order by e.id desc limit 1) as promise,
        (select e.written_by from follow_up_entries e where e.follow_up_id = follow_ups.id
          order by e.id desc limit 1) as by
      from follow_ups where container_id = ${subject.containerId} and place = ${subject.place}
        and lower(hold_name) = lower(${subject.holdName}) and closed_at is null`,
  );
  return open ?? null;
}

/**
 * Logs the response of who resolves a hold, and begins a follow-up when there is none. Throws like `logFollowUp`, and
 * `changed_meanwhile` when the follow-up is not as the user saw it.
 */
export const logResponse = command(
  { right: "dispatch", input: responseSchema },
  async (ctx, { containerId, holdName, seen, promise, nextCheckAt }): Promise<void> => {
    const container = await requireContainer(ctx.db, containerId);
    const subject = { containerId, holdName, place: followUpPlace(container, holdName) };
    const open = await findOpenFollowUp(ctx.db, subject);
    const isAsSeen =
      open && seen
        ? (open.promise ?? "") === (seen.promise ?? "") && isSameInstant(open.nextCheckAt, seen.nextCheckAt)
        : open === null && seen === null;
    const version = open?.version ?? 0;
    // A response without a response of Drayboard is sent again.
    const isDone =
      !isAsSeen &&
      open?.promise === promise &&
      open.by === ctx.actor.userId &&
      (nextCheckAt === undefined || isSameInstant(open.nextCheckAt, nextCheckAt));
    if (isDone) return;
    await logFollowUp(ctx, {
      ...subject,
      // The follow-up has another version, so that the reason is given as for a form.
      version: isAsSeen ? version : version + 1,
      contacted: open?.owner ?? namedHoldOwner(holdName) ?? "",
      promise,
      owner: open?.owner ?? "",
      nextCheckAt: nextCheckAt ?? open?.nextCheckAt ?? null,
    });
  },
);

/** Closes a follow-up by hand. It is not reopened automatically. Throws like `logFollowUp`. */
export const dropFollowUp = command(
  { right: "dispatch", input: followUpSubjectSchema },
  async ({ db, actor }, subject): Promise<void> => {
    await transact(db, async (tx) => {
      const open = await lockOpen(tx, subject);
      if (!open || open.version !== subject.version) throw await meanwhile(tx, open);
      await tx
        .update(followUps)
        .set({
          closedAt: sql`clock_timestamp()`,
          closedBecause: "dropped",
          nextCheckAt: null,
          version: open.version + 1,
        })
        .where(eq(followUps.id, open.id));
      await tx.insert(followUpEntries).values({ followUpId: open.id, writtenBy: actor.userId });
      const record = { type: "container", id: subject.containerId };
      await recordAuditEntry(tx, actor, {
        action: "follow_up.closed",
        record,
        data: { hold: subject.holdName },
      });
      await markContainersChanged(tx, [subject.containerId], actor.userId);
    });
  },
);
