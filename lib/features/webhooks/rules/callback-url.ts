import { isLoopbackHost } from "@/lib/platform/config/config";

/** Path of the webhook endpoint below the public address. */
export const WEBHOOK_PATH = "/api/webhooks/tracking";

export type Surroundings = { publicUrl: string; trackingApiUrl: string; webhookSecret: string | null };

export function webhookAddress({ publicUrl }: Pick<Surroundings, "publicUrl">): string {
  return `${publicUrl}${WEBHOOK_PATH}`;
}

/** Returns the reason that no webhook is registered automatically. Null when it is. */
export function reasonAgainst(surroundings: Surroundings): "by_hand" | "out_of_reach" | null {
  const { publicUrl, trackingApiUrl, webhookSecret } = surroundings;
  if (webhookSecret !== null) return "by_hand";
  const reachable =
    isLoopbackHost(new URL(trackingApiUrl).hostname) || new URL(publicUrl).protocol === "https:";
  return reachable ? null : "out_of_reach";
}

/**
 * Whether a webhook is registered automatically: it was not registered manually, and the service can reach the public
 * address.
 */
export function registersItself(surroundings: Surroundings): boolean {
  return reasonAgainst(surroundings) === null;
}
