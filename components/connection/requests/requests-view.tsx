"use client";

import { ReadingProvider } from "@/components/settings/polling-provider";
import { SettingsIntro } from "@/components/settings/settings-intro";
import { useReading } from "@/components/settings/use-polling";
import { Ago } from "@/components/time/age";
import { TimeLeft } from "@/components/time/time-remaining";
import { Notice } from "@/components/ui/empty-state";
import { Cell, Head, Note, Row, Table } from "@/components/ui/table";
import { Tag } from "@/components/ui/tag";
import type { RequestsData } from "@/lib/features/connection/rules/settings-data";
import { BucketBar } from "./budget-bar";
import { bucketText, failureText } from "./request-text";

const EVERY_MS = 3_000;

function ServiceState({ data: { circuit, downSince } }: { data: RequestsData }) {
  if (downSince === null)
    return (
      <p className="flex items-center gap-2 rounded-card border border-line bg-surface px-3.5 py-2.5">
        The tracking service <Tag tone="go">is responding</Tag>
      </p>
    );
  return (
    <div className="flex flex-col gap-1 rounded-card border border-line bg-surface px-3.5 py-2.5">
      <p>
        The tracking service <Tag tone="late">is not responding</Tag>, last seen <Ago since={downSince} />
      </p>
      <p className="max-w-[75ch] text-ink-2">
        Showing last known data. Missed changes are loaded once the service is back. Until then, Drayboard
        sends one request at a time
        {circuit.shutUntil !== null && (
          <>
            , next <TimeLeft until={circuit.shutUntil} />
          </>
        )}
        .
      </p>
    </div>
  );
}

function BucketRow({ bucket }: { bucket: RequestsData["buckets"][number] }) {
  const { what, note } = bucketText(bucket.bucket);
  const { used, capacity, limit, pausedUntil } = bucket;
  return (
    <Row data-bucket={bucket.bucket}>
      <Cell>
        {what}
        <Note>{note}</Note>
      </Cell>
      <Cell className="text-right whitespace-nowrap">
        {capacity === null ? (
          <>
            {used}
            <Note>not counted</Note>
          </>
        ) : (
          <>
            {used} <span className="text-ink-3">of {capacity}</span>
            <Note>service allows {limit}</Note>
          </>
        )}
      </Cell>
      <Cell className="w-1/4 pt-3 max-sm:hidden">
        {capacity !== null && <BucketBar used={used} capacity={capacity} />}
      </Cell>
      <Cell>
        {pausedUntil !== null ? (
          <>
            <Tag tone="soon">Paused</Tag>
            <Note>
              resumes <TimeLeft until={pausedUntil} />
            </Note>
          </>
        ) : capacity !== null && used >= capacity ? (
          <Tag tone="soon">Used up</Tag>
        ) : (
          <span className="text-ink-3">Available</span>
        )}
      </Cell>
    </Row>
  );
}

function FailureRow({ failure }: { failure: RequestsData["failures"][number] }) {
  const { what, advice } = failureText(failure);
  return (
    <Row data-failure={failure.code}>
      <Cell className="whitespace-nowrap text-ink-3">
        <Ago since={failure.failedAt} />
      </Cell>
      <Cell>
        {what}
        <Note>{failure.message}</Note>
        <span className="mt-1 block text-ink-2 md:hidden">{advice}</span>
        <span className="mt-1 block font-mono text-[11.5px] wrap-anywhere text-ink-2">{failure.request}</span>
      </Cell>
      <Cell className="w-2/5 text-ink-2 max-md:hidden">{advice}</Cell>
    </Row>
  );
}

function Failures({ failures }: { failures: RequestsData["failures"] }) {
  if (failures.length === 0)
    return (
      <div className="rounded-card border border-line bg-surface">
        <Notice title="No recent failed requests">
          The last 50 refused or unanswered requests are listed here.
        </Notice>
      </div>
    );
  return (
    <Table
      label="Failed requests, latest first"
      heads={
        <>
          <Head>When</Head>
          <Head>What happened</Head>
          <Head className="max-md:hidden">Next step</Head>
        </>
      }
    >
      {failures.map((failure) => (
        <FailureRow key={failure.id} failure={failure} />
      ))}
    </Table>
  );
}

function Requests({ initial }: { initial: RequestsData }) {
  const { data, stale } = useReading("requests", initial, EVERY_MS);
  return (
    <>
      <SettingsIntro title="API usage" stale={stale}>
        The service limits requests per minute. All dashboards and workers share the limit. User actions go
        first, then data missing from notifications, then sync runs.
      </SettingsIntro>
      <ServiceState data={data} />
      <section className="flex flex-col gap-2">
        <h2 className="font-[560]">Used in the last minute</h2>
        <Table
          label="Requests in the last minute"
          heads={
            <>
              <Head>Type</Head>
              <Head className="text-right">Used</Head>
              <Head className="max-sm:hidden">
                <span className="sr-only">Share</span>
              </Head>
              <Head>Status</Head>
            </>
          }
        >
          {data.buckets.map((bucket) => (
            <BucketRow key={bucket.bucket} bucket={bucket} />
          ))}
        </Table>
      </section>
      <section className="flex flex-col gap-2">
        <h2 className="font-[560]">Recent failures</h2>
        <Failures failures={data.failures} />
      </section>
    </>
  );
}

/** Settings → Requests. */
export function RequestsView({ initial }: { initial: RequestsData }) {
  return (
    <ReadingProvider readAt={initial.readAt}>
      <Requests initial={initial} />
    </ReadingProvider>
  );
}
