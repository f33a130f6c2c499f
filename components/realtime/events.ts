/** What changed in the mirror: ids of containers, shipments and tracking requests, and whether parties did. */
export type LiveChange = {
  containers: string[];
  shipments: string[];
  requests: string[];
  parties: boolean;
  /** Jobs of the dashboard that came further; absent where none did. */
  jobs?: string[];
};

const TROUBLES = ["paused", "unreadable", "not_noted"] as const;
export type LiveTrouble = (typeof TROUBLES)[number];

/** How fresh the mirror is. Instants are ISO 8601 text in UTC; null where there is none. */
export type LiveStatus = {
  lastSyncAt: string | null;
  lastChangeAt: string | null;
  upstreamDownSince: string | null;
  /** What else is wrong on the way from the service to the dashboard. */
  trouble?: LiveTrouble | null;
  /** How far the service's clock is from the dashboard's, ms, positive where it is ahead; null while they go together. */
  clockOffMs?: number | null;
  database: "up" | "down";
  /** A sweep of the account is under way, with the records taken in so far. */
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

/** Reads a `change` event; null when it is not one. A part that is missing counts as unchanged. */
export function parseChange(data: unknown): LiveChange | null {
  const change = parseFields(data);
  if (!change) return null;
  return {
    containers: ids(change.containers),
    shipments: ids(change.shipments),
    requests: ids(change.requests),
    parties: change.parties === true,
    ...(change.jobs === undefined ? {} : { jobs: ids(change.jobs) }),
  };
}

/** Reads a `status` event; null when it is not one. */
export function parseStatus(data: unknown): LiveStatus | null {
  const status = parseFields(data);
  if (!status) return null;
  const lag = fields(status.inboxLag);
  const syncing = fields(status.syncing);
  return {
    lastSyncAt: instant(status.lastSyncAt),
    lastChangeAt: instant(status.lastChangeAt),
    upstreamDownSince: instant(status.upstreamDownSince),
    trouble: TROUBLES.find((trouble) => trouble === status.trouble) ?? null,
    clockOffMs: typeof status.clockOffMs === "number" ? status.clockOffMs : null,
    database: status.database === "down" ? "down" : "up",
    syncing: syncing && { records: typeof syncing.records === "number" ? syncing.records : 0 },
    inboxLag: {
      count: typeof lag?.count === "number" ? lag.count : 0,
      oldestAt: instant(lag?.oldestAt),
    },
  };
}
