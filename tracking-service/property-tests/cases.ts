import type fc from "fast-check";
import type { Described } from "./operations";
import type { WireRequest } from "./raw-http";

/** A fault that must be rejected, independent of the rest of the request. */
export type Fault = {
  name: string;
  statuses: number[];
  /** The location the error must contain: a pointer with this prefix, or this parameter. */
  names?: { pointer: string } | { parameter: string };
};

/** A request to send. Without a fault, any response except a server error is correct. */
export type Case = { request: WireRequest; fault: Fault | null };

/** The data from which requests to one operation are generated. */
export type Drawing = {
  described: Described;
  /** Ids of the account's records, of any type. */
  ids: readonly string[];
  /** Methods that the path supports. */
  allowed: ReadonlySet<string>;
  /** Requests without a known fault. */
  plain: fc.Arbitrary<Case>;
};

/** A copy of a request with one fault. */
export const asCase = (fault: Fault, base: Case, change: Partial<WireRequest>): Case => ({
  request: { ...base.request, ...change },
  fault,
});
