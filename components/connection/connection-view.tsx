"use client";

import { ReadingProvider } from "@/components/settings/polling-provider";
import { ReadinessCard } from "@/components/settings/readiness-card";
import { SettingsIntro } from "@/components/settings/settings-intro";
import { useReading } from "@/components/settings/use-polling";
import type { FormAction } from "@/components/ui/forms/form-state";
import type { ConnectionData } from "@/lib/features/connection/rules/settings-data";
import { EventsCard } from "./events-card";
import { OthersCard } from "./other-webhooks-card";
import { SamplesCard } from "./samples-card";
import { SourceCard } from "./sender-addresses-card";
import { ServiceCard } from "./service-card";
import { type WebhookActions, WebhookCard } from "./webhook-card";

const EVERY_MS = 10_000;

export type ConnectionActions = WebhookActions & {
  check: FormAction;
  chooseEvents: FormAction;
  removeStray: FormAction;
  removeSamples: FormAction;
};

type Props = { initial: ConnectionData; actions: ConnectionActions };

function Connection({ initial, actions }: Props) {
  const { data, stale } = useReading("connection", initial, EVERY_MS);
  const { webhook } = data;
  return (
    <>
      <SettingsIntro title="Connection" stale={stale}>
        The tracking service that Drayboard uses, and the webhook that reports changes.
      </SettingsIntro>
      <ServiceCard data={data} checkAction={actions.check} />
      {data.samples && <SamplesCard samples={data.samples} action={actions.removeSamples} />}
      <WebhookCard webhook={webhook} actions={actions} />
      {webhook.against === null && <EventsCard webhook={webhook} action={actions.chooseEvents} />}
      <SourceCard source={data.source} />
      <ReadinessCard readiness={data.readiness} />
      <OthersCard webhook={webhook} removeAction={actions.removeStray} />
    </>
  );
}

/** Settings → Connection. */
export function ConnectionView(props: Props) {
  return (
    <ReadingProvider readAt={props.initial.readAt}>
      <Connection {...props} />
    </ReadingProvider>
  );
}
