"use server";

import { FieldProblems, formAction } from "@/app/(dashboard)/_forms/form-action";
import { checkConnection } from "@/lib/features/connection/commands";
import { removeSamples } from "@/lib/features/samples/commands";
import {
  chooseWebhookEvents,
  registerWebhook,
  removeStrayWebhook,
  removeWebhook,
  rotateWebhookSecret,
} from "@/lib/features/webhooks/registration/change-webhook";

const nothing = () => ({});

/** Refetches the key's permissions and the webhook's status from the service. */
export const checkConnectionAction = formAction(checkConnection, {
  read: nothing,
  done: () => "Connection checked.",
});

/** Registers the webhook, or activates it again. */
export const registerWebhookAction = formAction(registerWebhook, {
  read: nothing,
  done: () => "The webhook is active.",
});

/** Rotates the webhook's secret. */
export const rotateSecretAction = formAction(rotateWebhookSecret, {
  read: nothing,
  done: () => "A new secret is in use.",
});

/** Deletes the webhook at the service. */
export const removeWebhookAction = formAction(removeWebhook, {
  read: nothing,
  done: () => "Webhook removed.",
});

/** Deletes a webhook with an unknown secret. Field: `id`. */
export const removeStrayWebhookAction = formAction(removeStrayWebhook, {
  read: (form) => ({ id: form.get("id") }),
  done: () => "Webhook removed.",
});

const choosesAll = (form: FormData): boolean => form.get("which") !== "some";

/** Sets the webhook's events. Fields: `which` (all or some), and for some one `event` per event. */
export const chooseEventsAction = formAction(chooseWebhookEvents, {
  read: (form) => {
    if (choosesAll(form)) return { events: null };
    const events = form.getAll("event");
    return events.length === 0 ? new FieldProblems({ events: "Select at least one event." }) : { events };
  },
  done: (_, form) => (choosesAll(form) ? "All events are delivered." : "Selected events are delivered."),
  fields: { events: "events" },
});

/** Removes the sample work of the first start. */
export const removeSamplesAction = formAction(removeSamples, {
  read: nothing,
  done: () => "Samples are being removed. Those that users changed are kept.",
});
