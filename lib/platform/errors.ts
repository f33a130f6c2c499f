/** What went wrong, as callers tell apart, and the HTTP status a route answers with. */
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

/** What the service said about one part of a refused request; `pointer` names the part of the body, if any. */
export type ErrorDetail = { pointer: string | null; message: string };

/**
 * The one error of the domain. `message` is for the reader: what happened and what to do, never a key or personal
 * data. The cause is for the log.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: readonly ErrorDetail[];
  /** A write that got no clear answer: it may have been done all the same. */
  readonly mayBeDone: boolean;
  /** Of such a write: nothing came in time, and it may be on its way still. */
  readonly mayComeYet: boolean;

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      cause?: unknown;
      details?: readonly ErrorDetail[];
      mayBeDone?: boolean;
      mayComeYet?: boolean;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.details = options.details ?? [];
    this.mayBeDone = options.mayBeDone ?? false;
    this.mayComeYet = options.mayComeYet ?? false;
  }

  get status(): number {
    return STATUS_BY_CODE[this.code];
  }
}

/** Our own database failed, and not what was asked of it: the same may work in a moment. */
export const databaseUnavailable = (cause?: unknown): AppError =>
  new AppError("database_unavailable", "The database does not answer. Try again in a few seconds.", {
    cause,
  });

const LONGEST_REASON = 500;

/**
 * Why something failed, for a log line: the innermost error's own words. A failed query's words are its SQL and all
 * it carried, a notification's body among it, so only what the database said of it is reported.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  if (error.cause instanceof Error) return reasonOf(error.cause);
  if (error.message.startsWith("Failed query")) return "a query failed";
  const detail = typeof error.cause === "string" ? ` (${error.cause})` : "";
  return `${error.message}${detail}`.slice(0, LONGEST_REASON);
}
