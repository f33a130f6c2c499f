import Link from "next/link";
import { ActionForm } from "@/components/settings/action-form";
import { CopyText, Fact, Facts } from "@/components/settings/fact-list";
import { settingsHref } from "@/components/settings/settings-pages";
import { Ago } from "@/components/time/age";
import { TimeLeft } from "@/components/time/time-remaining";
import { Card } from "@/components/ui/card";
import type { FormAction } from "@/components/ui/forms/form-state";
import { Tag } from "@/components/ui/tag";
import type { WebhookData } from "@/lib/features/connection/rules/settings-data";
import { deliveryText, webhookText } from "./connection-text";

export type WebhookActions = { register: FormAction; rotate: FormAction; remove: FormAction };

function SecretFact({ webhook: { own, overlapUntil } }: { webhook: WebhookData }) {
  if (own === null) return null;
  const note = overlapUntil && (
    <>
      The previous secret still works. It expires <TimeLeft until={overlapUntil} />.
    </>
  );
  return (
    <Fact label="Secret" note={note ?? "Stored encrypted, never shown."}>
      {!own.secretKnown ? (
        <span className="text-late">Can’t be decrypted because SECRETS_KEY changed. A worker renews it.</span>
      ) : own.secretSince === null ? (
        "Age not recorded"
      ) : (
        <>
          Issued <Ago since={own.secretSince} />
        </>
      )}
    </Fact>
  );
}

function Acts({ webhook, actions }: { webhook: WebhookData; actions: WebhookActions }) {
  if (webhook.against !== null) return null;
  const registered = webhook.own !== null && webhook.wanted;
  if (!registered)
    return (
      <ActionForm action={actions.register} label="Register" pendingText="Registering…" variant="main" />
    );
  const asleep = webhook.check?.atService?.active === false;
  return (
    <>
      {asleep && (
        <ActionForm action={actions.register} label="Reactivate" pendingText="Reactivating…" variant="main" />
      )}
      <ActionForm
        action={actions.rotate}
        label="Rotate secret"
        pendingText="Rotating…"
        confirm="The service issues a new secret. Deliveries signed with the old one are accepted until their last retry."
      />
      <ActionForm
        action={actions.remove}
        label="Remove"
        pendingText="Removing…"
        variant="danger"
        confirm="The service stops sending changes to Drayboard. Changes arrive by sync only, minutes later. Pending deliveries are lost."
      />
    </>
  );
}

/** This installation's webhook: its status at the service, and the available actions. */
export function WebhookCard({ webhook, actions }: { webhook: WebhookData; actions: WebhookActions }) {
  const { check, own } = webhook;
  const { tone, what, advice } = webhookText(webhook);
  return (
    <Card
      title="Webhook"
      aside={
        check && (
          <>
            checked <Ago since={check.checkedAt} />
          </>
        )
      }
    >
      <Facts>
        <Fact label="Status" note={advice}>
          <Tag tone={tone}>{what}</Tag>
          {check?.problem && (
            <span role="status" className="mt-1 block text-late">
              {check.problem}
            </span>
          )}
        </Fact>
        <Fact long label="Public address">
          <CopyText text={webhook.address} what="address" />
        </Fact>
        {own && (
          <>
            <Fact
              label="Deliveries"
              note={
                <Link href={settingsHref("webhooks")} className="text-accent hover:underline">
                  View deliveries
                </Link>
              }
            >
              {deliveryText(check)}
            </Fact>
            <Fact label="Last received">
              {webhook.lastReceivedAt ? <Ago since={webhook.lastReceivedAt} /> : "Never"}
            </Fact>
            {check?.reactivatedAt && (
              <Fact label="Reactivated">
                <Ago since={check.reactivatedAt} />
              </Fact>
            )}
            <SecretFact webhook={webhook} />
            <Fact long label="ID at the service">
              <CopyText text={own.id} what="ID" />
            </Fact>
          </>
        )}
      </Facts>
      <div className="mt-3 flex flex-wrap gap-2">
        <Acts webhook={webhook} actions={actions} />
      </div>
    </Card>
  );
}
