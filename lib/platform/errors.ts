import type { StoredMeanwhile } from "./text/stored-meanwhile";

/** The error codes that callers distinguish, with the HTTP status of a route's response. */
const STATUS_BY_CODE = {
  bad_input: 400,
  not_signed_in: 401,
  bad_signature: 401,
  not_allowed: 403,
  not_found: 404,
  changed_meanwhile: 409,
  too_large: 413,
  refused_by_service: 422,
  too_many_tries: 429,
  export_running: 429,
  busy: 503,
  misconfigured: 500,
  unexpected: 500,
  service_answer_unreadable: 502,
  service_refused_key: 502,
  service_busy: 503,
  service_unreachable: 503,
  database_unavailable: 503,
} as const;

export type ErrorCode = keyof typeof STATUS_BY_CODE;

/**
 * The service's message about one part of a refused request; `pointer` is the path of that part in the body, if any.
 * `code` is the service's word for the reason. `existingDocumentId`: the document that has the same file
 * (supplement-2.md, 2. Same content again).
 */
export type ErrorDetail = {
  pointer: string | null;
  message: string;
  code?: string;
  existingDocumentId?: string;
};

/**
 * The only error class of the domain. `message` is for the user: what happened and what to do, never a key or personal
 * data. The cause is for the log.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: readonly ErrorDetail[];
  /** A write without a definite response: it may have been done. */
  readonly mayBeDone: boolean;
  /** For such a write: no response arrived in time, and the request may still be under way. */
  readonly mayComeYet: boolean;
  /** In how many whole seconds a retry may work. Null when that is not known. */
  readonly retryAfterSeconds: number | null;
  /** The HTTP status of the tracking service's response. Null when the error has another origin. */
  readonly serviceStatus: number | null;
  /** For `changed_meanwhile`: what another user stored. Null when the message alone says it. */
  readonly stored: StoredMeanwhile | null;

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      cause?: unknown;
      details?: readonly ErrorDetail[];
      mayBeDone?: boolean;
      mayComeYet?: boolean;
      retryAfterSeconds?: number;
      serviceStatus?: number;
      stored?: StoredMeanwhile;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.details = options.details ?? [];
    this.mayBeDone = options.mayBeDone ?? false;
    this.mayComeYet = options.mayComeYet ?? false;
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
    this.serviceStatus = options.serviceStatus ?? null;
    this.stored = options.stored ?? null;
  }

  get status(): number {
    return STATUS_BY_CODE[this.code];
  }
}

/** The error for a failure of our own database rather than the request: a retry may work in a moment. */
export const databaseUnavailable = (cause?: unknown): AppError =>
  new AppError("database_unavailable", "The database is not responding. Try again in a few seconds.", {
    cause,
  });

const MAX_REASON = 500;

/**
 * The reason of a failure for a log line: the innermost error's message. The message of a failed query contains its SQL
 * and values, possibly the body of a notification, so only the database's message is used.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  if (error.cause instanceof Error) return reasonOf(error.cause);
  // Drizzle's error of a failed query.
  if ("query" in error && "params" in error) return "a query failed";
  const detail = typeof error.cause === "string" ? ` (${error.cause})` : "";
  return `${error.message}${detail}`.slice(0, MAX_REASON);
}
