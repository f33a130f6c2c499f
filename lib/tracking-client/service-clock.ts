/**
 * Two clocks date facts: the service's (a notification's created_at, the Date of a response) and Drayboard's. No fact
 * is dated later than either clock shows: a fact from a clock that is ahead would replace all later facts. So the
 * slower of the two clocks is used, for notifications and fetches alike, and their dates remain comparable.
 */

/**
 * The Date header has whole seconds, and a server may cache it for one second. Clocks within this difference count as
 * equal.
 */
const HEADER_LAG_MS = 2_000;

/** Returns the instant of a notification's facts: its creation, or its receipt when that is earlier. */
export function notificationAsOf(createdAt: Date, receivedAt: Date): Date {
  return createdAt < receivedAt ? createdAt : receivedAt;
}

/**
 * Returns the offset of the service's clock in ms, positive when it is ahead. 0 when a response's Date is between
 * request and response. Null for a response without a date.
 */
export function clockOffMs(sentAt: Date, answeredAt: Date, dateHeader: string | null): number | null {
  const dated = Date.parse(dateHeader ?? "");
  if (Number.isNaN(dated)) return null;
  if (dated > answeredAt.getTime()) return dated - answeredAt.getTime();
  return dated + HEADER_LAG_MS < sentAt.getTime() ? dated - sentAt.getTime() : 0;
}

/**
 * The time range in which a fetch was read. Its facts are dated by the start, so that certainly newer facts replace
 * them.
 */
export type Read = { sentAt: Date; readUntil: Date };

/**
 * Returns the time from sending a fetch until its response. When the Date header shows that the service's clock is
 * behind, uses that clock. Then the range is the widest that the header permits, so that no later notification is
 * ignored.
 */
export function readBetween(sentAt: Date, answeredAt: Date, dateHeader: string | null): Read {
  const dated = Date.parse(dateHeader ?? "");
  if (Number.isNaN(dated) || dated + HEADER_LAG_MS >= sentAt.getTime())
    return { sentAt, readUntil: answeredAt };
  return {
    sentAt: new Date(dated - (answeredAt.getTime() - sentAt.getTime())),
    readUntil: new Date(dated + HEADER_LAG_MS),
  };
}
