"use client";

import { ActionForm } from "@/components/settings/action-form";
import { Fact, Facts } from "@/components/settings/fact-list";
import { ReadingProvider } from "@/components/settings/polling-provider";
import { SettingsIntro } from "@/components/settings/settings-intro";
import { useReading } from "@/components/settings/use-polling";
import { Ago } from "@/components/time/age";
import { UsageCard } from "@/components/tracking-requests/usage-card";
import { Card } from "@/components/ui/card";
import type { FormAction } from "@/components/ui/forms/form-state";
import { OnlyWho } from "@/components/ui/permissions";
import { Tag } from "@/components/ui/tag";
import { STATE_LABELS } from "@/lib/features/connection/messages";
import type { PlanData } from "@/lib/features/connection/rules/plan-data";
import { FeatureTable } from "./feature-table";
import { RequestsLeft } from "./remaining-requests";

const EVERY_MS = 5_000;

type Props = { initial: PlanData; checkAction: FormAction };

function StateCard({ data, checkAction }: { data: PlanData; checkAction: FormAction }) {
  const { state: existing, worksAt, refusedAt, refusedWords } = data;
  const { tone, what, means, advice } = STATE_LABELS[existing];
  return (
    <Card title="Account and key">
      <Facts>
        <Fact label="Status" note={means}>
          <Tag tone={tone}>{what}</Tag>
        </Fact>
        {advice && <Fact label="Next step">{advice}</Fact>}
        <Fact label="Last read">
          {worksAt === null ? (
            "Never"
          ) : (
            <>
              Shipments and containers <Ago since={worksAt} />
            </>
          )}
        </Fact>
        <Fact label="Last refused" note={refusedWords && `“${refusedWords}”`}>
          {refusedAt === null ? "Never observed" : <Ago since={refusedAt} />}
        </Fact>
      </Facts>
      <OnlyWho may="administer">
        <div className="mt-3">
          <ActionForm action={checkAction} label="Check again" pendingText="Checking…" />
        </div>
      </OnlyWho>
    </Card>
  );
}

function Plan({ initial, checkAction }: Props) {
  const { data, stale } = useReading("plan", initial, EVERY_MS);
  return (
    <>
      <SettingsIntro title="Plan and limits" stale={stale}>
        What this account can use at the service. The service doesn’t report its plan, so this is based on its
        responses.
      </SettingsIntro>
      <StateCard data={data} checkAction={checkAction} />
      <section className="flex flex-col gap-2">
        <h2 className="font-[560]">Features</h2>
        <FeatureTable features={data.features} />
        {data.other && (
          <p className="text-note wrap-anywhere text-ink-2">
            Another request was refused because of the plan <Ago since={data.other.at} />: “{data.other.text}”
          </p>
        )}
      </section>
      <div className="grid items-start gap-3.5 lg:grid-cols-2">
        <UsageCard usage={data.usage} />
        <RequestsLeft buckets={data.buckets} />
      </div>
    </>
  );
}

/** Settings → Plan and limits. */
export function PlanView(props: Props) {
  return (
    <ReadingProvider readAt={props.initial.readAt}>
      <Plan {...props} />
    </ReadingProvider>
  );
}
