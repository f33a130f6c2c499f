import Link from "next/link";
import { Notice } from "@/components/ui/empty-state";
import { Cell, Head, Note, Row, Table } from "@/components/ui/table";
import { withKeys } from "@/components/ui/with-keys";
import { formatContainerNumber } from "@/lib/contract/container-number";
import type { SharedRow } from "@/lib/features/sharing/rules/shared-container";
import { dayText, ReadyText } from "./container-parts";
import { PlainTime } from "./plain-time";
import type { TimeDisplay } from "./time-display";
import { TimeLeft } from "./time-to-deadline";

type Listed = { row: SharedRow; href?: string };

const NUMBER = "font-mono text-[12.5px] font-[520] whitespace-nowrap";

function NumberCell({ row, href }: Listed) {
  const number = formatContainerNumber(row.number);
  const references = [...new Set(row.references)];
  return (
    <Cell>
      {href ? (
        <Link href={href} prefetch={false} className={`${NUMBER} hover:underline`}>
          {number}
        </Link>
      ) : (
        <span className={NUMBER}>{number}</span>
      )}
      <Note>{row.equipment ?? "size not reported"}</Note>
      {references.length > 0 && (
        <Note>
          {withKeys(references, (reference) => reference).map(({ key, item: reference }, at) => (
            <span key={key} className="inline-block max-w-full">
              {reference}
              {at < references.length - 1 && ",\u00a0"}
            </span>
          ))}
        </Note>
      )}
      <span className="mt-1 block sm:hidden">
        <ReadyText readiness={row.readiness} />
      </span>
    </Cell>
  );
}

function PlaceCell({ row, display }: { row: SharedRow; display: TimeDisplay }) {
  if (row.view === "driver")
    return (
      <Cell className="max-md:hidden">
        {row.terminal.name ?? <span className="text-ink-3">not reported</span>}
        {row.terminal.address && <Note>{row.terminal.address}</Note>}
      </Cell>
    );
  const { eta, actual } = row.arrival;
  return (
    <Cell className="max-md:hidden">
      {row.terminal ?? row.port ?? <span className="text-ink-3">not reported</span>}
      <Note>
        {actual ? (
          <>
            arrived <PlainTime moment={actual} display={display} />
          </>
        ) : (
          eta && (
            <>
              expected <PlainTime moment={eta} display={display} />
            </>
          )
        )}
      </Note>
    </Cell>
  );
}

function LastCell({ row, display }: { row: SharedRow; display: TimeDisplay }) {
  if (row.view === "customer")
    return <Cell className="text-right whitespace-nowrap max-md:hidden">{row.charges?.text}</Cell>;
  return (
    <Cell className="max-md:hidden">
      {row.appointment ? (
        <PlainTime moment={row.appointment} display={display} />
      ) : (
        <span className="text-ink-3">none reported</span>
      )}
    </Cell>
  );
}

/**
 * Containers as shown to external viewers, one per row. `last` is whether there is a column for charges or
 * appointments.
 */
export function SharedRows({
  label,
  rows,
  display,
}: {
  label: string;
  rows: readonly Listed[];
  display: TimeDisplay;
}) {
  if (rows.length === 0)
    return (
      <div className="rounded-card border border-line bg-surface">
        <Notice title="No containers">Containers will appear here when available.</Notice>
      </div>
    );
  const driver = rows.some(({ row }) => row.view === "driver");
  const last = driver || rows.some(({ row }) => row.view === "customer" && row.charges !== null);
  return (
    <Table
      label={label}
      bare={rows.every(({ href }) => href === undefined)}
      heads={
        <>
          <Head>Container</Head>
          <Head className="max-sm:hidden">Pickup</Head>
          <Head>Last free day</Head>
          <Head className="max-md:hidden">Terminal</Head>
          {last && (
            <Head className={driver ? "max-md:hidden" : "text-right max-md:hidden"}>
              {driver ? "Appointment" : "Charges"}
            </Head>
          )}
        </>
      }
    >
      {rows.map(({ row, href }, index) => (
        // A number may occur twice, when a container returns on another journey.
        <Row key={`${row.number} ${href ?? index}`}>
          <NumberCell row={row} href={href} />
          <Cell className="max-sm:hidden">
            <ReadyText readiness={row.readiness} />
          </Cell>
          <Cell>
            <span className="whitespace-nowrap">
              <TimeLeft day={row.lastFreeDay} />
            </span>
            {row.lastFreeDay.on && <Note>{dayText(row.lastFreeDay, display)}</Note>}
          </Cell>
          <PlaceCell row={row} display={display} />
          {last && <LastCell row={row} display={display} />}
        </Row>
      ))}
    </Table>
  );
}
