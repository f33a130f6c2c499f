import { DrizzleQueryError } from "drizzle-orm";

/** What PostgreSQL tells of the row it refused: all of its values. */
function withoutDetail(cause: unknown): unknown {
  return cause instanceof Error && "detail" in cause ? Object.assign(cause, { detail: undefined }) : cause;
}

/**
 * From now on the error of a failed query carries no values, in message, stack, properties or cause: they are sessions,
 * addresses and notifications' bodies, and whoever logs an error whole, as Next does with a page's, writes them down. The
 * query's own text stays: its values are never part of it. May be called again.
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
