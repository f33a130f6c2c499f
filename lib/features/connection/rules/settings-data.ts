import type { SampleCounts } from "@/lib/features/samples/rules";
import type { WebhookArchive } from "@/lib/ingest/archive";
import type { DeadLettered } from "@/lib/ingest/dead-letters";
import type { InboxState } from "@/lib/ingest/inbox-status";
import type { RebuildProgress } from "@/lib/platform/database/row-versions";
import type { Bucket } from "@/lib/tracking-client/request-budget";

/** The data of the settings pages. Instants are ISO 8601 text in UTC. `readAt` is when the data was read. */

export type Access = { access: "yes" | "no" | "unknown"; text: string | null };

export type ConnectionData = {
  readAt: string;
  serviceUrl: string;
  embedded: boolean;
  /** The sample work of a first start. Null when there is none. */
  samples: SampleCounts | null;
  /** Null before the first request to the service. */
  reach: {
    checkedAt: string;
    key: "verified" | "refused" | "unknown";
    records: Access;
    routing: Access;
    refresh: Access;
  } | null;
  webhook: WebhookData;
  source: {
    header: string | null;
    addresses: readonly string[];
    fetchedAt: string | null;
    refusedAt: string | null;
  };
  /** The status that `/api/health/ready` reports. */
  readiness: {
    ready: boolean;
    database: { ok: boolean };
    migrations: { ok: boolean; applied: "same" | "older" | "newer" | "unknown" };
    worker: { ok: boolean; heartbeatAt: string | null; paused: boolean };
    inbox: { ok: boolean; oldestAt: string | null };
    pool: { ok: boolean; size: number; free: number };
  };
};

export type WebhookData = {
  address: string;
  /** The reason why the dashboard does not manage the webhook itself. Null when it does. */
  against: "by_hand" | "out_of_reach" | null;
  wanted: boolean;
  /** Null when none is registered. */
  own: { id: string; secretSince: string | null; secretKnown: boolean } | null;
  /** Null means all events. */
  chosenEvents: readonly string[] | null;
  withheldEvents: readonly string[];
  /** Until when the latest of the replaced secrets is accepted. Null when there is none. */
  overlapUntil: string | null;
  check: {
    checkedAt: string;
    atService: { id: string; active: boolean; events: readonly string[] } | null;
    deliveries: { looked: number; failed: number; waiting: number } | null;
    others: readonly { id: string; url: string; active: boolean; atOurAddress: boolean }[];
    reactivatedAt: string | null;
    problem: string | null;
  } | null;
  lastReceivedAt: string | null;
};

/** The request budget, the circuit breaker and recent failures. */
export type RequestState = {
  buckets: readonly {
    bucket: Bucket;
    /** Requests of all processes in the last 60 seconds. */
    used: number;
    /** The limit of the service per minute. Null for requests that the service does not count. */
    limit: number | null;
    /** The maximum for user actions. It is below the limit by a margin. */
    capacity: number | null;
    pausedUntil: string | null;
  }[];
  /** The number of consecutive failures, and until when requests are paused because of them. */
  circuit: { failures: number; shutUntil: string | null };
  downSince: string | null;
  /** Newest first. */
  failures: readonly { id: number; failedAt: string; request: string; code: string; message: string }[];
};
export type RequestsData = RequestState & { readAt: string };

/**
 * The attributes that could not be read, the last one first. `name` has its object's name and a dot for a member; `count`
 * is how often; `lastValue` is the beginning of what was sent, as JSON; `lastAt` is UTC text. `notificationId` is null when
 * only fetches contained it.
 */
export type UnreadableList = {
  total: number;
  attributes: readonly {
    type: string;
    name: string;
    count: number;
    lastValue: string;
    lastAt: string;
    notificationId: string | null;
  }[];
};

export type InboxData = InboxState & {
  readAt: string;
  unreadable: UnreadableList;
  deadLettered: { total: number; notifications: readonly DeadLettered[] };
};

/** A sync run. */
export type SyncRunEntry = {
  id: number;
  kind: "first_load" | "round";
  startedAt: string;
  progressedAt: string;
  endedAt: string | null;
  completed: boolean;
  requests: number;
  records: number;
  repaired: number;
  deletedUpstream: number;
  lastError: string | null;
};

/**
 * A field whose value in the mirror differed from the service. `name` is the display name of the record, when known.
 */
export type RepairedEntry = {
  id: number;
  syncRunId: number;
  subjectType: string;
  subjectId: string;
  name: string | null;
  field: string;
  oldValue: unknown;
  newValue: unknown;
  lastCorrectAt: string | null;
  repairedAt: string;
};

export type ReconciliationState = {
  /** Newest first, including the current sync run. */
  rounds: readonly SyncRunEntry[];
  /** The progress of the current sync run in each list. `total` is null until the service reports it. */
  underWay: {
    lists: readonly { list: string; read: number; total: number | null; ended: boolean }[];
  } | null;
  driftRepairs: readonly RepairedEntry[];
  /** Number of records deleted upstream. They are stored and marked. */
  deletedUpstream: number;
};
export type ReconciliationData = ReconciliationState & {
  readAt: string;
  everyMinutes: number;
  /** The rebuilds of stored rows after an update; empty when no row is left. */
  rowRebuilds: readonly RebuildProgress[];
};

/** A delivery as received. */
export type WebhookArchiveData = Omit<WebhookArchive, "receivedAt" | "body"> & {
  receivedAt: string;
  body: string;
};
