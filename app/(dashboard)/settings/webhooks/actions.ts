"use server";

import { z } from "zod";
import { FieldProblems, formAction, textOf } from "@/app/(dashboard)/_forms/form-action";
import { formDone } from "@/app/(dashboard)/_forms/form-done";
import { EVENTS, type EventName } from "@/lib/contract/events";
import { EVENT_LABELS } from "@/lib/domain/milestones/event-labels";
import {
  createWebhook,
  deleteWebhook,
  editWebhook,
  headersSchema,
  pauseWebhook,
  readDeliveryAddresses,
  readWebhooks,
} from "@/lib/features/webhooks/commands/change-account-webhook";
import { findWebhookList, seenOf } from "@/lib/features/webhooks/queries/stored-webhooks";
import { AppError } from "@/lib/platform/errors";

const FIELDS = { url: "url", events: "events", headers: "headers/" };
const eventsSchema = z.array(z.enum(EVENTS)).min(1);

/** The headers of a form, from JSON. A null value keeps the value stored at the service. */
function headersIn(form: FormData): unknown {
  try {
    return headersSchema.parse(JSON.parse(String(form.get("headers") ?? "[]")));
  } catch (cause) {
    throw new AppError("bad_input", "Couldn’t read the headers. Shorten them, or reload the page.", {
      cause,
    });
  }
}

/** The address, chosen events and headers of a form. */
function webhookIn(form: FormData) {
  const chosen = eventsSchema.safeParse(form.get("which") === "all" ? [...EVENTS] : form.getAll("event"));
  if (!chosen.success) return new FieldProblems({ events: "Select at least one event." });
  return { url: textOf(form, "url"), events: chosen.data, headers: headersIn(form) };
}

function withheldText(withheld: readonly EventName[]): string {
  if (withheld.length === 0) return "";
  return ` Left out because not on this account’s plan: ${withheld.map((name) => EVENT_LABELS[name]).join(", ")}.`;
}

/**
 * Registers a webhook. Fields: `url`, `which` (all or some), for some one `event` per event, `headers` (JSON). The
 * values contain its secret.
 */
export const createWebhookAction = formAction(createWebhook, {
  read: webhookIn,
  done: ({ secret, withheld }, form) =>
    formDone(`Webhook registered.${withheldText(withheld)}`, "now", {
      url: textOf(form, "url").trim(),
      secret,
    }),
  fields: FIELDS,
});

/** Edits a webhook. Fields: `id`, `seen`, and those of a new webhook. */
export const editWebhookAction = formAction(editWebhook, {
  read: (form) => {
    const webhook = webhookIn(form);
    if (webhook instanceof FieldProblems) return webhook;
    return { ...webhook, id: form.get("id"), seen: form.get("seen") };
  },
  done: (withheld) => `Webhook saved.${withheldText(withheld)}`,
  fields: FIELDS,
  // A second attempt after a change by another user is based on the present state.
  current: async (form, { db }): Promise<Record<string, string>> => {
    const list = await findWebhookList(db);
    const found = list?.webhooks.find((webhook) => webhook.id === form.get("id"));
    return found ? { seen: seenOf(found) } : {};
  },
});

/** Pauses or resumes a webhook. Fields: `id`, `active` ("true" or "false"). */
export const pauseWebhookAction = formAction(pauseWebhook, {
  read: (form) => ({ id: form.get("id"), active: form.get("active") === "true" }),
  done: (_, form) => (form.get("active") === "true" ? "Deliveries resumed." : "Deliveries paused."),
});

/** Deletes a webhook. Fields: `id`, `seen`. */
export const deleteWebhookAction = formAction(deleteWebhook, {
  read: (form) => ({ id: form.get("id"), seen: form.get("seen") }),
  done: () => "Webhook deleted.",
});

/** Refetches the list of webhooks. */
export const readWebhooksAction = formAction(readWebhooks, {
  read: () => ({}),
  done: () => "List refreshed.",
});

/** Refetches the service's list of sender addresses. */
export const readAddressesAction = formAction(readDeliveryAddresses, {
  read: () => ({}),
  done: () => "List refreshed.",
});
