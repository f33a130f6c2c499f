import { requireSession } from "@/lib/auth/sign-in/current-session";
import { withOwnWebhook } from "@/lib/features/webhooks/registration/change-webhook";
import { putWebhookInOrder } from "@/lib/features/webhooks/registration/registration";
import { readWebhookChoice } from "@/lib/features/webhooks/registration/subscribed-events";
import { reasonAgainst } from "@/lib/features/webhooks/rules/callback-url";
import { config } from "@/lib/platform/config/config";
import { db } from "@/lib/platform/database/client";
import { findRestored } from "@/lib/platform/database/restored";
import { checkReach } from "@/lib/tracking-client/capability-probe";
import { clientForPerson } from "@/lib/tracking-client/open-client";

/**
 * Requests the rights of the key and the state of the webhook from the service again. Throws the service's own refusal.
 */
export async function checkConnection(): Promise<void> {
  await requireSession("administer");
  await checkReach(db(), clientForPerson());
  if (await findRestored(db())) return;
  const { wanted } = await readWebhookChoice(db());
  if (wanted && reasonAgainst(config()) === null) await withOwnWebhook(null, putWebhookInOrder);
}
