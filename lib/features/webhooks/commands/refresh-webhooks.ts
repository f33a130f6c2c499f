import { requireSession } from "@/lib/auth/sign-in/current-session";
import { listServiceWebhooks } from "@/lib/features/webhooks/queries/account-webhooks";
import { noteWebhookList } from "@/lib/features/webhooks/queries/stored-webhooks";
import { db } from "@/lib/platform/database/client";
import { clientForPerson } from "@/lib/tracking-client/open-client";

/** Reads the list of the account's webhooks anew. Throws what the client throws. */
export async function readWebhooks(): Promise<void> {
  await requireSession("administer");
  await noteWebhookList(db(), await listServiceWebhooks(clientForPerson()));
}
