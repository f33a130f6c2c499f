"use client";

import type { ReactNode } from "react";
import { Fact, Facts } from "@/components/settings/fact-list";
import { ReadingProvider } from "@/components/settings/polling-provider";
import { SettingsIntro } from "@/components/settings/settings-intro";
import { useReading } from "@/components/settings/use-polling";
import { Ago } from "@/components/time/age";
import { Card } from "@/components/ui/card";
import { Cell, Head, Row, Table } from "@/components/ui/table";
import { Tag } from "@/components/ui/tag";
import { formatDuration, processFacts, type SystemFact, stateFacts } from "@/lib/features/system/messages";
import type { ProcessData, SystemData } from "@/lib/features/system/rules";

const EVERY_MS = 5_000;

function FactCard({ title, facts, children }: { title: string; facts: SystemFact[]; children?: ReactNode }) {
  const problems = facts.filter(({ advice }) => advice !== null).length;
  return (
    <Card
      title={title}
      aside={problems === 0 ? <Tag tone="go">OK</Tag> : <Tag tone="late">{`${problems} to check`}</Tag>}
    >
      <Facts>
        {facts.map(({ label, text, advice }) => (
          <Fact key={label} label={label} note={advice} long>
            {advice === null ? text : <span className="font-[550] text-late">{text}</span>}
          </Fact>
        ))}
        {children}
      </Facts>
    </Card>
  );
}

function LastTime({ label, at, never }: { label: string; at: string | null; never: string }) {
  return <Fact label={label}>{at === null ? never : <Ago since={at} />}</Fact>;
}

type DurationTableProps = {
  title: string;
  heads: readonly [name: string, count: string];
  rows: ProcessData["slowestRoutes"];
  empty: string;
  /** Whether failures are counted. */
  failures?: boolean;
};

function DurationTable({ title, heads: [name, count], rows, empty, failures = false }: DurationTableProps) {
  return (
    <section className="flex flex-col gap-2">
      <h2 className="font-[560]">{title}</h2>
      {rows.length === 0 ? (
        <p className="rounded-card border border-line bg-surface px-3.5 py-2.5 text-ink-2">{empty}</p>
      ) : (
        <Table
          label={title}
          bare
          heads={
            <>
              <Head>{name}</Head>
              <Head className="text-right">{count}</Head>
              {failures && <Head className="text-right">Failed</Head>}
              <Head className="text-right">Average</Head>
              <Head className="text-right">Slowest</Head>
            </>
          }
        >
          {rows.map((row) => (
            <Row key={row.name}>
              <Cell className="min-w-40 font-mono text-[12px] wrap-anywhere">{row.name}</Cell>
              <Cell className="text-right">{row.count.toLocaleString("en-US")}</Cell>
              {failures && <Cell className="text-right">{row.failed.toLocaleString("en-US")}</Cell>}
              <Cell className="text-right whitespace-nowrap">{formatDuration(row.averageMs)}</Cell>
              <Cell className="text-right whitespace-nowrap">{formatDuration(row.maxMs)}</Cell>
            </Row>
          ))}
        </Table>
      )}
    </section>
  );
}

function System({ initial }: { initial: SystemData }) {
  const { data, stale } = useReading("system", initial, EVERY_MS);
  const { state, process: own } = data;
  return (
    <>
      <SettingsIntro title="System" stale={stale}>
        How Drayboard runs now, and what was slow in the last hour. Requests, memory and slow queries are
        those of the dashboard process that served this page.
      </SettingsIntro>
      <FactCard title="Installation" facts={stateFacts(data)}>
        {state !== null && (
          <>
            <LastTime label="Last complete sync" at={state.lastSyncAt} never="None yet" />
            <LastTime label="Last change" at={state.lastChangeAt} never="None yet" />
          </>
        )}
      </FactCard>
      <FactCard title="This dashboard process" facts={processFacts(own)}>
        <LastTime label="Started" at={own.startedAt} never="Unknown" />
      </FactCard>
      <DurationTable
        title="Slowest routes of the last hour"
        heads={["Route", "Requests"]}
        rows={own.slowestRoutes}
        empty="No request in the last hour."
        failures
      />
      <DurationTable
        title="Slowest queries of the last hour"
        heads={["Query", "Runs"]}
        rows={own.slowestQueries}
        empty="No query took 20 ms or longer in the last hour."
      />
    </>
  );
}

/** Settings → System. */
export function SystemView({ initial }: { initial: SystemData }) {
  return (
    <ReadingProvider readAt={initial.readAt}>
      <System initial={initial} />
    </ReadingProvider>
  );
}
