"use server";

import { z } from "zod";
import { dashboardFailure } from "@/app/(dashboard)/_forms/dashboard-failure";
import { fieldProblems, formFailure } from "@/app/(dashboard)/_forms/form-failure";
import type { FormState } from "@/components/ui/forms/form-state";
import { requireSession } from "@/lib/auth/sign-in/current-session";
import { EVENTS, type EventName } from "@/lib/contract/events";
import { EVENT_LABELS } from "@/lib/domain/milestones/event-labels";
import {
  createWebhook,
  deleteWebhook,
  editWebhook,
  pauseWebhook,
  readDeliveryAddresses,
  readWebhooks,
} from "@/lib/features/webhooks/commands/change-account-webhook";
import { findWebhookList, seenOf } from "@/lib/features/webhooks/queries/stored-webhooks";
import type { WantedHeader } from "@/lib/features/webhooks/rules/custom-headers";
import { db } from "@/lib/platform/database/client";
import { AppError } from "@/lib/platform/errors";

const FIELD_OF = { url: "url", events: "events", headers: "headers/" };
const id = z.string().min(1).max(200);
const seen = z.string().max(20_000);
const events = z.array(z.enum(EVENTS)).min(1);
const headers = z
  .array(z.object({ name: z.string().max(10_000), value: z.string().max(10_000).nullable() }))
  .max(100);

const done = (text: string, values: Readonly<Record<string, string>> = {}): FormState => ({
  done: text,
  problem: null,
  fields: {},
  values,
});

/** The chosen events of a form. Null when none is chosen. */
function eventsIn(form: FormData): readonly EventName[] | null {
  if (form.get("which") === "all") return EVENTS;
  const read = events.safeParse(form.getAll("event"));
  return read.success ? read.data : null;
}

/** The headers of a form, from JSON. A null value keeps the value stored at the service. */
function headersIn(form: FormData): WantedHeader[] {
  try {
    return headers.parse(JSON.parse(String(form.get("headers") ?? "[]")));
  } catch (cause) {
    throw new AppError("bad_input", "Couldn’t read the headers. Shorten them, or reload the page.", {
      cause,
    });
  }
}

const noEvents = (form: FormData) => fieldProblems(form, { events: "Select at least one event." });

function withheldText(withheld: readonly EventName[]): string {
  if (withheld.length === 0) return "";
  return ` Left out because not on this account’s plan: ${withheld.map((name) => EVENT_LABELS[name]).join(", ")}.`;
}

/** The current webhook state, used by a second attempt after a change by another user. */
const seenNow = (form: FormData) => async (): Promise<Record<string, string>> => {
  const list = await findWebhookList(db());
  const found = list?.webhooks.find((webhook) => webhook.id === form.get("id"));
  return found ? { seen: seenOf(found) } : {};
};

/**
 * Registers a webhook. Fields: `url`, `which` (all or some), for some one `event` per event, `headers` (JSON). The
 * values contain its secret.
 */
export async function createWebhookAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    await requireSession("administer");
    const chosen = eventsIn(form);
    if (chosen === null) return noEvents(form);
    const url = String(form.get("url") ?? "");
    const { secret, withheld } = await createWebhook({
      url,
      events: chosen,
      headers: headersIn(form),
    });
    return done(`Webhook registered.${withheldText(withheld)}`, { url: url.trim(), secret });
  } catch (error) {
    return formFailure(error, form, FIELD_OF);
  }
}

/** Edits a webhook. Fields: `id`, `seen`, and those of a new webhook. */
export async function editWebhookAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    await requireSession("administer");
    const chosen = eventsIn(form);
    if (chosen === null) return noEvents(form);
    const withheld = await editWebhook({
      id: id.parse(form.get("id")),
      seen: seen.parse(form.get("seen")),
      url: String(form.get("url") ?? ""),
      events: chosen,
      headers: headersIn(form),
    });
    return done(`Webhook saved.${withheldText(withheld)}`);
  } catch (error) {
    const state = await dashboardFailure(error, form, seenNow(form));
    const { fields } = formFailure(error, form, FIELD_OF);
    return Object.keys(fields).length > 0 ? { ...state, problem: null, fields } : state;
  }
}

/** Pauses or resumes a webhook. Fields: `id`, `active` ("true" or "false"). */
export async function pauseWebhookAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    await requireSession("administer");
    const active = form.get("active") === "true";
    await pauseWebhook(id.parse(form.get("id")), active);
    return done(active ? "Deliveries resumed." : "Deliveries paused.");
  } catch (error) {
    return formFailure(error, form, {});
  }
}

/** Deletes a webhook. Fields: `id`, `seen`. */
export async function deleteWebhookAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    await requireSession("administer");
    await deleteWebhook(id.parse(form.get("id")), seen.parse(form.get("seen")));
    return done("Webhook deleted.");
  } catch (error) {
    return formFailure(error, form, {});
  }
}

/** Refetches the list of webhooks. */
export async function readWebhooksAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    await requireSession("administer");
    await readWebhooks();
    return done("List refreshed.");
  } catch (error) {
    return formFailure(error, form, {});
  }
}

/** Refetches the service's list of sender addresses. */
export async function readAddressesAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    await requireSession("administer");
    await readDeliveryAddresses();
    return done("List refreshed.");
  } catch (error) {
    return formFailure(error, form, {});
  }
}
