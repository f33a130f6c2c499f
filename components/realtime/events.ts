/** The changes in the mirror: ids of containers, shipments and tracking requests, and whether parties changed. */
export type LiveChange = {
  containers: string[];
  shipments: string[];
  requests: string[];
  parties: boolean;
  /** Dashboard jobs with new progress. Absent if there are none. */
  jobs?: string[];
};

const TROUBLES = ["paused", "unreadable", "not_noted"] as const;
export type LiveFailure = (typeof TROUBLES)[number];

/** How fresh the mirror is. Instants are ISO 8601 text in UTC, or null. */
export type LiveStatus = {
  lastSyncAt: string | null;
  lastChangeAt: string | null;
  upstreamDownSince: string | null;
  /** Any other failure between the service and the dashboard. */
  trouble?: LiveFailure | null;
  /**
   * The difference of the service's clock from the dashboard's in ms, positive if it is ahead. Null while they agree.
   */
  clockOffMs?: number | null;
  /** Until when the service asked to wait, when that is more than a minute. Null otherwise. */
  pausedUntil?: string | null;
  database: "up" | "down";
  /** A scan of the account is running; `records` is the number of records ingested so far. */
  syncing: { records: number } | null;
  inboxLag: { count: number; oldestAt: string | null };
};

type Fields = { readonly [name: string]: unknown };

function fields(value: unknown): Fields | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
}

function parseFields(data: unknown): Fields | null {
  if (typeof data !== "string") return null;
  try {
    return fields(JSON.parse(data));
  } catch {
    return null;
  }
}

function ids(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((id) => typeof id === "string") : [];
}

function instant(value: unknown): string | null {
  return typeof value === "string" && !Number.isNaN(Date.parse(value)) ? value : null;
}

/** Parses a `change` event. Null if it is invalid. A missing part counts as unchanged. */
export function parseChange(data: unknown): LiveChange | null {
  const change = parseFields(data);
  if (!change) return null;
  return {
    containers: ids(change.containers),
    shipments: ids(change.shipments),
    requests: ids(change.requests),
    parties: change.parties === true,
    jobs: change.jobs === undefined ? undefined : ids(change.jobs),
  };
}

/** Parses a `status` event. Null if it is invalid. */
export function parseStatus(data: unknown): LiveStatus | null {
  const status = parseFields(data);
  if (!status) return null;
  const lag = fields(status.inboxLag);
  const syncing = fields(status.syncing);
  return {
    lastSyncAt: instant(status.lastSyncAt),
    lastChangeAt: instant(status.lastChangeAt),
    upstreamDownSince: instant(status.upstreamDownSince),
    trouble: TROUBLES.find((failure) => failure === status.trouble) ?? null,
    clockOffMs: typeof status.clockOffMs === "number" ? status.clockOffMs : null,
    pausedUntil: instant(status.pausedUntil),
    database: status.database === "down" ? "down" : "up",
    syncing: syncing && { records: typeof syncing.records === "number" ? syncing.records : 0 },
    inboxLag: {
      count: typeof lag?.count === "number" ? lag.count : 0,
      oldestAt: instant(lag?.oldestAt),
    },
  };
}
