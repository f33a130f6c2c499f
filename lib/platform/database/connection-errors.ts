/**
 * SQLSTATE classes of a server that is not there, stops, cannot write or has no room left; of a lost connection; and of
 * a limit in time: a statement's (57014), a lock's (55P03), an idle transaction's (25P03, 25P04).
 */
const TROUBLE_CODE =
  /^(08...|25006|25P0[34]|53...|55P03|57014|57P..|58...|ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT)$/;
/** Of these what one statement may always meet of itself: time-out, memory, a configured limit. */
const STATEMENT_CODE = /^(57014|53200|53400)$/;
/** What the driver says, without a code, of a connection that ended or never began. */
const TROUBLE_WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client (was closed|has encountered a connection error))/;

/** SQLSTATE class of a value that a column cannot hold: no uuid, out of range, a NUL in a text. */
const REFUSED_VALUE = /^22...$/;

function hasCode(error: unknown, code: RegExp): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if ("code" in cause && typeof cause.code === "string" && code.test(cause.code)) return true;
  return false;
}

/** Whether the database refused a value that somebody sent. */
export const isRefusedValue = (error: unknown): boolean => hasCode(error, REFUSED_VALUE);

/** Whether trouble of the database may come of the very statement that met it, and of no other. */
export const mayBeOfStatement = (error: unknown): boolean => hasCode(error, STATEMENT_CODE);

/**
 * Whether the database failed, and not what was asked of it: the same may work in a moment. A failed query's own words
 * are its text and all it carried, so they are not looked at.
 */
export function isDatabaseTrouble(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && typeof cause.code === "string" && TROUBLE_CODE.test(cause.code)) return true;
    if (TROUBLE_WORDS.test(cause.message)) return true;
    if (cause instanceof AggregateError && cause.errors.some(isDatabaseTrouble)) return true;
  }
  return false;
}
