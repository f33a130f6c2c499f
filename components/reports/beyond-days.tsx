import Link from "next/link";
import { Cell, Head, Note, Row, Table } from "@/components/ui/table";
import { DAYS_AHEAD, type DueColumn } from "@/lib/dispatch/deadlines-ahead";

const WORDS: Record<DueColumn["kind"], { label: string; note: string } | null> = {
  day: null,
  expired: null,
  later: { label: "Later", note: `The last free day lies beyond the ${DAYS_AHEAD} days.` },
  not_reported: { label: "Not reported", note: "Discharged, and nobody reports a last free day." },
  not_discharged: { label: "Not discharged", note: "On the way; no last free day reported yet." },
};

function Figure({ count, strong = false }: { count: number; strong?: boolean }) {
  const weight = strong && count > 0 ? "font-[560]" : "";
  return (
    <Cell className={`text-right ${weight} ${count === 0 ? "text-ink-3" : ""}`}>
      {count.toLocaleString("en-US")}
    </Cell>
  );
}

function KindRow({ column }: { column: DueColumn }) {
  const { kind, ready, held, other } = column;
  const words = WORDS[kind];
  if (!words) return null;
  const total = ready + held + other;
  return (
    <Row data-due={kind}>
      <th scope="row" className="px-2.5 py-1.5 text-left align-top font-normal">
        {words.label}
        <Note>{words.note}</Note>
      </th>
      <Figure count={ready} />
      <Figure count={held} />
      <Figure count={other} />
      <Figure count={total} strong />
    </Row>
  );
}

/** The way to the expired boxes, which the board has a queue for. */
function ExpiredLink({ columns }: { columns: readonly DueColumn[] }) {
  const expired = columns.find(({ kind }) => kind === "expired");
  const count = expired ? expired.ready + expired.held + expired.other : 0;
  if (count === 0) return null;
  return (
    <Link href="/board?queue=expired" className="text-note text-accent hover:underline">
      {count.toLocaleString("en-US")} expired on the board
    </Link>
  );
}

/** Boxes not picked up whose last free day is beyond the days ahead, or that have none. */
export function BeyondDays({ columns }: { columns: readonly DueColumn[] }) {
  return (
    <section className="mt-3.5">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 className="text-note font-[560] text-ink-2">Beyond these days</h2>
        <ExpiredLink columns={columns} />
      </div>
      <Table
        label="Boxes beyond the days ahead"
        heads={
          <>
            <Head>Last free day</Head>
            <Head className="text-right">Ready</Head>
            <Head className="text-right">Held</Head>
            <Head className="text-right">Other</Head>
            <Head className="text-right">Boxes</Head>
          </>
        }
      >
        {columns.map((column) => (
          <KindRow key={column.on ?? column.kind} column={column} />
        ))}
      </Table>
    </section>
  );
}
