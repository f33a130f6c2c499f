import { z } from "zod";
import { recordDone } from "@/lib/auth/audit/record-outcome";
import { command } from "@/lib/auth/commands/command";
import { EVENTS } from "@/lib/contract/events";
import {
  getServiceWebhook,
  type ServiceWebhook,
  sendSample,
} from "@/lib/features/webhooks/queries/account-webhooks";
import { withWebhookLock } from "@/lib/features/webhooks/registration/registration-lock";
import { webhookAddress } from "@/lib/features/webhooks/rules/callback-url";
import type { TestDelivery } from "@/lib/features/webhooks/rules/test-delivery";
import { beginTestDelivery, findTestArrival } from "@/lib/ingest/sample-delivery";
import { config } from "@/lib/platform/config/config";
import type { Executor } from "@/lib/platform/database/client";
import { listDeliverySecrets } from "@/lib/tracking-client/registered-webhook";

const LOCK_WAIT_MS = 6_000;

/** Whether Drayboard would ingest a delivery to this webhook signed with its secret. */
async function leadsHere(executor: Executor, { url, secret }: ServiceWebhook): Promise<boolean> {
  const settings = config();
  if (url === webhookAddress(settings)) return true;
  return (
    secret !== null && [settings.webhookSecret, ...(await listDeliverySecrets(executor))].includes(secret)
  );
}

/**
 * Requests one sample delivery of an event to the address of a webhook. For another system it is signed with the secret
 * of its webhook, if the service returns it. For Drayboard it is signed with a secret for this sample only, so that the
 * sample shipment is not ingested. Throws the errors of the client.
 */
export const sendTestDelivery = command(
  { right: "administer", input: z.object({ id: z.string().min(1).max(200), event: z.enum(EVENTS) }) },
  async (ctx, { id: webhookId, event }): Promise<TestDelivery> => {
    const { db, tracking: client } = ctx;
    const webhook = await getServiceWebhook(client, webhookId);
    const own = await leadsHere(db, webhook);
    const { url, secret } = webhook;
    const sentAt = new Date().toISOString();
    const send = async (signedWith: string | null, through = client) => {
      const reported = await sendSample(through, { url, event, secret: signedWith || undefined });
      const record = { type: "webhook", id: webhookId };
      await recordDone(ctx, { action: "webhook.test_sent", record, data: { event } });
      return {
        url,
        event,
        sentAt,
        succeeded: reported.succeeded,
        status: reported.status_code ?? null,
        error: reported.error ?? null,
        response: reported.response_body?.trim() || null,
        own,
      };
    };
    if (!own) return { ...(await send(secret)), arrivedAt: null };
    return withWebhookLock(db, LOCK_WAIT_MS, async (check) => {
      const reported = await send(await beginTestDelivery(db), client.checkedBy(check));
      return { ...reported, arrivedAt: await findTestArrival(db) };
    });
  },
);
