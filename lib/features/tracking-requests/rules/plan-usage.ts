/** What the account tracks, according to the mirror, and the last message of the service about the plan limit. */
export type TrackingUsage = {
  /** Containers of tracked shipments. */
  containers: number;
  shipments: number;
  /** Waiting requests. Each counts as one container until it gets its response. */
  waiting: number;
  /** The message and time (UTC) of the last refusal because of the plan. */
  refused: { text: string; at: string } | null;
  /** Whether the service accepted a number after that. */
  takenSince: boolean;
  /** Tracking requests in the last minute and the limit of the service. Null where they are not counted. */
  requested: number;
  requestLimit: number | null;
};

/** Returns the limit in a refusal ("up to 10 active containers" → 10). Null if there is none. */
export function limitIn(text: string): number | null {
  const [, figure] = /(\d[\d,.]*)\s+(?:active\s+)?containers?\b/i.exec(text) ?? [];
  const limit = Number((figure ?? "").replaceAll(/[,.]/g, ""));
  return figure && Number.isSafeInteger(limit) ? limit : null;
}

/** Returns the usage of the plan: tracked containers plus one for each waiting request. */
export const usedOfPlan = ({ containers, waiting }: TrackingUsage): number => containers + waiting;

/** Returns the known plan limit as text. The service has no endpoint for the limit. It is read from a refusal. */
export function planLimitText(usage: TrackingUsage): string {
  const { refused, takenSince } = usage;
  if (!refused) return "Plan limit unknown. The service reports it only when it rejects a number.";
  const limit = limitIn(refused.text);
  const raised = takenSince || (limit !== null && usedOfPlan(usage) > limit);
  if (raised) return `The service rejected a number (“${refused.text}”), then accepted others.`;
  return limit === null
    ? `Last number rejected: “${refused.text}”`
    : `The plan allows ${limit.toLocaleString("en-US")}: “${refused.text}” Stop tracking a shipment, or upgrade the plan.`;
}
