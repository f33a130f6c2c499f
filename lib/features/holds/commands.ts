import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { findWriterName, type Writer } from "@/lib/auth/access/actor";
import { recordAct } from "@/lib/auth/audit/audit-log";
import { holdStands } from "@/lib/domain/readiness/hold-follow-up";
import { touchBoxes } from "@/lib/mirror/apply/rebuild-container-rows";
import { requireBox } from "@/lib/mirror/require-container";
import type { Database, Executor, Transaction } from "@/lib/platform/database/client";
import { chaseEntries, chases } from "@/lib/platform/database/schema/schema";
import { transact } from "@/lib/platform/database/transaction";
import { AppError } from "@/lib/platform/errors";

const plain = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest, { error: `At most ${longest} characters.` })
    .refine((text) => !text.includes("\0"), { error: "Expected text." });

/** Which hold of a box is chased, and which version of the chase was looked at: 0 for none. */
export const chaseSubjectSchema = z.object({
  containerId: z.string().min(1).max(200),
  holdName: plain(80).min(1),
  place: z.enum(["port", "inland"]),
  version: z.coerce.number().int().min(0),
});

/** What is written into the log. `owner` "" is the rule's, `nextCheckAt` an instant, null for none. */
export const chaseEntrySchema = chaseSubjectSchema.extend({
  asked: plain(200),
  promise: plain(1000),
  owner: plain(200),
  nextCheckAt: z.iso.datetime().nullable(),
});
export type ChaseEntry = z.infer<typeof chaseEntrySchema>;
export type ChaseSubject = z.infer<typeof chaseSubjectSchema>;

type Chase = typeof chases.$inferSelect;

const openChaseOf = ({ containerId, place, holdName }: ChaseSubject) =>
  and(
    eq(chases.containerId, containerId),
    eq(chases.place, place),
    sql`lower(${chases.holdName}) = lower(${holdName})`,
    isNull(chases.closedAt),
  );

async function lockOpen(tx: Transaction, subject: ChaseSubject): Promise<Chase | null> {
  const [open] = await tx.select().from(chases).where(openChaseOf(subject)).for("update");
  return open ?? null;
}

/** The version of a hold's open chase; 0 for none. */
export async function findChaseVersion(executor: Executor, subject: ChaseSubject): Promise<number> {
  const [open] = await executor.select({ version: chases.version }).from(chases).where(openChaseOf(subject));
  return open?.version ?? 0;
}

/** What somebody else did to the chase, for who comes later. */
async function meanwhile(tx: Transaction, open: Chase | null): Promise<AppError> {
  if (!open)
    return new AppError(
      "changed_meanwhile",
      "Meanwhile this chase was closed. What you typed still stands here: sending it again begins a new one.",
    );
  const { rows } = await tx.execute<{ asked: string; promise: string; by: string | null }>(sql`
    select asked, promise, written_by as by from chase_entries
    where chase_id = ${open.id} order by id desc limit 1`);
  const [last] = rows;
  const who = await findWriterName(tx, last?.by ?? open.createdBy);
  const said = [last?.asked && `asked ${last.asked}`, last?.promise && `“${last.promise}”`].filter(Boolean);
  return new AppError(
    "changed_meanwhile",
    `Meanwhile ${who} wrote in this chase${said.length ? `: ${said.join(", ")}` : ""}. What you typed still stands here: look at the log, then send it again or leave it.`,
  );
}

async function openChase(tx: Transaction, by: Writer, entry: ChaseEntry): Promise<Chase> {
  const [made] = await tx
    .insert(chases)
    .values({
      containerId: entry.containerId,
      holdName: entry.holdName,
      place: entry.place,
      owner: entry.owner || null,
      nextCheckAt: entry.nextCheckAt ? new Date(entry.nextCheckAt) : null,
      createdBy: by.userId,
    })
    .onConflictDoNothing()
    .returning();
  if (made) return made;
  throw await meanwhile(tx, await lockOpen(tx, entry));
}

/**
 * Writes into the log of a hold's chase, begins the chase where there is none, and sets who resolves the hold and when
 * to ask again. Throws `changed_meanwhile` in words when somebody else wrote since, `bad_input` for a hold that does
 * not hold the box (any more), `not_found` for an unknown box. Nothing is written then.
 */
export async function logChase(db: Database, by: Writer, asked: ChaseEntry): Promise<void> {
  const entry = chaseEntrySchema.parse(asked);
  await transact(db, async (tx) => {
    const box = await requireBox(tx, entry.containerId);
    if (!holdStands(box, entry))
      throw new AppError("bad_input", `Nothing to chase: the box has no ${entry.holdName} hold any more.`);
    const open = await lockOpen(tx, entry);
    if ((open?.version ?? 0) !== entry.version) throw await meanwhile(tx, open);
    const chase = open ?? (await openChase(tx, by, entry));
    const nextCheckAt = entry.nextCheckAt ? new Date(entry.nextCheckAt) : null;
    if (open)
      await tx
        .update(chases)
        .set({ owner: entry.owner || null, nextCheckAt, version: open.version + 1 })
        .where(eq(chases.id, open.id));
    await tx.insert(chaseEntries).values({
      chaseId: chase.id,
      writtenBy: by.userId,
      asked: entry.asked,
      promise: entry.promise,
      nextCheckAt,
    });
    const detail = [
      entry.holdName,
      entry.asked && `asked ${entry.asked}`,
      entry.promise && `“${entry.promise}”`,
    ];
    await recordAct(tx, by, {
      action: open ? "wrote in a chase" : "began a chase",
      record: { type: "container", id: entry.containerId },
      detail: detail.filter(Boolean).join(", "),
    });
    await touchBoxes(tx, [entry.containerId]);
  });
}

/** Ends a chase by hand: it is not taken up again by itself. Throws as `logChase` does. */
export async function dropChase(db: Database, by: Writer, asked: ChaseSubject): Promise<void> {
  const subject = chaseSubjectSchema.parse(asked);
  await transact(db, async (tx) => {
    const open = await lockOpen(tx, subject);
    if (!open || open.version !== subject.version) throw await meanwhile(tx, open);
    await tx
      .update(chases)
      .set({
        closedAt: sql`clock_timestamp()`,
        closedBecause: "dropped",
        nextCheckAt: null,
        version: open.version + 1,
      })
      .where(eq(chases.id, open.id));
    await tx.insert(chaseEntries).values({ chaseId: open.id, writtenBy: by.userId });
    const record = { type: "container", id: subject.containerId };
    await recordAct(tx, by, { action: "ended a chase", record, detail: subject.holdName });
    await touchBoxes(tx, [subject.containerId]);
  });
}
