/**
 * Returns the reason of a failure for a log line or a terminal: the message of the innermost error. The message of a
 * failed query contains its SQL and values, including webhook secrets. For queries only the database's message is
 * returned.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  // Drizzle's error of a failed query.
  if ("query" in error && "params" in error) return "a query failed";
  return error.message || ("code" in error ? String(error.code) : error.name);
}

/** Formats an error for the log: reason, code and stack trace, without any text of a query. */
export function loggedError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const { cause } = error;
  const code = [error, cause].find((one) => one instanceof Error && "code" in one);
  const places = (error.stack ?? "").split("\n").filter((line) => /^\s+at \S.*:\d+:\d+\)?$/.test(line));
  return {
    type: error.name,
    message: reasonOf(error),
    code: code && "code" in code ? code.code : undefined,
    stack: places.join("\n"),
  };
}
