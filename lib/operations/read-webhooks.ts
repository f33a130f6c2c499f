import { requireSession } from "@/lib/auth/session";
import { db } from "@/lib/db/client";
import { clientForPerson } from "@/lib/tracking/account";
import { listServiceWebhooks } from "@/lib/webhooks/service-webhooks";
import { noteWebhookList } from "@/lib/webhooks/webhook-list";

/** Reads the list of the account's webhooks anew. Throws what the client throws. */
export async function readWebhooks(): Promise<void> {
  await requireSession("administer");
  await noteWebhookList(db(), await listServiceWebhooks(clientForPerson()));
}
