import { counted } from "@/lib/platform/text/counted";

/**
 * The kinds of bulk jobs. Each kind has its verb in lib/features/bulk-job-runner/job-operations.ts and its inputs in
 * lib/features/bulk-jobs/commands/job-inputs.ts.
 */
export const JOB_KIND_IDS = [
  "assign_carrier",
  "replace_carrier",
  "remove_carrier",
  "merge_party",
  "add_tags",
  "remove_tags",
  "add_references",
  "remove_references",
  "refresh",
  "stop_tracking",
  "resume_tracking",
  "track_numbers",
] as const;
export type JobKind = (typeof JOB_KIND_IDS)[number];

export const isJobKind = (text: string): text is JobKind => JOB_KIND_IDS.some((id) => id === text);

/**
 * The subject of a job's rows: a container, a shipment with all its containers, a number to track, or a record that each
 * row names.
 */
export type JobSubject = "container" | "shipment" | "number" | "record";
export const JOB_SUBJECTS: Record<JobKind, JobSubject> = {
  assign_carrier: "container",
  replace_carrier: "container",
  remove_carrier: "container",
  merge_party: "record",
  add_tags: "shipment",
  remove_tags: "shipment",
  add_references: "container",
  remove_references: "container",
  refresh: "container",
  stop_tracking: "shipment",
  resume_tracking: "shipment",
  track_numbers: "number",
};

/** The kind that undoes another kind. Null where the service has no reverse operation. */
export const UNDOING: Record<JobKind, JobKind | null> = {
  assign_carrier: "remove_carrier",
  replace_carrier: "replace_carrier",
  remove_carrier: "assign_carrier",
  merge_party: "merge_party",
  add_tags: "remove_tags",
  remove_tags: "add_tags",
  add_references: "remove_references",
  remove_references: "add_references",
  refresh: null,
  stop_tracking: "resume_tracking",
  resume_tracking: "stop_tracking",
  track_numbers: null,
};

/** Maximum rows of a job. */
export const MAX_JOB_ROWS = 10_000;
/**
 * Refreshes per minute that the service allows an account, and the share of them that a job uses. The rest is left to
 * users.
 */
export const REFRESHES_A_MINUTE = 10;
const REFRESHES_OF_A_JOB = 8;

const quoted = (texts: readonly string[]): string => texts.map((text) => `“${text}”`).join(", ");
/** The parts of a job that its title contains. */
export type JobAbout = {
  partyName?: string | null;
  /** The party that another one is merged into. */
  intoName?: string;
  texts?: readonly string[];
  /** The file name of a list. Null for a pasted list. */
  listName?: string | null;
};

/** Returns the title of a job: "Assign Harbor Dray", "Add tag “hot”". */
export function jobTitle(kind: JobKind, { partyName, intoName, texts = [], listName }: JobAbout): string {
  const tags = `${texts.length === 1 ? "tag" : "tags"} ${quoted(texts)}`;
  const references = `${texts.length === 1 ? "reference" : "references"} ${quoted(texts)}`;
  switch (kind) {
    case "assign_carrier":
      return `Assign ${partyName ?? "dray carriers"}`;
    case "replace_carrier":
      return `Replace dray carriers with ${partyName ?? "another"}`;
    case "remove_carrier":
      return `Remove ${partyName ?? "dray carriers"}`;
    case "merge_party":
      return `Merge ${partyName ?? "a party"} into ${intoName ?? "another"}`;
    case "add_tags":
      return `Add ${tags}`;
    case "remove_tags":
      return `Remove ${tags}`;
    case "add_references":
      return `Add ${references}`;
    case "remove_references":
      return `Remove ${references}`;
    case "refresh":
      return "Refresh";
    case "stop_tracking":
      return "Stop tracking";
    case "resume_tracking":
      return "Resume tracking";
    case "track_numbers":
      return listName ? `Track ${listName}` : "Track a pasted list";
  }
}

/** The counts of a selection, before the job is started. */
export type JobPreview = {
  /** Number of selected containers. */
  containers: number;
  /** Number of their shipments, and of containers without a shipment. */
  shipments: number;
  without: number;
  /** Number of containers of those shipments that are not selected. */
  related: number;
  /** Number of containers with a dray carrier, and of those with more than one. */
  carried: number;
  several: number;
  /** The dray carriers of these containers that have most of them, and how many other carriers there are. */
  carriers: { name: string; containers: number }[];
  otherCarriers: number;
  /** Number of shipments whose tracking is stopped. */
  stopped: number;
};

/** Returns the minimum duration of the refreshes as text. Null when they need no waiting. */
export function refreshText(containers: number): string | null {
  if (containers <= REFRESHES_OF_A_JOB) return null;
  const minutes = Math.ceil(containers / REFRESHES_OF_A_JOB);
  const hours = Math.floor(minutes / 60);
  const time = hours === 0 ? `${minutes}m` : `${hours}h ${minutes % 60}m`;
  return `The service allows ${REFRESHES_A_MINUTE} refreshes per minute, so this takes about ${time}. You can leave this page.`;
}

/**
 * Returns whether an assignment replaces or adds by default: it replaces when containers of the selection have a dray
 * carrier, each exactly one.
 */
export const defaultAssignment = ({
  carried,
  several,
}: Pick<JobPreview, "carried" | "several">): "assign_carrier" | "replace_carrier" =>
  carried > 0 && several === 0 ? "replace_carrier" : "assign_carrier";

/** Returns the dray carriers of a selection as text: "Harbor Dray (12), Keystone (3) and 2 others". */
export function carriersText({ carriers, otherCarriers }: JobPreview): string {
  const listed = carriers.map(({ name, containers }) => `${name} (${containers.toLocaleString("en-US")})`);
  const others = otherCarriers > 0 ? ` and ${counted(otherCarriers, "other")}` : "";
  return `${listed.join(", ")}${others}`;
}

/** Returns the effects of a job as sentences, shown to the user before the job starts. */
export function jobWarnings(kind: JobKind, preview: JobPreview): string[] {
  const { containers, shipments, without, related, carried, stopped } = preview;
  const all = counted(containers, "container");
  const lines: string[] = [];
  if (containers > MAX_JOB_ROWS)
    return [`${all} selected. The limit is ${MAX_JOB_ROWS.toLocaleString("en-US")}. Narrow the list first.`];
  if (JOB_SUBJECTS[kind] === "shipment") {
    lines.push(`Applies to ${counted(shipments, "shipment")} (${all} selected).`);
    if (related > 0)
      lines.push(
        `${counted(related, "other container")} of the same ${shipments === 1 ? "shipment" : "shipments"} ${related === 1 ? "is" : "are"} not selected; this applies to ${related === 1 ? "it" : "them"} too.`,
      );
    if (without > 0)
      lines.push(
        `${counted(without, "container has", "containers have")} no shipment yet and will not change.`,
      );
  }
  if (kind === "assign_carrier" || kind === "replace_carrier") {
    lines.push(`Assigns the party as dray carrier to ${all}.`);
    if (carried > 0) {
      lines.push(`Assigned now: ${carriersText(preview)}.`);
      const have = counted(carried, "already has a dray carrier", "already have a dray carrier");
      lines.push(
        kind === "assign_carrier"
          ? `${have}, which stays assigned too.`
          : `${have}, which is removed once the new one is assigned.`,
      );
    }
  }
  if (kind === "remove_carrier")
    lines.push(
      `${counted(carried, "of the containers has a dray carrier", "of the containers have a dray carrier")} now.`,
    );
  if (kind === "add_references" || kind === "remove_references")
    lines.push(`Changes the references of ${all}. Shipment references don’t change.`);
  if (kind === "refresh") {
    lines.push(`Requests new data from line, terminal and rail carrier for ${all}.`);
    lines.push(...[refreshText(containers)].filter((message) => message !== null));
  }
  if (kind === "stop_tracking")
    lines.push("These shipments get no updates until tracking is resumed. Their containers stay listed.");
  if ((kind === "stop_tracking" || kind === "resume_tracking") && stopped > 0)
    lines.push(
      `Tracking of ${counted(stopped, "of the shipments is", "of the shipments are")} already stopped.`,
    );
  if (UNDOING[kind] === null) lines.push("This can’t be undone.");
  return lines;
}

/** Returns the address of the page with the rows of a job. */
export const jobHref = ({ id, kind }: Pick<JobProgress, "id" | "kind">): string =>
  kind === "track_numbers" ? `/track/list/${id}` : `/jobs/${id}`;

/** The progress of a job. `state` is the result of `jobState`. */
export type JobProgress = {
  id: string;
  kind: string;
  title: string;
  /** The user who requested it. */
  by: string;
  mine: boolean;
  createdAt: string;
  endedAt: string | null;
  cancelledAt: string | null;
  pausedUntil: string | null;
  pausedBecause: string | null;
  /** The reason why the system stopped the job, as a sentence. Null when it did not. */
  stoppedBecause: string | null;
  total: number;
  done: number;
  failed: number;
  cancelled: number;
  /** Number of rows that were done and can be undone. */
  undoable: number;
  undoneBy: string | null;
  undoes: string | null;
  /** The job that retries the failed rows, and the job whose failed rows this job retries. */
  retriedBy: string | null;
  retries: string | null;
};

/** One row of a job. `words` is the outcome: the success message, or the service's own error. */
export type JobRow = {
  position: number;
  subjectId: string;
  /** What the row is about, when the kind of the job does not say it. */
  subjectType: "container" | "shipment" | "party" | null;
  label: string;
  state: "waiting" | "done" | "failed" | "cancelled";
  words: string | null;
  endedAt: string | null;
};

export type JobState = "waits" | "runs" | "cancelled" | "done" | "done with failures";

/** Returns the state of a job at `now`. */
export function jobState(job: JobProgress, now: Date): JobState {
  if (job.endedAt === null) {
    const paused = job.pausedUntil !== null && Date.parse(job.pausedUntil) > now.getTime();
    return paused && job.cancelledAt === null ? "waits" : "runs";
  }
  if (job.cancelledAt !== null) return "cancelled";
  return job.failed > 0 ? "done with failures" : "done";
}

/** Returns the counts of a job as text: "120 of 400 done, 2 failed", "400 done", "120 done, 280 not started". */
export function jobCounts({ total, done, failed, cancelled, endedAt }: JobProgress): string {
  const figure = (count: number) => count.toLocaleString("en-US");
  const parts = [endedAt === null ? `${figure(done)} of ${figure(total)} done` : `${figure(done)} done`];
  if (failed > 0) parts.push(`${figure(failed)} failed`);
  if (cancelled > 0) parts.push(`${figure(cancelled)} not started`);
  return parts.join(", ");
}

/** Whether a job has ended and did everything that it was to do. */
export const isJobComplete = ({ endedAt, failed, cancelled, stoppedBecause }: JobProgress): boolean =>
  endedAt !== null && failed === 0 && cancelled === 0 && stoppedBecause === null;
