import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Writer } from "@/lib/auth/access/actor";
import { recordAuditEntry } from "@/lib/auth/audit/audit-log";
import { command } from "@/lib/auth/commands/command";
import { JOB_SUBJECTS, type JobAbout, type JobKind, jobTitle } from "@/lib/features/bulk-jobs/messages";
import {
  listSelected,
  type SelectedContainer,
  selectionSchema,
} from "@/lib/features/bulk-jobs/queries/selection";
import { insertInto } from "@/lib/platform/database/bulk-insert";
import type { Transaction } from "@/lib/platform/database/client";
import { queryColumn } from "@/lib/platform/database/rows";
import { jobRows, jobs } from "@/lib/platform/database/schema/schema";
import { transact } from "@/lib/platform/database/transaction";
import { AppError } from "@/lib/platform/errors";
import { announceChange } from "@/lib/realtime/publish";
import { type JobInput, jobInputSchema } from "./job-inputs";

/** A row to process. A row with a `problem`, or with `settled`, requires no work and only reports that. */
export type NewRow = {
  subjectId: string;
  label: string;
  input: unknown;
  problem?: string;
  settled?: string;
  /** Whether an earlier job began the row. It may have completed without being recorded. */
  begun?: boolean;
};
export type NewJob = {
  kind: JobKind;
  title: string;
  input: unknown;
  rows: readonly NewRow[];
  undoes?: string;
  retries?: string;
};

export const NO_SHIPMENT = "This container has no shipment yet: nothing was done.";

function firstState({
  problem,
  settled,
}: Pick<NewRow, "problem" | "settled">): "failed" | "done" | "waiting" {
  if (problem !== undefined) return "failed";
  return settled === undefined ? "waiting" : "done";
}

/** Stores a job and its rows, and notifies open dashboards. Returns the job's id. */
export async function insertJob(tx: Transaction, by: Writer, job: NewJob): Promise<string> {
  const ended = job.rows.every((row) => firstState(row) !== "waiting");
  const [created] = await tx
    .insert(jobs)
    .values({
      kind: job.kind,
      title: job.title,
      input: job.input,
      total: job.rows.length,
      createdBy: by.userId,
      undoes: job.undoes ?? null,
      retries: job.retries ?? null,
      endedAt: ended ? new Date() : undefined,
    })
    .returning({ id: jobs.id });
  if (!created) throw new Error("making a job answered no row");
  const now = new Date();
  const rows = job.rows.map(({ problem, settled, begun, ...row }, position) => ({
    ...row,
    jobId: created.id,
    position,
    state: firstState({ problem, settled }),
    problem: problem ?? null,
    result: settled === undefined ? null : { words: settled, undo: null },
    attempts: begun ? 1 : 0,
    nextAttemptAt: now,
    endedAt: firstState({ problem, settled }) === "waiting" ? null : now,
  }));
  await tx.execute(insertInto(jobRows, rows));
  await recordAuditEntry(tx, by, {
    action: "job.started",
    record: { type: "job", id: created.id },
    data: { title: job.title, rows: job.rows.length },
  });
  await announceChange(tx, { jobs: [created.id] });
  return created.id;
}

async function findPartyName(tx: Transaction, partyId: string): Promise<string> {
  const [name] = await queryColumn(
    tx,
    z.string(),
    sql`select company_name as name from parties where id = ${partyId}`,
  );
  if (name === undefined) throw new AppError("bad_input", "Party not found. Select another.");
  return name;
}

/** Returns one row per container, in the order of the selection. */
function containerRows(
  containers: readonly SelectedContainer[],
  inputOf: (container: SelectedContainer) => unknown,
): NewRow[] {
  return containers.map((container) => ({
    subjectId: container.id,
    label: container.number,
    input: inputOf(container),
  }));
}

/** Returns one row per shipment of the containers. A container without a shipment is reported. */
function shipmentRows(
  containers: readonly SelectedContainer[],
  inputOf: (container: SelectedContainer) => unknown,
): NewRow[] {
  const rows = new Map<string, NewRow>();
  for (const container of containers) {
    const subjectId = container.shipmentId ?? container.id;
    if (rows.has(subjectId)) continue;
    rows.set(subjectId, {
      subjectId,
      label: container.shipmentId ? (container.billOfLading ?? container.number) : container.number,
      input: inputOf(container),
      problem: container.shipmentId ? undefined : NO_SHIPMENT,
    });
  }
  return [...rows.values()];
}

type Planned = { about: JobAbout; inputOf: (container: SelectedContainer) => unknown };

async function plan(tx: Transaction, request: JobInput): Promise<Planned> {
  switch (request.kind) {
    case "assign_carrier": {
      const { partyId } = request.input;
      const partyName = await findPartyName(tx, partyId);
      const parties = [{ id: partyId, name: partyName }];
      const seen = (container: SelectedContainer) => container.carriers.map((carrier) => carrier.partyId);
      return { about: { partyName }, inputOf: (container) => ({ parties, seen: seen(container) }) };
    }
    case "replace_carrier": {
      const { partyId } = request.input;
      const partyName = await findPartyName(tx, partyId);
      const parties = [{ id: partyId, name: partyName }];
      return {
        about: { partyName },
        inputOf: ({ carriers }) => ({
          parties,
          roles: carriers.filter((carrier) => carrier.partyId !== partyId),
          seen: carriers.map((carrier) => carrier.partyId),
        }),
      };
    }
    case "remove_carrier": {
      const { partyId } = request.input;
      const partyName = partyId === null ? null : await findPartyName(tx, partyId);
      return {
        about: { partyName },
        inputOf: ({ carriers }) => ({
          roles: carriers.filter((carrier) => partyId === null || carrier.partyId === partyId),
        }),
      };
    }
    case "add_tags":
    case "remove_tags":
      return { about: request.input, inputOf: ({ tags }) => ({ ...request.input, seen: tags }) };
    case "add_references":
    case "remove_references":
      return { about: request.input, inputOf: ({ references }) => ({ ...request.input, seen: references }) };
    case "refresh":
    case "stop_tracking":
    case "resume_tracking":
      return { about: {}, inputOf: () => ({}) };
  }
}

/**
 * Creates a job for the containers of a selection as it is at `now`. Workers process its rows. Returns the job's id.
 * Throws `bad_input` for an empty selection, for too many containers, and for an invalid input.
 */
export const makeJob = command(
  { right: "dispatch", input: z.object({ job: jobInputSchema, selection: selectionSchema }) },
  async ({ db, actor, now }, { job: request, selection }): Promise<string> => {
    return transact(db, async (tx) => {
      const { about, inputOf } = await plan(tx, request);
      const containers = await listSelected(tx, selection, actor.userId, now);
      const rows =
        JOB_SUBJECTS[request.kind] === "shipment"
          ? shipmentRows(containers, inputOf)
          : containerRows(containers, inputOf);
      return insertJob(tx, actor, {
        kind: request.kind,
        title: jobTitle(request.kind, about),
        input: request.input,
        rows,
      });
    });
  },
);
