"use client";

import { ActionForm } from "@/components/settings/action-form";
import { ReadingProvider } from "@/components/settings/polling-provider";
import { SettingsIntro } from "@/components/settings/settings-intro";
import { useReading } from "@/components/settings/use-polling";
import { Ago } from "@/components/time/age";
import { Card } from "@/components/ui/card";
import { AddressesCard } from "./addresses-card";
import { Deliveries } from "./deliveries";
import { NewWebhook } from "./new-webhook";
import { WebhookItem } from "./webhook-item";
import type { WebhooksActions, WebhooksData } from "./webhooks-data";

const EVERY_MS = 10_000;

type Props = { initial: WebhooksData; actions: WebhooksActions };

function Webhooks({ initial, actions }: Props) {
  const { data, stale } = useReading("webhooks", initial, EVERY_MS);
  const { webhooks, listReadAt } = data;
  return (
    <>
      <SettingsIntro title="Webhooks" stale={stale}>
        Systems that the service notifies of changes: Drayboard and other systems of the account. Received
        deliveries are listed below with their changes.
      </SettingsIntro>
      <Card
        title="Account webhooks"
        aside={
          listReadAt && (
            <>
              refreshed <Ago since={listReadAt} />
            </>
          )
        }
      >
        {listReadAt === null && <p className="mb-2 text-ink-3">Not loaded yet.</p>}
        {listReadAt !== null && webhooks.length === 0 && (
          <p className="mb-2 text-ink-3">No webhooks registered.</p>
        )}
        <ul>
          {webhooks.map((webhook) => (
            <WebhookItem key={webhook.id} webhook={webhook} actions={actions} />
          ))}
        </ul>
        <div className="mt-3">
          <ActionForm action={actions.readList} label="Refresh webhooks" pendingText="Refreshing…" />
        </div>
      </Card>
      <NewWebhook action={actions.create} />
      <AddressesCard addresses={data.addresses} action={actions.readAddresses} />
      <Deliveries received={data.received} webhooks={webhooks} actions={actions} />
    </>
  );
}

/** Settings → Webhooks. */
export function WebhooksView(props: Props) {
  return (
    <ReadingProvider readAt={props.initial.readAt}>
      <Webhooks {...props} />
    </ReadingProvider>
  );
}
