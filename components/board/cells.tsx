"use client";

import type { ReactNode } from "react";
import { ContainerLink } from "@/components/container/container-link";
import { useTicking } from "@/components/live/clock";
import { classNames } from "@/components/ui/class-names";
import type { BoardRow } from "@/lib/dispatch/board-row";
import { formatCharges } from "@/lib/dispatch/charges";
import { formatContainerNumber } from "@/lib/dispatch/container-number";
import {
  appointmentWords,
  chargeKinds,
  chargesWords,
  checkedWords,
  deadlineWords,
  gateOutWords,
  releaseWords,
  type TwoLines,
  VANISHED,
  VANISHED_SHORT,
  vesselWords,
} from "./cell-words";
import { DaysLeft } from "./days-left";
import { Release } from "./release";
import type { ColumnId } from "./row-differences";

function Lines({ main, note, quiet }: { main: ReactNode; note?: ReactNode; quiet?: boolean }) {
  return (
    <>
      <span className={classNames("block truncate", quiet && "text-ink-3")}>{main}</span>
      <span className="block truncate text-small text-ink-3">{note}</span>
    </>
  );
}

function Words({ main, note }: TwoLines) {
  return (
    <span title={[main, note].filter(Boolean).join(" · ")}>
      <Lines main={main} note={note} quiet={main === "–"} />
    </span>
  );
}

function NumberCell({ row }: { row: BoardRow }) {
  return (
    <Lines
      main={
        <ContainerLink
          id={row.id}
          className="font-mono text-[12.5px] font-[520] tracking-tight hover:underline focus-visible:-outline-offset-1"
        >
          {formatContainerNumber(row.number)}
        </ContainerLink>
      }
      note={
        row.vanishedAt ? (
          <span className="text-soon" title={VANISHED}>
            {VANISHED_SHORT}
          </span>
        ) : (
          (row.equipment ?? "size not reported")
        )
      }
    />
  );
}

function ReleaseCell({ row }: { row: BoardRow }) {
  const why = row.holds.length > 0 ? releaseWords(row).why : null;
  const status = row.status.label === row.readiness.label ? null : row.status.label;
  const note = [why, status, row.yardSpot].filter(Boolean).join(" · ");
  return <Lines main={<Release row={row} labelled={false} />} note={<span title={note}>{note}</span>} />;
}

function ChargesCell({ row }: { row: BoardRow }) {
  const { charges } = row;
  if (!charges.reported) {
    return (
      <span title="No charges reported">
        <span aria-hidden className="text-ink-3">
          –
        </span>
        <span className="sr-only">none reported</span>
      </span>
    );
  }
  const { main, note } = chargesWords(charges);
  return (
    <span title={[formatCharges(charges), ...chargeKinds(charges)].join(" · ")}>
      <span className="block whitespace-nowrap">{main}</span>
      <span className="block truncate text-small text-ink-3">{note}</span>
    </span>
  );
}

function AppointmentCell({ row }: { row: BoardRow }) {
  const words = useTicking((now) => {
    const { main, note } = appointmentWords(row, now);
    return `${main}\n${note}`;
  });
  const [main = "", note = ""] = words.split("\n");
  return <Words main={main} note={note} />;
}

function CarrierCell({ row }: { row: BoardRow }) {
  const names = row.drayCarriers.map((carrier) => carrier.name);
  return <Words main={names[0] ?? "–"} note={names.slice(1).join(", ")} />;
}

function CheckedCell({ row }: { row: BoardRow }) {
  const text = useTicking((now) => {
    const { words, old } = checkedWords(row, now);
    return `${old ? "old" : ""}\n${words}`;
  });
  const [old, words] = text.split("\n");
  return <span className={classNames("block truncate", old && "text-soon")}>{words}</span>;
}

/** What stands in each column of a row. */
export const CELLS: Record<ColumnId, (props: { row: BoardRow }) => ReactNode> = {
  number: NumberCell,
  left: DaysLeft,
  deadline: ({ row }) => <Words {...deadlineWords(row.deadline)} />,
  release: ReleaseCell,
  charges: ChargesCell,
  appointment: AppointmentCell,
  carrier: CarrierCell,
  terminal: ({ row }) => (
    <Words
      main={row.terminal.name ?? row.port.name ?? "–"}
      note={row.line.name ?? row.line.scac ?? "line not reported"}
    />
  ),
  vessel: ({ row }) => <Words {...vesselWords(row)} />,
  references: ({ row }) => (
    <Words main={row.references.join(", ") || "–"} note={row.customer ?? row.billOfLading ?? ""} />
  ),
  gateOut: ({ row }) => <Words {...gateOutWords(row)} />,
  checked: CheckedCell,
};
