import { clockOffMs, type Read, readBetween } from "./service-clock";
import type { Gate } from "./types";

/**
 * Returns the time range in which a received response was read. Reports the clock offset from its Date header to the
 * gate.
 */
export function readDated(response: Response, sentAt: Date, gate: Gate | undefined): Read {
  const answeredAt = new Date();
  const date = response.headers.get("Date");
  const offMs = clockOffMs(sentAt, answeredAt, date);
  if (offMs !== null) gate?.clockOff(offMs);
  return readBetween(sentAt, answeredAt, date);
}
