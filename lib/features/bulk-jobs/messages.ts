/** What can be done to many at once. Each kind has its verb in lib/operations and its inputs in lib/dashboard-work/jobs. */
export const JOB_KIND_IDS = [
  "assign_carrier",
  "remove_carrier",
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

/** What a job's rows are: a container each, a shipment with all its containers, or a number that is to be tracked. */
export type JobSubject = "container" | "shipment" | "number";
export const JOB_SUBJECTS: Record<JobKind, JobSubject> = {
  assign_carrier: "container",
  remove_carrier: "container",
  add_tags: "shipment",
  remove_tags: "shipment",
  add_references: "container",
  remove_references: "container",
  refresh: "container",
  stop_tracking: "shipment",
  resume_tracking: "shipment",
  track_numbers: "number",
};

/** The kind that takes another back; null where the service allows no way back. */
export const UNDOING: Record<JobKind, JobKind | null> = {
  assign_carrier: "remove_carrier",
  remove_carrier: "assign_carrier",
  add_tags: "remove_tags",
  remove_tags: "add_tags",
  add_references: "remove_references",
  remove_references: "add_references",
  refresh: null,
  stop_tracking: "resume_tracking",
  resume_tracking: "stop_tracking",
  track_numbers: null,
};

/** Most rows a job may have. */
export const MAX_JOB_ROWS = 10_000;
/** Refreshes a minute that the service allows an account, and how many of them a job makes: it leaves people theirs. */
export const REFRESHES_A_MINUTE = 10;
const REFRESHES_OF_A_JOB = 8;

const quoted = (texts: readonly string[]): string => texts.map((text) => `“${text}”`).join(", ");
const many = (count: number, one: string, other: string): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : other}`;

/** What a job is about, as far as its title says it. */
export type JobAbout = {
  partyName?: string | null;
  texts?: readonly string[];
  /** The name of a list's file; null for a pasted one. */
  listName?: string | null;
};

/** A job's title: "Assign Harbor Dray", "Add the tag “hot”". */
export function jobTitle(kind: JobKind, { partyName, texts = [], listName }: JobAbout): string {
  const tags = `${texts.length === 1 ? "the tag" : "the tags"} ${quoted(texts)}`;
  const references = `${texts.length === 1 ? "the reference" : "the references"} ${quoted(texts)}`;
  switch (kind) {
    case "assign_carrier":
      return `Assign ${partyName ?? "the dray carriers"}`;
    case "remove_carrier":
      return `Remove ${partyName ?? "the dray carriers"}`;
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

/** What a selection comes to, before anything is done with it. */
export type JobPreview = {
  /** Selected containers. */
  containers: number;
  /** Their shipments, and containers without one. */
  shipments: number;
  without: number;
  /** Containers of those shipments that are not selected. */
  related: number;
  /** Containers that have a dray carrier. */
  carried: number;
  /** Shipments whose tracking is stopped. */
  stopped: number;
};

/** How long so many refreshes take at least, in words; null for what is done at once. */
export function refreshWords(containers: number): string | null {
  if (containers <= REFRESHES_OF_A_JOB) return null;
  const minutes = Math.ceil(containers / REFRESHES_OF_A_JOB);
  const hours = Math.floor(minutes / 60);
  const time = hours === 0 ? `${minutes} min` : `${hours} h ${minutes % 60} min`;
  return `The service allows ${REFRESHES_A_MINUTE} refreshes a minute: this takes about ${time}. You can leave the page meanwhile.`;
}

/** What a job will do, sentence by sentence, for somebody to read before it does. */
export function jobWarnings(kind: JobKind, preview: JobPreview): string[] {
  const { containers, shipments, without, related, carried, stopped } = preview;
  const all = many(containers, "container", "containers");
  const lines: string[] = [];
  if (containers > MAX_JOB_ROWS)
    return [
      `${all} are selected; at most ${MAX_JOB_ROWS.toLocaleString("en-US")} at a time. Narrow the list first.`,
    ];
  if (JOB_SUBJECTS[kind] === "shipment") {
    lines.push(`This concerns shipments: ${many(shipments, "shipment", "shipments")} of ${all}.`);
    if (related > 0)
      lines.push(
        `${many(related, "other container", "other containers")} of the same ${shipments === 1 ? "shipment" : "shipments"} ${related === 1 ? "is" : "are"} not selected, and it happens to ${related === 1 ? "it" : "them"} as well.`,
      );
    if (without > 0)
      lines.push(`${many(without, "container has", "containers have")} no shipment yet and stays as is.`);
  }
  if (kind === "assign_carrier") {
    lines.push(`The service makes the party dray carrier of ${all}.`);
    if (carried > 0)
      lines.push(
        `${many(carried, "has a dray carrier", "have a dray carrier")} already, who stays assigned too.`,
      );
  }
  if (kind === "remove_carrier")
    lines.push(
      `${many(carried, "of the containers has a dray carrier", "of the containers have a dray carrier")} now.`,
    );
  if (kind === "add_references" || kind === "remove_references")
    lines.push(`The references of ${all} themselves, not those of their shipments.`);
  if (kind === "refresh") {
    lines.push(`The service asks line, terminal and railway about ${all} now.`);
    lines.push(...[refreshWords(containers)].filter((words) => words !== null));
  }
  if (kind === "stop_tracking")
    lines.push(
      "Nothing new comes for these shipments until tracking is resumed; their containers stay here.",
    );
  if ((kind === "stop_tracking" || kind === "resume_tracking") && stopped > 0)
    lines.push(
      `Tracking of ${many(stopped, "of the shipments is", "of the shipments are")} stopped already.`,
    );
  if (UNDOING[kind] === null) lines.push("This can’t be undone.");
  return lines;
}

/** Where a job's rows are shown. */
export const jobHref = ({ id, kind }: Pick<JobProgress, "id" | "kind">): string =>
  kind === "track_numbers" ? `/track/list/${id}` : `/jobs/${id}`;

/** How far a job is; `state` as `jobState` tells it. */
export type JobProgress = {
  id: string;
  kind: string;
  title: string;
  /** Who asked for it. */
  by: string;
  mine: boolean;
  createdAt: string;
  endedAt: string | null;
  cancelledAt: string | null;
  pausedUntil: string | null;
  pausedBecause: string | null;
  /** Why the system stopped it, as a sentence; null where it did not. */
  stoppedBecause: string | null;
  total: number;
  done: number;
  failed: number;
  cancelled: number;
  /** Rows that were done and can be taken back. */
  undoable: number;
  undoneBy: string | null;
  undoes: string | null;
  /** The job that tries the failed rows again, and the one whose failed rows this one tries. */
  retriedBy: string | null;
  retries: string | null;
};

/** One row of a job. `words` is what came of it: done, or the service's own error. */
export type JobRow = {
  position: number;
  subjectId: string;
  label: string;
  state: "waiting" | "done" | "failed" | "cancelled";
  words: string | null;
  endedAt: string | null;
};

export type JobState = "waits" | "runs" | "cancelled" | "done" | "done with failures";

/** What a job is at, at `now`. */
export function jobState(job: JobProgress, now: Date): JobState {
  if (job.endedAt === null) {
    const paused = job.pausedUntil !== null && Date.parse(job.pausedUntil) > now.getTime();
    return paused && job.cancelledAt === null ? "waits" : "runs";
  }
  if (job.cancelledAt !== null) return "cancelled";
  return job.failed > 0 ? "done with failures" : "done";
}

/** "120 of 400 done, 2 failed", "400 done", "120 done, 280 not begun". */
export function jobCounts({ total, done, failed, cancelled, endedAt }: JobProgress): string {
  const figure = (count: number) => count.toLocaleString("en-US");
  const parts = [endedAt === null ? `${figure(done)} of ${figure(total)} done` : `${figure(done)} done`];
  if (failed > 0) parts.push(`${figure(failed)} failed`);
  if (cancelled > 0) parts.push(`${figure(cancelled)} not begun`);
  return parts.join(", ");
}
