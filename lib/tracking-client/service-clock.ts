/**
 * Two clocks date facts: the service's (a notification's created_at, the Date of an answer) and ours. Nothing is dated
 * later than either says: a fact from a clock that is ahead would win against all that is true after it. So of two clocks
 * that differ the one behind counts, for notifications and fetches alike, and they still compare with each other.
 */

/** The Date header has whole seconds, and a server may keep it for one: clocks this close are the same. */
const HEADER_LAG_MS = 2_000;

/** The instant a notification's facts are as of: when it was made, or when it came where that is earlier. */
export function notificationAsOf(createdAt: Date, receivedAt: Date): Date {
  return createdAt < receivedAt ? createdAt : receivedAt;
}

/**
 * By how much the service's clock is off ours, ms, positive where it is ahead: 0 while an answer's Date lies between its
 * request and the answer; null for an answer that is not dated.
 */
export function clockOffMs(sentAt: Date, answeredAt: Date, dateHeader: string | null): number | null {
  const dated = Date.parse(dateHeader ?? "");
  if (Number.isNaN(dated)) return null;
  if (dated > answeredAt.getTime()) return dated - answeredAt.getTime();
  return dated + HEADER_LAG_MS < sentAt.getTime() ? dated - sentAt.getTime() : 0;
}

/** Between which instants a fetch was read. Its facts are as of the first: what is newer for sure overwrites it. */
export type Read = { sentAt: Date; readUntil: Date };

/**
 * From when a fetch was sent until it was answered. By the service's clock where the answer's Date header shows that it is
 * behind ours: all the time the header leaves room for, so that no later notification loses.
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
