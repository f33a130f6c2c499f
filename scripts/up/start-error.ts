import { DrizzleQueryError } from "drizzle-orm";

/** An error that prevents the start. The message contains the cause and instructions. Shown without a stack. */
export class StartError extends Error {
  override readonly name = "StartError";
}

/**
 * Converts any thrown value to a message for the terminal. Values of a failed query are omitted, because they can
 * include password hashes.
 */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof DrizzleQueryError)
    return error.cause === undefined ? "A query failed." : `A query failed: ${messageOf(error.cause)}`;
  // The AggregateError of a refused connection has no message of its own.
  if (error instanceof AggregateError && error.message === "") return error.errors.map(messageOf).join(", ");
  return error.message;
}

/** The message and the stack. */
export function messageAndPlaces(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  const places = stack.split("\n").filter((line) => /^\s+at \S.*:\d+:\d+\)?$/.test(line));
  return [messageOf(error), ...places].join("\n");
}
