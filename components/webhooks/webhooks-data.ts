import type { FormAction } from "@/components/ui/forms/form-state";
import type { TestDelivery } from "@/lib/features/webhooks/rules/test-delivery";

/** What Settings → Webhooks shows. Instants are ISO 8601 text in UTC. */

/**
 * Whose a webhook is: Drayboard's, one it replaced, one at its address that is looked after by hand or whose secret nobody
 * knows, another system's.
 */
export type WebhookKind = "own" | "replaced" | "by_hand" | "stray" | "other";

export type WebhookEntry = {
  id: string;
  url: string;
  active: boolean;
  events: readonly string[];
  /** Names of the headers it has sent along; their values are not kept here. */
  headers: readonly string[];
  kind: WebhookKind;
  /** What a person sees of it, to be sent along with what they change. */
  seen: string;
};

export type DeliveryRow = {
  id: string;
  event: string;
  createdAt: string;
  about: { type: string; id: string; name: string | null } | null;
  /** As the service's log tells; null where it was not asked. */
  atService: {
    status: string | null;
    webhookId: string | null;
    tries: readonly { at: string | null; status: number | null; error: string | null }[];
  } | null;
  /** As the inbox has it; null: not received, or no longer kept. */
  here: {
    receivedAt: string;
    processedAt: string | null;
    deadLetteredAt: string | null;
    tries: number;
    error: string | null;
    changes: readonly { label: string; before: string | null; after: string | null }[];
    /** Changed attributes beyond those listed. */
    more: number;
  } | null;
};

export type DeliveryPage = {
  readAt: string;
  offset: number;
  /** Null: the service does not tell. */
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

/** What a test came to, or why none was sent; both null before the first. */
export type TestState = { outcome: TestDelivery | null; problem: string | null };
export type TestAction = (previous: TestState, form: FormData) => Promise<TestState>;

/** A page of deliveries, or why it could not be read. */
export type DeliveryAnswer = { page: DeliveryPage | null; problem: string | null };

export type ReceivedFilter = "any" | "waiting" | "dead_lettered";

export type WebhooksActions = {
  create: FormAction;
  edit: FormAction;
  pause: FormAction;
  remove: FormAction;
  readList: FormAction;
  readAddresses: FormAction;
  test: TestAction;
  /** The service's log: a page of it, or one notification by its id. */
  readLog: (asked: { offset: number } | { id: string }) => Promise<DeliveryAnswer>;
  listReceived: (asked: { state: ReceivedFilter; offset: number }) => Promise<DeliveryAnswer>;
};

/** Rows a page of deliveries has, of the log as of the inbox. */
export const DELIVERIES_A_PAGE = 30;
