/**
 * SQLSTATE classes of a server that is unreachable, stops, cannot write or has no space left; of a lost connection; and
 * of a time limit: for a statement (57014), a lock (55P03), an idle transaction (25P03, 25P04).
 */
const FAILURE_CODE =
  /^(08...|25006|25P0[34]|53...|55P03|57014|57P..|58...|ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT)$/;
/** The codes of these that a single statement may cause itself: timeout, memory, a configured limit. */
const STATEMENT_CODE = /^(57014|53200|53400)$/;
/** The driver's messages, which have no code, for a connection that ended or was never established. */
const FAILURE_TEXTS =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client (was closed|has encountered a connection error))/;

/** SQLSTATE class of a value that a column cannot store: not a uuid, out of range, a NUL in a text. */
const REFUSED_VALUE = /^22...$/;

function hasCode(error: unknown, code: RegExp): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if ("code" in cause && typeof cause.code === "string" && code.test(cause.code)) return true;
  return false;
}

/** Whether the database rejected a value from a request. */
export const isRefusedValue = (error: unknown): boolean => hasCode(error, REFUSED_VALUE);

/** Whether the statement itself may have caused the failure, so that other statements are not affected. */
export const mayBeOfStatement = (error: unknown): boolean => hasCode(error, STATEMENT_CODE);

/**
 * Whether the database failed, rather than the request: the same request may work in a moment. The message of a failed
 * query contains its text and values, so it is not evaluated.
 */
export function isDatabaseFailure(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && typeof cause.code === "string" && FAILURE_CODE.test(cause.code)) return true;
    if (FAILURE_TEXTS.test(cause.message)) return true;
    if (cause instanceof AggregateError && cause.errors.some(isDatabaseFailure)) return true;
  }
  return false;
}
