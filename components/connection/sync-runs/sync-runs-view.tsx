"use client";

import { BucketBar } from "@/components/connection/requests/budget-bar";
import { ActionForm } from "@/components/settings/action-form";
import { Figure, Figures } from "@/components/settings/figure";
import { ReadingProvider } from "@/components/settings/polling-provider";
import { SettingsIntro } from "@/components/settings/settings-intro";
import { useReading } from "@/components/settings/use-polling";
import { Ago } from "@/components/time/age";
import { TimeLeft } from "@/components/time/time-remaining";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/empty-state";
import type { FormAction } from "@/components/ui/forms/form-state";
import { OnlyWho } from "@/components/ui/permissions";
import type { ReconciliationData } from "@/lib/features/connection/rules/settings-data";
import { RepairedTable } from "./drift-repairs-table";
import { listText } from "./drift-repairs-text";
import { SyncRunsTable } from "./sync-runs-table";

const EVERY_MS = 4_000;
const MINUTE_MS = 60_000;

type Props = { initial: ReconciliationData; startAction: FormAction };

function UnderWay({ data }: { data: ReconciliationData }) {
  const syncRun = data.rounds.find(({ endedAt }) => endedAt === null);
  if (!syncRun || !data.underWay) return null;
  return (
    <Card
      title={syncRun.kind === "first_load" ? "First load in progress" : "Sync run in progress"}
      aside={
        <>
          last step <Ago since={syncRun.progressedAt} />
        </>
      }
    >
      {syncRun.lastError && <p className="mb-2 text-soon">{syncRun.lastError} It continues automatically.</p>}
      {data.underWay.lists.length === 0 && <p className="text-ink-2">Starting with missed deliveries.</p>}
      <ul className="flex flex-col gap-1.5">
        {data.underWay.lists.map(({ list, read, total, ended }) => (
          <li
            key={list}
            className="grid grid-cols-[9rem_minmax(0,1fr)] items-center gap-3 sm:grid-cols-[9rem_14rem_1fr]"
          >
            <span>{listText(list)}</span>
            <span className="max-sm:hidden">
              <BucketBar used={ended ? 1 : read} capacity={ended ? 1 : (total ?? read + 1)} />
            </span>
            <span className="text-ink-2">
              {read.toLocaleString("en-US")}
              {total !== null && ` of ${total.toLocaleString("en-US")}`}
              {ended && ", done"}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

type Rebuilds = ReconciliationData["rowRebuilds"];

const ROWS_LABELS: Record<Rebuilds[number]["table"], string> = {
  board_rows: "Board rows",
  report_containers: "Report rows",
};

function RowRebuilds({ rebuilds }: { rebuilds: Rebuilds }) {
  if (rebuilds.length === 0) return null;
  return (
    <Card title="Rebuilding rows after an update">
      <p className="mb-2 text-ink-2">
        {rebuilds.some(({ waiting }) => waiting)
          ? "Waiting until no worker of the former version runs."
          : "Workers rebuild the newest rows first. Until then a row may lack new values."}
      </p>
      <ul className="flex flex-col gap-1.5">
        {rebuilds.map(({ table, left, total }) => (
          <li
            key={table}
            data-rebuild={table}
            className="grid grid-cols-[9rem_minmax(0,1fr)] items-center gap-3 sm:grid-cols-[9rem_14rem_1fr]"
          >
            <span>{ROWS_LABELS[table]}</span>
            <span className="max-sm:hidden">
              <BucketBar used={total - left} capacity={total} />
            </span>
            <span className="text-ink-2">
              {left.toLocaleString("en-US")} of {total.toLocaleString("en-US")} left
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function repairedNote(repaired: number | undefined): string {
  if (!repaired) return "no differences";
  return repaired === 1 ? "field was different" : "fields were different";
}

function LastAndNext({ data }: { data: ReconciliationData }) {
  const last = data.rounds.find(({ completed }) => completed);
  const running = data.rounds.some(({ endedAt }) => endedAt === null);
  const dueAt =
    last?.endedAt && new Date(Date.parse(last.endedAt) + data.everyMinutes * MINUTE_MS).toISOString();
  return (
    <Figures>
      <Figure label="Last complete" note={last ? `${last.requests} requests` : "waiting for first load"}>
        {last?.endedAt ? <Ago since={last.endedAt} /> : "–"}
      </Figure>
      <Figure label="Next" note={`${data.everyMinutes} min after the last run`}>
        {running ? "in progress" : dueAt ? <TimeLeft until={dueAt} /> : "now"}
      </Figure>
      <Figure label="Corrected in the last run" note={repairedNote(last?.repaired)}>
        {last ? last.repaired.toLocaleString("en-US") : "–"}
      </Figure>
      <Figure label="Deleted upstream" note="still shown, marked as deleted">
        {data.deletedUpstream.toLocaleString("en-US")}
      </Figure>
    </Figures>
  );
}

function Reconciliation({ initial, startAction }: Props) {
  const { data, stale } = useReading("reconciliation", initial, EVERY_MS);
  return (
    <>
      <SettingsIntro title="Sync" stale={stale}>
        A worker compares Drayboard with the service’s lists and corrects fields that differ. Each correction
        shows the old value and the maximum time it was out of date.
      </SettingsIntro>
      <LastAndNext data={data} />
      <UnderWay data={data} />
      <RowRebuilds rebuilds={data.rowRebuilds} />
      <section className="flex flex-col gap-2">
        <div className="flex flex-wrap items-end justify-between gap-2">
          <h2 className="font-[560]">Sync runs</h2>
          {data.underWay === null && (
            <OnlyWho may="administer">
              <ActionForm action={startAction} label="Sync now" pendingText="Starting…" />
            </OnlyWho>
          )}
        </div>
        {data.rounds.length === 0 ? (
          <div className="rounded-card border border-line bg-surface">
            <Notice title="No sync run yet">
              A worker starts the first load as soon as it runs: npm run worker.
            </Notice>
          </div>
        ) : (
          <SyncRunsTable rounds={data.rounds} />
        )}
      </section>
      <section className="flex flex-col gap-2">
        <h2 className="font-[560]">Corrected fields</h2>
        <RepairedTable driftRepairs={data.driftRepairs} now={new Date(data.readAt)} />
      </section>
    </>
  );
}

/** Settings → Sync. */
export function ReconciliationView(props: Props) {
  return (
    <ReadingProvider readAt={props.initial.readAt}>
      <Reconciliation {...props} />
    </ReadingProvider>
  );
}
