import { requireSession } from "@/lib/auth/sign-in/current-session";
import { listServiceWebhooks } from "@/lib/features/webhooks/queries/account-webhooks";
import { noteWebhookList } from "@/lib/features/webhooks/queries/stored-webhooks";
import { db } from "@/lib/platform/database/client";
import { clientForPerson } from "@/lib/tracking-client/open-client";

/** Refetches the webhook list of the account. Throws the errors of the client. */
export async function readWebhooks(): Promise<void> {
  await requireSession("administer");
  await noteWebhookList(db(), await listServiceWebhooks(clientForPerson()));
}
