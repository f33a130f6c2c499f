/** What the account tracks, as far as the dashboard knows it, and what the service last said of the plan's limit. */
export type TrackingUsage = {
  /** Containers whose shipments are tracked. */
  containers: number;
  shipments: number;
  /** Requests that wait for their answer: each counts as a container until it comes. */
  waiting: number;
  /** The service's words when it last refused a number for the plan's sake, and when (UTC). */
  refused: { words: string; at: string } | null;
  /** Whether it took a number after that. */
  takenSince: boolean;
  /** Tracking requests within the last minute, and how many the service takes; null where it does not count. */
  asked: number;
  askedLimit: number | null;
};

/** The limit that a refusal names ("up to 10 active containers" → 10); null where it names none. */
export function limitIn(words: string): number | null {
  const [, figure] = /(\d[\d,.]*)\s+(?:active\s+)?containers?\b/i.exec(words) ?? [];
  const limit = Number((figure ?? "").replaceAll(/[,.]/g, ""));
  return figure && Number.isSafeInteger(limit) ? limit : null;
}

/** What counts against the plan: containers tracked, and one for each request that waits. */
export const usedOfPlan = ({ containers, waiting }: TrackingUsage): number => containers + waiting;

/** What is known of the plan's limit, in words. The service has no way to ask for it: it is learnt from a refusal. */
export function planLimitWords(usage: TrackingUsage): string {
  const { refused, takenSince } = usage;
  if (!refused) return "The service tells the plan’s limit only when it refuses a number; so far it has not.";
  const limit = limitIn(refused.words);
  const raised = takenSince || (limit !== null && usedOfPlan(usage) > limit);
  if (raised) return `It once refused a number (“${refused.words}”), and has taken others since.`;
  return limit === null
    ? `It refused the last number: “${refused.words}”`
    : `The plan allows ${limit.toLocaleString("en-US")}: “${refused.words}” Stop tracking a shipment, or have the plan raised.`;
}
