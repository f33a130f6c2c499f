import { DrizzleQueryError } from "drizzle-orm";

/** The start cannot go on; the message says what happened and what to do. Shown without a stack. */
export class StartError extends Error {
  override readonly name = "StartError";
}

/** A message for a terminal out of whatever was thrown; of a failed query not its values, a password's hash among them. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof DrizzleQueryError)
    return error.cause === undefined ? "A query failed." : `A query failed: ${messageOf(error.cause)}`;
  // An AggregateError of a refused connection has no message of its own.
  if (error instanceof AggregateError && error.message === "") return error.errors.map(messageOf).join(", ");
  return error.message;
}

/** The message and where it was thrown. */
export function messageAndPlaces(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  const places = stack.split("\n").filter((line) => /^\s+at \S.*:\d+:\d+\)?$/.test(line));
  return [messageOf(error), ...places].join("\n");
}
