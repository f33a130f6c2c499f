import { clockOffMs, type Read, readBetween } from "./service-clock";
import type { Gate } from "./types";

/** Between which instants an answer that has just come was read; the gate hears what its Date says of the clocks. */
export function readDated(response: Response, sentAt: Date, gate: Gate | undefined): Read {
  const answeredAt = new Date();
  const date = response.headers.get("Date");
  const offMs = clockOffMs(sentAt, answeredAt, date);
  if (offMs !== null) gate?.clockOff(offMs);
  return readBetween(sentAt, answeredAt, date);
}
