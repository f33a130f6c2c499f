"use server";

import { z } from "zod";
import { formFailure } from "@/app/(desk)/form-failure";
import type { FormState } from "@/components/ui/form-state";
import { requireSession } from "@/lib/auth/session";
import { EVENTS } from "@/lib/contract/events";
import { AppError } from "@/lib/errors";
import { checkConnection } from "@/lib/operations/check-connection";
import { chooseWebhookEvents } from "@/lib/operations/choose-webhook-events";
import { registerWebhook } from "@/lib/operations/register-webhook";
import { removeStrayWebhook, removeWebhook } from "@/lib/operations/remove-webhook";
import { rotateWebhookSecret } from "@/lib/operations/rotate-webhook-secret";

const done = (words: string): FormState => ({ done: words, problem: null, fields: {}, values: {} });

async function act(form: FormData, words: string, doIt: () => Promise<void>): Promise<FormState> {
  try {
    await requireSession("administer");
    await doIt();
    return done(words);
  } catch (error) {
    return formFailure(error, form, { events: "events" });
  }
}

/** Asks the service anew what the key opens and how the webhook stands. */
export async function checkConnectionAction(_previous: FormState, form: FormData): Promise<FormState> {
  return act(form, "The service was asked.", checkConnection);
}

/** Registers the webhook, or switches it on again. */
export async function registerWebhookAction(_previous: FormState, form: FormData): Promise<FormState> {
  return act(form, "The webhook is active.", registerWebhook);
}

/** Gives the webhook a new secret. */
export async function rotateSecretAction(_previous: FormState, form: FormData): Promise<FormState> {
  return act(form, "A new secret is in use.", rotateWebhookSecret);
}

/** Removes the webhook at the service. */
export async function removeWebhookAction(_previous: FormState, form: FormData): Promise<FormState> {
  return act(form, "The webhook was removed.", removeWebhook);
}

/** Removes a webhook nobody here knows the secret of. Field: `id`. */
export async function removeStrayWebhookAction(_previous: FormState, form: FormData): Promise<FormState> {
  return act(form, "It was removed.", () =>
    removeStrayWebhook(z.string().min(1).max(200).parse(form.get("id"))),
  );
}

const chosenSchema = z.array(z.enum(EVENTS)).min(1);
const NONE_CHOSEN = { pointer: "events", message: "Choose at least one event." };

/** Chooses the events. Fields: `which` (all or some), and `event` for each of some. */
export async function chooseEventsAction(_previous: FormState, form: FormData): Promise<FormState> {
  const all = form.get("which") !== "some";
  const words = all ? "All events are delivered." : "The service delivers what you chose.";
  return act(form, words, async () => {
    const chosen = all ? null : chosenSchema.safeParse(form.getAll("event"));
    if (chosen?.success === false) throw new AppError("bad_input", "", { details: [NONE_CHOSEN] });
    await chooseWebhookEvents(chosen?.data ?? null);
  });
}
