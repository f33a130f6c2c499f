"use client";

import { Ago } from "@/components/live/age";
import { ActForm } from "@/components/settings/act-form";
import { Fact, Facts } from "@/components/settings/facts";
import { ReadingProvider } from "@/components/settings/reading-provider";
import { SettingsIntro } from "@/components/settings/settings-intro";
import { useReading } from "@/components/settings/use-reading";
import { OnlyWho } from "@/components/shell/may";
import { UsageCard } from "@/components/track/usage-card";
import { Card } from "@/components/ui/card";
import type { FormAction } from "@/components/ui/form-state";
import { Tag } from "@/components/ui/tag";
import { STANDING_WORDS } from "@/lib/dispatch/plan-access";
import { FeatureTable } from "./feature-table";
import type { PlanData } from "./plan-data";
import { RequestsLeft } from "./requests-left";

const EVERY_MS = 5_000;

type Props = { initial: PlanData; checkAction: FormAction };

function StandingCard({ data, checkAction }: { data: PlanData; checkAction: FormAction }) {
  const { standing, worksAt, refusedAt, refusedWords } = data;
  const { tone, what, means, advice } = STANDING_WORDS[standing];
  return (
    <Card title="Account and key">
      <Facts>
        <Fact label="Now" note={means}>
          <Tag tone={tone}>{what}</Tag>
        </Fact>
        {advice && <Fact label="What to do">{advice}</Fact>}
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
          {refusedAt === null ? "Never, as far as this desk saw" : <Ago since={refusedAt} />}
        </Fact>
      </Facts>
      <OnlyWho may="administer">
        <div className="mt-3">
          <ActForm action={checkAction} label="Ask again" pendingText="Asking the service…" />
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
        What this account may do at the service. The service cannot be asked for its plan: this is learnt from
        what it answers and refuses.
      </SettingsIntro>
      <StandingCard data={data} checkAction={checkAction} />
      <section className="flex flex-col gap-2">
        <h2 className="font-[560]">What the account may do</h2>
        <FeatureTable features={data.features} />
        {data.other && (
          <p className="text-note wrap-anywhere text-ink-2">
            Something else was refused for the plan’s sake <Ago since={data.other.at} />: “{data.other.words}”
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
