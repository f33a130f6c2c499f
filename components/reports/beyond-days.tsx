import Link from "next/link";
import { Cell, Head, Note, Row, Table } from "@/components/ui/table";
import { DAYS_AHEAD, type DueColumn } from "@/lib/dispatch/deadlines-ahead";

const WORDS: Record<DueColumn["kind"], { label: string; note: string } | null> = {
  day: null,
  expired: { label: "Expired", note: "The last free day has passed." },
  later: { label: "Later", note: `The last free day lies beyond the ${DAYS_AHEAD} days.` },
  not_reported: { label: "Not reported", note: "Discharged, and nobody reports a last free day." },
  not_discharged: { label: "Not discharged", note: "On the way; no last free day reported yet." },
};

/** Kinds whose boxes are a queue of the board. */
const ON_THE_BOARD: Partial<Record<DueColumn["kind"], string>> = { expired: "/board?queue=expired" };

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
  const href = ON_THE_BOARD[kind];
  return (
    <Row data-due={kind}>
      <th scope="row" className="px-2.5 py-1.5 text-left align-top font-normal">
        {href && total > 0 ? (
          <Link href={href} className="text-accent hover:underline">
            {words.label}
            <span className="sr-only"> on the board</span>
          </Link>
        ) : (
          words.label
        )}
        <Note>{words.note}</Note>
      </th>
      <Figure count={ready} />
      <Figure count={held} />
      <Figure count={other} />
      <Figure count={total} strong />
    </Row>
  );
}

/** Boxes not picked up that fall on none of the days ahead: too late, too far, or without a last free day. */
export function BeyondDays({ columns }: { columns: readonly DueColumn[] }) {
  return (
    <section className="mt-3.5">
      <h2 className="mb-2 text-note font-[560] text-ink-2">Outside the {DAYS_AHEAD} days</h2>
      <Table
        label="Boxes outside the days ahead"
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
