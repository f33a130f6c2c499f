import type { EventName } from "@/lib/contract/events";

/** What became of one sample that the service was asked to send. Instants are ISO text in UTC. */
export type TestDelivery = {
  url: string;
  event: EventName;
  sentAt: string;
  succeeded: boolean;
  /** The status the address answered with; null where it did not answer, which `error` says more of. */
  status: number | null;
  error: string | null;
  answer: string | null;
  /** When Drayboard took it, signature and all; null where it did not, or the address is another system's. */
  arrivedAt: string | null;
  own: boolean;
};
