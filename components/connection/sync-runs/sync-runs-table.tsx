import { Age, Ago } from "@/components/time/age";
import { Cell, Head, Note, Row, Table } from "@/components/ui/table";
import { Tag } from "@/components/ui/tag";
import { formatAge } from "@/lib/domain/time/time-format";
import type { SyncRunEntry } from "@/lib/features/connection/rules/settings-data";

function lasted({ startedAt, endedAt }: SyncRunEntry): string | null {
  if (endedAt === null) return null;
  const seconds = Math.round((Date.parse(endedAt) - Date.parse(startedAt)) / 1_000);
  return seconds < 60 ? `${seconds}s` : formatAge(startedAt, new Date(endedAt));
}

function Outcome({ round }: { round: SyncRunEntry }) {
  if (round.endedAt === null) return <Tag tone={round.lastError ? "soon" : "plain"}>in progress</Tag>;
  if (!round.completed) return <Tag tone="soon">incomplete</Tag>;
  return <Tag tone="go">complete</Tag>;
}

function SyncRunRow({ round }: { round: SyncRunEntry }) {
  const { repaired, deletedUpstream, requests, records, lastError } = round;
  return (
    <Row data-round={round.id}>
      <Cell className="whitespace-nowrap">
        <Ago since={round.startedAt} />
        <Note>{round.kind === "first_load" ? "first load" : `run ${round.id}`}</Note>
      </Cell>
      <Cell>
        <Outcome round={round} />
        {lastError && <Note>{lastError}</Note>}
      </Cell>
      <Cell className="text-right whitespace-nowrap max-sm:hidden">
        {lasted(round) ?? <Age since={round.startedAt} />}
      </Cell>
      <Cell className="text-right max-sm:hidden">{requests.toLocaleString("en-US")}</Cell>
      <Cell className="text-right max-sm:hidden">{records.toLocaleString("en-US")}</Cell>
      <Cell className="text-right">
        {repaired > 0 ? repaired.toLocaleString("en-US") : <span className="text-ink-3">none</span>}
        {deletedUpstream > 0 && <Note>{deletedUpstream} deleted</Note>}
      </Cell>
    </Row>
  );
}

/** The last sync runs, latest first. */
export function SyncRunsTable({ rounds }: { rounds: readonly SyncRunEntry[] }) {
  return (
    <Table
      label="Sync runs, latest first"
      heads={
        <>
          <Head>Started</Head>
          <Head>Outcome</Head>
          <Head className="text-right max-sm:hidden">Duration</Head>
          <Head className="text-right max-sm:hidden">Requests</Head>
          <Head className="text-right max-sm:hidden">Records</Head>
          <Head className="text-right">Corrected</Head>
        </>
      }
    >
      {rounds.map((syncRun) => (
        <SyncRunRow key={syncRun.id} round={syncRun} />
      ))}
    </Table>
  );
}
