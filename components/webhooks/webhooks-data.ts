import type { FormAction } from "@/components/ui/forms/form-state";
import type { TestDelivery } from "@/lib/features/webhooks/rules/test-delivery";

/** The data of Settings → Webhooks. Instants are ISO 8601 text in UTC. */

/**
 * The owner of a webhook: Drayboard's own, one that it replaced, one at its address that is maintained manually or has
 * an unknown secret, or another system's.
 */
export type WebhookKind = "own" | "replaced" | "by_hand" | "stray" | "other";

export type WebhookEntry = {
  id: string;
  url: string;
  active: boolean;
  events: readonly string[];
  /** The names of the headers sent with deliveries. Their values are not stored here. */
  headers: readonly string[];
  kind: WebhookKind;
  /** The version seen by the user, submitted with changes. */
  seen: string;
};

export type DeliveryRow = {
  id: string;
  event: string;
  createdAt: string;
  about: { type: string; id: string; name: string | null } | null;
  /** The status in the service's log. Null if the log was not requested. */
  atService: {
    status: string | null;
    webhookId: string | null;
    attempts: readonly { at: string | null; status: number | null; error: string | null }[];
  } | null;
  /** The status in the inbox. Null if not received or no longer stored. */
  here: {
    receivedAt: string;
    processedAt: string | null;
    deadLetteredAt: string | null;
    attempts: number;
    error: string | null;
    changes: readonly { label: string; before: string | null; after: string | null }[];
    /** The number of changed attributes beyond those listed. */
    more: number;
  } | null;
};

export type DeliveryPage = {
  readAt: string;
  offset: number;
  /** Null if the service does not report a total. */
  total: number | null;
  rows: readonly DeliveryRow[];
};

export type WebhooksData = {
  readAt: string;
  listReadAt: string | null;
  webhooks: readonly WebhookEntry[];
  addresses: { addresses: readonly string[]; fetchedAt: string } | null;
  received: DeliveryPage;
};

/** The result of a test, or the reason why none was sent. Both are null before the first test. */
export type TestState = { outcome: TestDelivery | null; problem: string | null };
export type TestAction = (previous: TestState, form: FormData) => Promise<TestState>;

/** A page of deliveries, or the reason why it could not be read. */
export type DeliveryResponse = { page: DeliveryPage | null; problem: string | null };

export type ReceivedFilter = "any" | "waiting" | "dead_lettered";

export type WebhooksActions = {
  create: FormAction;
  edit: FormAction;
  pause: FormAction;
  remove: FormAction;
  readList: FormAction;
  readAddresses: FormAction;
  test: TestAction;
  /** Reads the service's log: a page of it, or one notification by id. */
  readLog: (requested: { offset: number } | { id: string }) => Promise<DeliveryResponse>;
  listReceived: (requested: { state: ReceivedFilter; offset: number }) => Promise<DeliveryResponse>;
};

/** Rows per page of deliveries, both for the log and the inbox. */
export const DELIVERIES_A_PAGE = 30;
