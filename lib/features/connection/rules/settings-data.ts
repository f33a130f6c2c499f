/** The data of the settings pages. Instants are ISO 8601 text in UTC. `readAt` is when the data was read. */

export type Access = { access: "yes" | "no" | "unknown"; words: string | null };

export type ConnectionData = {
  readAt: string;
  serviceUrl: string;
  embedded: boolean;
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

export type RequestsData = {
  readAt: string;
  buckets: readonly {
    bucket: string;
    used: number;
    limit: number | null;
    capacity: number | null;
    pausedUntil: string | null;
  }[];
  circuit: { failures: number; shutUntil: string | null };
  downSince: string | null;
  failures: readonly { id: number; failedAt: string; request: string; code: string; message: string }[];
};

export type DeadLetter = {
  id: string;
  event: string;
  error: string | null;
  tries: number;
  receivedAt: string;
  deadLetteredAt: string;
};

export type InboxData = {
  readAt: string;
  waiting: number;
  oldestAt: string | null;
  retrying: number;
  receivedLastMinute: number;
  processedLastMinute: number;
  lastReceivedAt: string | null;
  deadLettered: { total: number; notifications: readonly DeadLetter[] };
};

export type RoundEntry = {
  id: number;
  kind: "first_load" | "round";
  startedAt: string;
  progressedAt: string;
  endedAt: string | null;
  completed: boolean;
  requests: number;
  records: number;
  repaired: number;
  vanished: number;
  lastError: string | null;
};

export type RepairedEntry = {
  id: number;
  roundId: number;
  subjectType: string;
  subjectId: string;
  name: string | null;
  field: string;
  was: unknown;
  became: unknown;
  rightAt: string | null;
  repairedAt: string;
};

export type ReconciliationData = {
  readAt: string;
  everyMinutes: number;
  rounds: readonly RoundEntry[];
  underWay: {
    lists: readonly { list: string; read: number; total: number | null; ended: boolean }[];
  } | null;
  driftRepairs: readonly RepairedEntry[];
  vanished: number;
};

/** A delivery as received. */
export type WebhookArchiveData = {
  id: string;
  event: string;
  receivedAt: string;
  headers: Readonly<Record<string, string>>;
  body: string;
};
