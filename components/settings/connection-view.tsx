"use client";

import type { FormAction } from "@/components/ui/form-state";
import { EventsCard } from "./events-card";
import { OthersCard } from "./others-card";
import { ReadinessCard } from "./readiness-card";
import { ReadingProvider } from "./reading-provider";
import { ServiceCard } from "./service-card";
import type { ConnectionData } from "./settings-data";
import { SettingsIntro } from "./settings-intro";
import { SourceCard } from "./source-card";
import { useReading } from "./use-reading";
import { type WebhookActions, WebhookCard } from "./webhook-card";

const EVERY_MS = 10_000;

export type ConnectionActions = WebhookActions & {
  check: FormAction;
  chooseEvents: FormAction;
  removeStray: FormAction;
};

type Props = { initial: ConnectionData; actions: ConnectionActions };

function Connection({ initial, actions }: Props) {
  const { data, stale } = useReading("connection", initial, EVERY_MS);
  const { webhook } = data;
  return (
    <>
      <SettingsIntro title="Connection" stale={stale}>
        Which tracking service this desk asks, and how the service tells it what changes.
      </SettingsIntro>
      <ServiceCard data={data} checkAction={actions.check} />
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
