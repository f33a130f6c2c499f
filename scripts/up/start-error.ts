/** The start cannot go on; the message says what happened and what to do. Shown without a stack. */
export class StartError extends Error {
  override readonly name = "StartError";
}

/** A message for a terminal out of whatever was thrown. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // An AggregateError of a refused connection has no message of its own.
  if (error instanceof AggregateError && error.message === "") return error.errors.map(messageOf).join(", ");
  return error.message;
}
