import { requireSession } from "@/lib/auth/session";
import { config } from "@/lib/config";
import { db } from "@/lib/db/client";
import { findRestored } from "@/lib/db/restored";
import { clientForPerson } from "@/lib/tracking/account";
import { checkReach } from "@/lib/tracking/reach";
import { putWebhookInOrder } from "@/lib/webhooks/keep-webhook";
import { reasonAgainst } from "@/lib/webhooks/webhook-address";
import { readWebhookChoice } from "@/lib/webhooks/webhook-choice";
import { withOwnWebhook } from "./change-webhook";

/** Asks the service anew what the key opens and how the webhook stands. Throws the service's own refusal. */
export async function checkConnection(): Promise<void> {
  await requireSession("administer");
  await checkReach(db(), clientForPerson());
  if (await findRestored(db())) return;
  const { wanted } = await readWebhookChoice(db());
  if (wanted && reasonAgainst(config()) === null) await withOwnWebhook(null, putWebhookInOrder);
}
