import type { AppError } from "@/lib/platform/errors";
import type { Bucket } from "./request-budget";
import type { Read } from "./service-clock";

/** Query parameters by their names in the interface, such as "page[size]". */
export type Parameters = Record<string, string | number | boolean | undefined>;

/** A document, and between which instants it was read: its facts are as of when its request was sent. */
export type Fetched<T> = { document: T } & Read;

export type TrackingClientOptions = {
  /** Base address, ending in /v2. Every address asked is built under it; none from an answer is followed. */
  baseUrl: string;
  key: string;
  /** How long to wait for a 429 to pass before giving up: a person waits shorter than a worker. */
  patienceMs: number;
  timeoutMs?: number;
  /** What every request passes, each try of its own; without one nothing is counted. */
  gate?: Gate;
  /** Called right before each try is sent, after its turn has come, and once it is answered. */
  check?: () => Promise<void>;
};

/** Lets requests through within the budget and hears what became of them. */
export type Gate = {
  /**
   * Waits for the request's turn. Throws AppError when none comes in time or the service is not asked for now, and
   * `database_unavailable` when that cannot be reported.
   */
  admit(bucket: Bucket): Promise<void>;
  /** The service answered 429, which is an answer: nobody asks in this bucket for so long. Resolves when that is noted. */
  refused(bucket: Bucket, ms: number): Promise<void>;
  /** The service answered, whatever the status below 500. */
  answered(): void;
  silent(): void;
  /** By how much the service's clock is off ours, ms, positive where it is ahead. */
  clockOff(ms: number): void;
  /** What a request came to that did not succeed; `request` is method and path without the query. */
  failed(request: string, failure: AppError): void;
};
