import { listServiceWebhooks, removeServiceWebhook } from "@/lib/features/webhooks/queries/account-webhooks";
import { AppError } from "@/lib/platform/errors";
import { withOwnWebhook } from "./change-webhook";
import { putWebhookInOrder } from "./registration";
import { findWebhookCheck, noteWebhookCheck } from "./registration-check";
import { writeWebhookChoice } from "./subscribed-events";

/** Removes the webhook of this installation at the service. It is not registered again until a user requests it. */
export async function removeWebhook(): Promise<void> {
  await withOwnWebhook({ action: "removed the webhook" }, async (keeping) => {
    await writeWebhookChoice(keeping.db, { wanted: false });
    await putWebhookInOrder(keeping);
  });
}

/** Removes another webhook that delivers to our address with an unknown secret. Others are not touched. */
export async function removeStrayWebhook(id: string): Promise<void> {
  const done = { action: "removed a webhook of unknown secret", record: { type: "webhook", id } };
  await withOwnWebhook(done, async ({ db, client, url }) => {
    const check = await findWebhookCheck(db);
    const noted = check?.others.some((other) => other.id === id && other.atOurAddress);
    const there = await listServiceWebhooks(client);
    const standing = there.find((webhook) => webhook.id === id);
    if (!noted || (standing && standing.url !== url))
      throw new AppError("not_allowed", "Only webhooks with Drayboard's address can be removed here.");
    await removeServiceWebhook(client, id);
    await noteWebhookCheck(db, { others: check?.others.filter((other) => other.id !== id) });
  });
}
