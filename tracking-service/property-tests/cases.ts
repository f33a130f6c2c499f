import type fc from "fast-check";
import type { Described } from "./operations";
import type { WireRequest } from "./raw-http";

/** A fault that has to be refused, whatever else is in the request. */
export type Fault = {
  name: string;
  statuses: number[];
  /** The error has to name what is wrong: the pointer begins so, or the parameter is this one. */
  names?: { pointer: string } | { parameter: string };
};

/** A request that is to be sent; without a fault anything but a failure of the service will do. */
export type Case = { request: WireRequest; fault: Fault | null };

/** What requests to one operation are drawn from. */
export type Drawing = {
  described: Described;
  /** Ids of records of the account, of any type. */
  ids: readonly string[];
  /** Methods that its path takes. */
  allowed: ReadonlySet<string>;
  /** Requests without a known fault. */
  plain: fc.Arbitrary<Case>;
};

/** A request like another but for a fault. */
export const asCase = (fault: Fault, base: Case, change: Partial<WireRequest>): Case => ({
  request: { ...base.request, ...change },
  fault,
});
