import { DrizzleQueryError } from "drizzle-orm";

/** Removes PostgreSQL's detail about a rejected row, which contains all of its values. */
function withoutDetail(cause: unknown): unknown {
  return cause instanceof Error && "detail" in cause ? Object.assign(cause, { detail: undefined }) : cause;
}

/**
 * Removes the values from errors of failed queries in this process: from message, stack, properties and cause. The
 * values include sessions, addresses and bodies of notifications, and code that logs a whole error, as Next does for
 * pages, would write them to the log. The query's text remains: it never contains values. May be called repeatedly.
 */
export function leaveValuesOut(): void {
  // Its constructor sets the message, then these, then takes the stack, which begins with the message.
  Object.defineProperties(DrizzleQueryError.prototype, {
    params: {
      configurable: true,
      get: () => [],
      set(this: DrizzleQueryError) {
        this.message = `Failed query: ${this.query}`;
      },
    },
    cause: {
      configurable: true,
      get: () => undefined,
      set(this: DrizzleQueryError, cause: unknown) {
        Object.defineProperty(this, "cause", {
          value: withoutDetail(cause),
          configurable: true,
          writable: true,
        });
      },
    },
  });
}
