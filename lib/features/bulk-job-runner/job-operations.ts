import type { z } from "zod";
import type { Right } from "@/lib/auth/access/roles";
import type { Command, CommandContext } from "@/lib/auth/commands/command";
import { PICKUP_DRAY_CARRIER } from "@/lib/contract/enums";
import { ROW_INPUTS, type RowResult } from "@/lib/features/bulk-jobs/commands/job-inputs";
import type { JobKind } from "@/lib/features/bulk-jobs/messages";
import { refreshContainer } from "@/lib/features/containers/commands/refresh-container";
import { assignParty, partyNames, removeParty } from "@/lib/features/parties/commands/party-roles";
import { replaceParty } from "@/lib/features/parties/commands/replace-party";
import { changeEntries } from "@/lib/features/shipments/commands/edit-references";
import { switchTracking } from "@/lib/features/shipments/commands/switch-tracking";
import { track } from "@/lib/features/tracking-requests/commands/track";
import { knownNumberText } from "@/lib/features/tracking-requests/rules/tracked-number";
import { AppError } from "@/lib/platform/errors";
import type { Bucket } from "@/lib/tracking-client/request-budget";
import { mergeRow } from "./merge-row";
import { LATER, replacedResult, unchanged } from "./row-results";

/** The row of a job. `mayBeDone`: an earlier attempt may have completed without being recorded. */
type Row = { subjectId: string; mayBeDone: boolean };

/** What a job kind does with one row, and the service limit that it counts against. */
export type BulkVerb = {
  /** The right that the creator of the job needs while the row runs. */
  right: Right;
  bucket: Bucket;
  /** Whether a refusal by the plan applies to every row. */
  ofThePlan: boolean;
  run: (ctx: CommandContext, row: Row, input: unknown) => Promise<RowResult>;
};

type RowOptions<Stored, Input, Result> = {
  /** The command's input for a row. */
  input: (row: Row, stored: Stored) => Input;
  /** The row's result: its message, and the input of the row that undoes it. */
  done: (result: Result, stored: Stored) => RowResult;
  /** The result of a row whose command failed because nothing was left to do. Null: the row failed. */
  refused?: (error: AppError) => RowResult | null;
  bucket?: Bucket;
  ofThePlan?: boolean;
};

/**
 * Makes the verb of a job kind from a command, which is the one that a user's form runs. `schema` is the row's input as
 * stored. Throws the service's own refusal.
 */
function jobRow<Schema extends z.ZodType, Input, Result>(
  schema: Schema,
  command: Command<Input, Result>,
  {
    input,
    done,
    refused,
    bucket = "default",
    ofThePlan = false,
  }: RowOptions<z.output<Schema>, Input, Result>,
): BulkVerb {
  const run = async (ctx: CommandContext, row: Row, unread: unknown): Promise<RowResult> => {
    const stored = schema.parse(unread);
    try {
      return done(await command(ctx, input(row, stored)), stored);
    } catch (error) {
      const result = error instanceof AppError ? refused?.(error) : null;
      if (result) return result;
      throw error;
    }
  };
  return { right: command.right, bucket, ofThePlan, run };
}

const quoted = (texts: readonly string[]) => texts.map((text) => `“${text}”`).join(", ");

const containerOf = ({ subjectId }: Row) => ({ type: "container" as const, id: subjectId });

const assignCarrier = jobRow(ROW_INPUTS.assign_carrier, assignParty, {
  input: (row, { parties, seen }) => ({
    on: containerOf(row),
    role: PICKUP_DRAY_CARRIER,
    parties,
    seen,
    mayBeDone: row.mayBeDone,
  }),
  done: ({ assigned, visibility }, { parties }) =>
    assigned.length === 0
      ? unchanged(`${partyNames(parties)} was already assigned.`)
      : { words: `${partyNames(assigned)} assigned.${LATER[visibility]}`, undo: { roles: assigned } },
});

const replaceCarrier = jobRow(ROW_INPUTS.replace_carrier, replaceParty, {
  input: (row, { parties, roles, seen }) => ({
    on: containerOf(row),
    role: PICKUP_DRAY_CARRIER,
    parties,
    replaced: roles,
    seen,
    mayBeDone: row.mayBeDone,
  }),
  done: (replaced, { parties }) => {
    const nothingToDo =
      parties.length > 0 ? `${partyNames(parties)} was already assigned.` : "Already removed.";
    const result = replacedResult(replaced, nothingToDo);
    return result.undo ? { ...result, undo: { ...result.undo, seen: replaced.after } } : result;
  },
});

const removeCarrier = jobRow(ROW_INPUTS.remove_carrier, removeParty, {
  input: (row, { roles }) => ({
    on: containerOf(row),
    role: PICKUP_DRAY_CARRIER,
    roles,
    mayBeDone: row.mayBeDone,
  }),
  done: ({ removed, left }, { roles }) => {
    if (roles.length === 0) return unchanged("No matching dray carrier to remove.");
    const stays = left.length > 0 ? ` ${partyNames(left)} stays assigned.` : "";
    if (removed.length === 0) return unchanged(`${partyNames(roles)} was already removed.${stays}`);
    return {
      words: `${partyNames(removed)} removed.${stays}`,
      undo: {
        parties: removed.map(({ partyId, name }) => ({ id: partyId, name })),
        seen: left.map(({ partyId }) => partyId),
      },
    };
  },
});

type ListKind = "add_tags" | "remove_tags" | "add_references" | "remove_references";

function entriesRow(kind: ListKind, list: "shipmentTags" | "containerReferences", adds: boolean): BulkVerb {
  return jobRow(ROW_INPUTS[kind], changeEntries, {
    input: ({ subjectId: id, mayBeDone }, { texts, seen }) => ({ id, list, adds, texts, seen, mayBeDone }),
    done: ({ changed, after, visibility }, { texts }) => {
      if (changed.length === 0) return unchanged(`${quoted(texts)} ${adds ? "already added" : "not found"}.`);
      return {
        words: `${quoted(changed)} ${adds ? "added" : "removed"}.${LATER[visibility]}`,
        undo: { texts: changed, seen: after },
      };
    },
  });
}

function trackingRow(kind: "stop_tracking" | "resume_tracking", stops: boolean): BulkVerb {
  return jobRow(ROW_INPUTS[kind], switchTracking, {
    input: ({ subjectId, mayBeDone }) => ({ shipmentId: subjectId, stops, mayBeDone }),
    done: (visibility) => ({
      words: `${stops ? "Shipment tracking stopped." : "Shipment tracking resumed."}${LATER[visibility]}`,
      undo: {},
    }),
    refused: ({ code }) =>
      code === "changed_meanwhile"
        ? unchanged(stops ? "Tracking was already stopped." : "Tracking was already active.")
        : null,
  });
}

/** What each job kind does with one row. */
export const BULK_VERBS: Record<JobKind, BulkVerb> = {
  assign_carrier: assignCarrier,
  replace_carrier: replaceCarrier,
  remove_carrier: removeCarrier,
  merge_party: { right: "dispatch", bucket: "default", ofThePlan: false, run: mergeRow },
  add_tags: entriesRow("add_tags", "shipmentTags", true),
  remove_tags: entriesRow("remove_tags", "shipmentTags", false),
  add_references: entriesRow("add_references", "containerReferences", true),
  remove_references: entriesRow("remove_references", "containerReferences", false),
  refresh: jobRow(ROW_INPUTS.refresh, refreshContainer, {
    input: ({ subjectId }) => ({ containerId: subjectId }),
    done: (message) => unchanged(message || "Refresh requested from line and terminal."),
    // The command explains a refusal to a user. The row shows, and the pause of the job needs, the service's own.
    refused: ({ cause }) => {
      if (cause instanceof AppError) throw cause;
      return null;
    },
    bucket: "refresh",
    ofThePlan: true,
  }),
  stop_tracking: trackingRow("stop_tracking", true),
  resume_tracking: trackingRow("resume_tracking", false),
  track_numbers: jobRow(ROW_INPUTS.track_numbers, track, {
    input: ({ mayBeDone }, { ask, problem, seen, since, even }) => {
      if (ask === null) throw new AppError("bad_input", problem ?? "No number in this row.");
      return { ...ask, since: { at: since, known: seen }, onlyNew: !even, mayBeDone };
    },
    done: (sent) =>
      "known" in sent
        ? unchanged(knownNumberText(sent.known))
        : { words: "Requested. Waiting for the line.", undo: null, requestId: sent.requestId },
    bucket: "create",
    ofThePlan: true,
  }),
};
