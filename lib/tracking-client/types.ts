import type { AppError } from "@/lib/platform/errors";
import type { Bucket } from "./request-budget";
import type { Read } from "./service-clock";

/** Query parameters by their names in the interface, such as "page[size]". */
export type Parameters = Record<string, string | number | boolean | undefined>;

/** A document and the time range in which it was read. Its facts are dated by the send time of the request. */
export type Fetched<T> = { document: T } & Read;

export type TrackingClientOptions = {
  /** Base URL, ending in /v2. Every requested URL is built from it; no URL from a response is followed. */
  baseUrl: string;
  key: string;
  /** The maximum wait for a 429 to end: shorter for a user than for a worker. */
  patienceMs: number;
  timeoutMs?: number;
  /** Admits every attempt of every request. Without a gate no request is counted. */
  gate?: Gate;
  /** Called directly before each attempt is sent, after it got its slot, and after its response. */
  check?: () => Promise<void>;
};

/** Admits requests within the budget and receives their results. */
export type Gate = {
  /**
   * Waits for a request slot. Throws AppError when none is available in time or the circuit is open, and
   * `database_unavailable` when that cannot be determined.
   */
  admit(bucket: Bucket): Promise<void>;
  /** The rest after each request, in ms, that spreads requests over the minute. 0 while many slots are free. */
  pace(bucket: Bucket): Promise<number>;
  /**
   * The service returned 429, which is a response: the bucket is paused for this long. Resolves when that is stored.
   */
  refused(bucket: Bucket, ms: number): Promise<void>;
  /** The service responded, with any status below 500. `bucket`: it did what a request of this bucket asked. */
  succeeded(bucket?: Bucket): void;
  silent(): void;
  /** The offset of the service's clock in ms, positive when it is ahead. */
  clockOff(ms: number): void;
  /** The failure of an unsuccessful request; `request` is the method and path without the query. */
  failed(request: string, failure: AppError): void;
};
