import type { EventName } from "@/lib/contract/events";

/** The result of one requested sample delivery. Times are ISO text in UTC. */
export type TestDelivery = {
  url: string;
  event: EventName;
  sentAt: string;
  succeeded: boolean;
  /** The response status of the address. Null when it did not respond, with details in `error`. */
  status: number | null;
  error: string | null;
  response: string | null;
  /**
   * When Drayboard accepted it with a valid signature. Null when it did not, or when the address belongs to another
   * system.
   */
  arrivedAt: string | null;
  own: boolean;
};
