import { z } from "zod";
import type { AuditInput } from "@/lib/auth/audit/audit-log";
import { recordDone } from "@/lib/auth/audit/record-outcome";
import { type CommandContext, command } from "@/lib/auth/commands/command";
import { EVENTS, type EventName } from "@/lib/contract/events";
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
import { requireHeaders } from "@/lib/features/webhooks/rules/custom-headers";
import { fetchDeliveryAddresses } from "@/lib/ingest/sender-addresses";
import { config, isLoopbackHost } from "@/lib/platform/config/config";
import type { Database } from "@/lib/platform/database/client";
import { AppError } from "@/lib/platform/errors";
import type { TrackingClient } from "@/lib/tracking-client/client";
import { findOwnWebhook, listRetiredWebhooks } from "@/lib/tracking-client/registered-webhook";
import { webhookUrlProblem } from "./validate-target";

const LOCK_WAIT_MS = 6_000;
const OURS = "This is Drayboard’s own webhook. Manage it under Settings → Connection.";

async function readList(db: Database, client: TrackingClient): Promise<void> {
  await noteWebhookList(db, await listServiceWebhooks(client));
}

const isOutOfDate = (error: unknown) =>
  error instanceof AppError && ["changed_meanwhile", "not_found"].includes(error.code);

/** Host of an address for the audit log. The rest of the address may contain a secret. */
const hostOf = (url: string): string => new URL(url).host;

/**
 * Runs an action on a webhook of the account under the webhook lock, and records it. Refetches the list afterwards, even
 * if the action failed because the list was outdated. Throws the error of the service.
 */
async function withAccountWebhooks<T>(
  ctx: CommandContext,
  act: (client: TrackingClient) => Promise<T>,
  entryOf: (done: T) => { id: string; entry: AuditInput },
): Promise<T> {
  return withWebhookLock(ctx.db, LOCK_WAIT_MS, async (check) => {
    const client = ctx.tracking.checkedBy(check);
    try {
      const done = await act(client);
      const { id, entry } = entryOf(done);
      await recordDone(ctx, { ...entry, record: { type: "webhook", id } });
      // The action is complete even if the list cannot be read. The list shows its own time.
      await readList(ctx.db, client).catch(() => {});
      return done;
    } catch (error) {
      if (isOutOfDate(error)) await readList(ctx.db, client).catch(() => {});
      throw error;
    }
  });
}

/** Throws `not_allowed` for Drayboard's own webhook and those it replaced, which are managed on another page. */
async function requireNotOurs(db: Database, id: string): Promise<void> {
  const ours = [await findOwnWebhook(db), ...(await listRetiredWebhooks(db))];
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

const idSchema = z.string().min(1).max(200);
const seenSchema = z.string().max(20_000);
/** Custom headers. A null value keeps the value stored at the service. */
export const headersSchema = z
  .array(z.object({ name: z.string().max(10_000), value: z.string().max(10_000).nullable() }))
  .max(100)
  .readonly();
const webhookSchema = z.object({
  url: z.string(),
  events: z.array(z.enum(EVENTS)).readonly(),
  headers: headersSchema,
});

/**
 * Registers a webhook of another system at the service. `secret` signs its deliveries: it is returned here and not
 * stored. `withheld` contains the events not available to the account. Throws `bad_input` for an address that cannot
 * receive deliveries and for invalid headers, and the error of the service.
 */
export const createWebhook = command(
  { right: "administer", input: webhookSchema },
  async (ctx, { events, ...typed }): Promise<{ id: string; secret: string; withheld: EventName[] }> => {
    const url = await requireWebhookUrl(typed.url);
    const headers = requireHeaders(typed.headers, []);
    const create = async (client: TrackingClient) => {
      const known = (await listServiceWebhooks(client)).map(({ id }) => id);
      const { webhook, withheld } = await createServiceWebhook(client, { url, events, headers, known });
      return { id: webhook.id, secret: webhook.secret, withheld };
    };
    return withAccountWebhooks(ctx, create, ({ id }) => ({
      id,
      entry: { action: "webhook.registered", data: { host: hostOf(url) } },
    }));
  },
);

/**
 * Changes the address, events and headers of a webhook of another system. Returns the events not available to the
 * account. Throws `changed_meanwhile` when the webhook is not as displayed to the user, `not_allowed` for Drayboard's
 * own webhook, and the error of the service.
 */
export const editWebhook = command(
  { right: "administer", input: webhookSchema.extend({ id: idSchema, seen: seenSchema }) },
  async (ctx, { id, seen, events, ...typed }): Promise<EventName[]> => {
    const url = await requireWebhookUrl(typed.url);
    const edit = async (client: TrackingClient) => {
      await requireNotOurs(ctx.db, id);
      const held = await requireAsSeen(client, id, seen);
      const headers = requireHeaders(typed.headers, held.headers);
      const change = { url, events, headers: headers ?? undefined };
      return (await editServiceWebhook(client, id, change)).withheld;
    };
    const entry = { action: "webhook.changed", data: { host: hostOf(url) } } as const;
    return withAccountWebhooks(ctx, edit, () => ({ id, entry }));
  },
);

/**
 * Deletes a webhook of another system with its waiting deliveries. Throws `changed_meanwhile` when it is not as
 * displayed to the user, `not_allowed` for Drayboard's own webhook, and the error of the service.
 */
export const deleteWebhook = command(
  { right: "administer", input: z.object({ id: idSchema, seen: seenSchema }) },
  async (ctx, { id, seen }): Promise<void> => {
    await withAccountWebhooks(
      ctx,
      async (client) => {
        await requireNotOurs(ctx.db, id);
        await requireAsSeen(client, id, seen);
        await removeServiceWebhook(client, id);
      },
      () => ({ id, entry: { action: "webhook.deleted" } }),
    );
  },
);

/**
 * Pauses deliveries to a webhook of another system (`active` false) or resumes them. Throws `not_allowed` for
 * Drayboard's own webhook, and the error of the service.
 */
export const pauseWebhook = command(
  { right: "administer", input: z.object({ id: idSchema, active: z.boolean() }) },
  async (ctx, { id, active }): Promise<void> => {
    await withAccountWebhooks(
      ctx,
      async (client) => {
        await requireNotOurs(ctx.db, id);
        await editServiceWebhook(client, id, { active });
      },
      () => ({ id, entry: { action: active ? "webhook.resumed" : "webhook.paused" } }),
    );
  },
);

/** Refetches the webhook list of the account. Throws the errors of the client. */
export const readWebhooks = command(
  { right: "administer", input: z.object({}) },
  async ({ db, tracking }): Promise<void> => readList(db, tracking),
);

/** Refetches the sender addresses of deliveries from the service. Throws the errors of the client. */
export const readDeliveryAddresses = command(
  { right: "administer", input: z.object({}) },
  async ({ db, tracking }): Promise<void> => {
    await fetchDeliveryAddresses(db, tracking);
  },
);
