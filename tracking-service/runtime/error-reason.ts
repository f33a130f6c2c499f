/**
 * Why something failed, for a log line or a terminal: the innermost error's own words. A failed query's words are its
 * SQL and all values it carried, a webhook's secret among them, so only what the database said of it is reported.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  if (error.message.startsWith("Failed query")) return "a query failed";
  return error.message || ("code" in error ? String(error.code) : error.name);
}

/** An error as it stands in the log: its reason and code, and where it was thrown, without any words of a query. */
export function loggedError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const { cause } = error;
  const code = [error, cause].find((one) => one instanceof Error && "code" in one);
  const places = (error.stack ?? "").split("\n").filter((line) => /^\s+at \S.*:\d+:\d+\)?$/.test(line));
  return {
    type: error.name,
    message: reasonOf(error),
    ...(code && "code" in code ? { code: code.code } : {}),
    stack: places.join("\n"),
  };
}
