"use server";

import { z } from "zod";
import { formFailure } from "@/app/(dashboard)/_forms/form-failure";
import type { FormState } from "@/components/ui/forms/form-state";
import { requireSession } from "@/lib/auth/sign-in/current-session";
import { EVENTS } from "@/lib/contract/events";
import { checkConnection } from "@/lib/features/connection/commands";
import {
  chooseWebhookEvents,
  registerWebhook,
  removeStrayWebhook,
  removeWebhook,
  rotateWebhookSecret,
} from "@/lib/features/webhooks/registration/change-webhook";
import { AppError } from "@/lib/platform/errors";

const done = (text: string): FormState => ({ done: text, problem: null, fields: {}, values: {} });

/** Runs `doIt` and shows the message that it returns. */
async function action(form: FormData, doIt: () => Promise<string>): Promise<FormState> {
  try {
    await requireSession("administer");
    return done(await doIt());
  } catch (error) {
    return formFailure(error, form, { events: "events" });
  }
}

/** Refetches the key's permissions and the webhook's status from the service. */
export async function checkConnectionAction(_previous: FormState, form: FormData): Promise<FormState> {
  return action(form, async () => {
    await checkConnection();
    return "Connection checked.";
  });
}

/** Registers the webhook, or activates it again. */
export async function registerWebhookAction(_previous: FormState, form: FormData): Promise<FormState> {
  return action(form, async () => {
    await registerWebhook();
    return "The webhook is active.";
  });
}

/** Rotates the webhook's secret. */
export async function rotateSecretAction(_previous: FormState, form: FormData): Promise<FormState> {
  return action(form, async () => {
    await rotateWebhookSecret();
    return "A new secret is in use.";
  });
}

/** Deletes the webhook at the service. */
export async function removeWebhookAction(_previous: FormState, form: FormData): Promise<FormState> {
  return action(form, async () => {
    await removeWebhook();
    return "Webhook removed.";
  });
}

/** Deletes a webhook with an unknown secret. Field: `id`. */
export async function removeStrayWebhookAction(_previous: FormState, form: FormData): Promise<FormState> {
  return action(form, async () => {
    await removeStrayWebhook(z.string().min(1).max(200).parse(form.get("id")));
    return "Webhook removed.";
  });
}

const chosenSchema = z.array(z.enum(EVENTS)).min(1);
const NONE_CHOSEN = { pointer: "events", message: "Select at least one event." };

/** Sets the webhook's events. Fields: `which` (all or some), and for some one `event` per event. */
export async function chooseEventsAction(_previous: FormState, form: FormData): Promise<FormState> {
  return action(form, async () => {
    const all = form.get("which") !== "some";
    const chosen = all ? null : chosenSchema.safeParse(form.getAll("event"));
    if (chosen?.success === false) throw new AppError("bad_input", "", { details: [NONE_CHOSEN] });
    await chooseWebhookEvents(chosen?.data ?? null);
    return all ? "All events are delivered." : "Selected events are delivered.";
  });
}
