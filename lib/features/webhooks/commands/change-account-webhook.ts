import { recordDone } from "@/lib/auth/audit/record-outcome";
import { requireSession } from "@/lib/auth/sign-in/current-session";
import type { EventName } from "@/lib/contract/events";
import {
  createServiceWebhook,
  editServiceWebhook,
  getServiceWebhook,
  listServiceWebhooks,
  removeServiceWebhook,
  type ServiceWebhook,
} from "@/lib/features/webhooks/queries/account-webhooks";
import { noteWebhookList, seenNow } from "@/lib/features/webhooks/queries/stored-webhooks";
import { withWebhookLock } from "@/lib/features/webhooks/registration/registration-lock";
import { registersItself, webhookAddress } from "@/lib/features/webhooks/rules/callback-url";
import { requireHeaders, type WantedHeader } from "@/lib/features/webhooks/rules/custom-headers";
import { fetchDeliveryAddresses } from "@/lib/ingest/sender-addresses";
import { config, isLoopbackHost } from "@/lib/platform/config/config";
import { db } from "@/lib/platform/database/client";
import { AppError } from "@/lib/platform/errors";
import type { TrackingClient } from "@/lib/tracking-client/client";
import { clientForUser } from "@/lib/tracking-client/open-client";
import { findOwnWebhook, listRetiredWebhooks } from "@/lib/tracking-client/registered-webhook";
import { webhookUrlProblem } from "./validate-target";

const LOCK_WAIT_MS = 6_000;
const OURS = "This is Drayboard’s own webhook. Manage it under Settings → Connection.";

async function readList(client: TrackingClient): Promise<void> {
  await noteWebhookList(db(), await listServiceWebhooks(client));
}

const isOutOfDate = (error: unknown) =>
  error instanceof AppError && ["changed_meanwhile", "not_found"].includes(error.code);

/** The action and the webhook for the audit log. */
type WebhookAction = { action: string; id: string; detail?: string };

/** Host of an address for the audit log. The rest of the address may contain a secret. */
const hostOf = (url: string): string => new URL(url).host;

/**
 * Runs an action on a webhook of the account for a signed-in user under the webhook lock, and records it. Refetches the
 * list afterwards, even if the action failed because the list was outdated. Throws the error of the service.
 */
async function withAccountWebhooks<T>(
  act: (client: TrackingClient) => Promise<T>,
  actionOf: (done: T) => WebhookAction,
): Promise<T> {
  const by = await requireSession("administer");
  return withWebhookLock(db(), LOCK_WAIT_MS, async (check) => {
    const client = clientForUser().checkedBy(check);
    try {
      const done = await act(client);
      const { id, ...reported } = actionOf(done);
      await recordDone(by, { ...reported, record: { type: "webhook", id } });
      // The action is complete even if the list cannot be read. The list shows its own time.
      await readList(client).catch(() => {});
      return done;
    } catch (error) {
      if (isOutOfDate(error)) await readList(client).catch(() => {});
      throw error;
    }
  });
}

/** Throws `not_allowed` for Drayboard's own webhook and those it replaced, which are managed on another page. */
async function requireNotOurs(id: string): Promise<void> {
  const ours = [await findOwnWebhook(db()), ...(await listRetiredWebhooks(db()))];
  if (ours.some((one) => one?.id === id)) throw new AppError("not_allowed", OURS);
}

/**
 * Validates a webhook address. The service must accept it, and it must not resolve to a forbidden address as seen from
 * Drayboard. Throws `bad_input` with the pointer "url".
 */
async function requireWebhookUrl(typed: string): Promise<string> {
  const url = typed.trim();
  const settings = config();
  const problem =
    registersItself(settings) && url === webhookAddress(settings)
      ? "This is Drayboard’s own address. Register its webhook under Settings → Connection."
      : await webhookUrlProblem(url, {
          privateAddresses: settings.webhookPrivateAddresses,
          serviceIsHere: isLoopbackHost(new URL(settings.trackingApiUrl).hostname),
        });
  if (problem === null) return url;
  throw new AppError("bad_input", problem, { details: [{ pointer: "url", message: problem }] });
}

/**
 * Throws `changed_meanwhile` with the current state unless the webhook is still as displayed to the user (`seenOf`).
 */
async function requireAsSeen(client: TrackingClient, id: string, seen: string): Promise<ServiceWebhook> {
  const now = await getServiceWebhook(client, id);
  if (seenNow(now) === seen) return now;
  const events = now.events.length === 1 ? "1 event" : `${now.events.length} events`;
  const names = now.headers.map(({ name }) => name).join(", ");
  const headers = names === "" ? "" : ` with custom headers (${names})`;
  throw new AppError(
    "changed_meanwhile",
    `This webhook changed while you were editing: it is now ${now.active ? "active" : "paused"} and delivers ${events} to ${now.url}${headers}. Retry to apply your change.`,
  );
}

/**
 * Registers a webhook of another system at the service. `secret` signs its deliveries: it is returned here and not
 * stored. `withheld` contains the events not available to the account. Throws `bad_input` for an address that cannot
 * receive deliveries and for invalid headers, and the error of the service.
 */
export async function createWebhook(requested: {
  url: string;
  events: readonly EventName[];
  headers: readonly WantedHeader[];
}): Promise<{ id: string; secret: string; withheld: EventName[] }> {
  const url = await requireWebhookUrl(requested.url);
  const headers = requireHeaders(requested.headers, []);
  const create = async (client: TrackingClient) => {
    const known = (await listServiceWebhooks(client)).map(({ id }) => id);
    const wanted = { url, events: requested.events, headers, known };
    const { webhook, withheld } = await createServiceWebhook(client, wanted);
    return { id: webhook.id, secret: webhook.secret, withheld };
  };
  return withAccountWebhooks(create, ({ id }) => ({
    action: "registered a webhook",
    id,
    detail: hostOf(url),
  }));
}

/**
 * Changes the address, events and headers of a webhook of another system. Returns the events not available to the
 * account. Throws `changed_meanwhile` when the webhook is not as displayed to the user, `not_allowed` for Drayboard's
 * own webhook, and the error of the service.
 */
export async function editWebhook(requested: {
  id: string;
  seen: string;
  url: string;
  events: readonly EventName[];
  headers: readonly WantedHeader[];
}): Promise<EventName[]> {
  const url = await requireWebhookUrl(requested.url);
  const edit = async (client: TrackingClient) => {
    await requireNotOurs(requested.id);
    const held = await requireAsSeen(client, requested.id, requested.seen);
    const headers = requireHeaders(requested.headers, held.headers);
    const change = { url, events: requested.events, headers };
    return (await editServiceWebhook(client, requested.id, change)).withheld;
  };
  const act = { action: "changed a webhook", id: requested.id, detail: hostOf(url) };
  return withAccountWebhooks(edit, () => act);
}

/**
 * Deletes a webhook of another system with its waiting deliveries. Throws `changed_meanwhile` when it is not as
 * displayed to the user, `not_allowed` for Drayboard's own webhook, and the error of the service.
 */
export async function deleteWebhook(id: string, seen: string): Promise<void> {
  await withAccountWebhooks(
    async (client) => {
      await requireNotOurs(id);
      await requireAsSeen(client, id, seen);
      await removeServiceWebhook(client, id);
    },
    () => ({ action: "deleted a webhook", id }),
  );
}

/**
 * Pauses deliveries to a webhook of another system (`active` false) or resumes them. Throws `not_allowed` for
 * Drayboard's own webhook, and the error of the service.
 */
export async function pauseWebhook(id: string, active: boolean): Promise<void> {
  const action = active ? "resumed a webhook" : "paused a webhook";
  await withAccountWebhooks(
    async (client) => {
      await requireNotOurs(id);
      await editServiceWebhook(client, id, { active });
    },
    () => ({ action, id }),
  );
}

/** Refetches the webhook list of the account. Throws the errors of the client. */
export async function readWebhooks(): Promise<void> {
  await requireSession("administer");
  await readList(clientForUser());
}

/** Refetches the sender addresses of deliveries from the service. Throws the errors of the client. */
export async function readDeliveryAddresses(): Promise<void> {
  await requireSession("administer");
  await fetchDeliveryAddresses(db(), clientForUser());
}
