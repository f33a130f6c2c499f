"use server";

import { formAction } from "@/app/(dashboard)/_forms/form-action";
import { retryNotifications } from "@/lib/features/connection/commands";

const queued = (count: number): string => (count === 0 ? "Already retrying." : `${count} queued for retry.`);

/** Retries one dead-lettered notification. Field: `id`. */
export const tryAgainAction = formAction(retryNotifications, {
  read: (form) => ({ id: form.get("id") }),
  done: queued,
});

/** Retries all dead-lettered notifications. */
export const tryAllAgainAction = formAction(retryNotifications, { read: () => ({}), done: queued });
