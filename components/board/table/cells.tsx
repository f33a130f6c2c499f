"use client";

import type { ReactNode } from "react";
import { otherClockText, useDisplayZone } from "@/components/preferences/display-zone";
import { ContainerLink } from "@/components/search/container-link";
import { useTicking } from "@/components/time/clock";
import { classNames } from "@/components/ui/class-names";
import { Tag } from "@/components/ui/tag";
import { formatContainerNumber } from "@/lib/contract/container-number";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import type { ColumnId } from "@/lib/domain/board-row/board-row-cells";
import { formatCharges } from "@/lib/domain/charges/charges";
import { type ReturnTone, returnText } from "@/lib/domain/deadlines/per-diem";
import { rowInZone } from "@/lib/domain/time/display-zone";
import type { Moment } from "@/lib/domain/time/moment";
import {
  appointmentText,
  chargeKinds,
  chargesText,
  checkedText,
  DELETED_UPSTREAM,
  DELETED_UPSTREAM_SHORT,
  deadlineText,
  gateOutText,
  releaseText,
  type TwoLines,
  vesselText,
} from "./cell-text";
import { DaysLeft } from "./days-left";
import { Release } from "./readiness-cell";

/** Two lines. Times may differ from the server's rendering, because the browser may have another time zone database. */
function Lines({ main, note, quiet }: { main: ReactNode; note?: ReactNode; quiet?: boolean }) {
  return (
    <>
      <span suppressHydrationWarning className={classNames("block truncate", quiet && "text-ink-3")}>
        {main}
      </span>
      <span suppressHydrationWarning className="block truncate text-small text-ink-3">
        {note}
      </span>
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

/** The text of a time. The tooltip shows it in the other zone. */
function TimeText({ main, note, moment }: TwoLines & { moment: Moment | null }) {
  const zone = useDisplayZone();
  return (
    <span
      title={[main, note].filter(Boolean).join(" · ")}
      onPointerEnter={(event) => {
        if (!moment) return;
        event.currentTarget.title = [main, note, otherClockText(moment, zone)].filter(Boolean).join(" · ");
      }}
    >
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
          className="font-mono text-[12.5px] font-[520] tracking-tighter hover:underline focus-visible:-outline-offset-1"
        >
          {formatContainerNumber(row.number)}
        </ContainerLink>
      }
      note={
        row.deletedUpstreamAt ? (
          <span className="text-soon" title={DELETED_UPSTREAM}>
            {DELETED_UPSTREAM_SHORT}
          </span>
        ) : (
          (row.equipment ?? "size not reported")
        )
      }
    />
  );
}

function ReleaseCell({ row }: { row: BoardRow }) {
  const reason = row.holds.length > 0 ? releaseText(row).reason : null;
  const status = row.status.label === row.readiness.label ? null : row.status.label;
  const note = [reason, status, row.yardSpot].filter(Boolean).join(" · ");
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
  const { main, note } = chargesText(charges);
  return (
    <span title={[`Reported so far: ${formatCharges(charges)}`, ...chargeKinds(charges)].join(" · ")}>
      <span className="block whitespace-nowrap">{main}</span>
      <span className="block truncate text-small text-ink-3">{note}</span>
    </span>
  );
}

function AppointmentCell({ row }: { row: BoardRow }) {
  const shown = rowInZone(row, useDisplayZone());
  const { main, note } = useTicking((now) => appointmentText(shown, now));
  return <TimeText main={main} note={note} moment={row.appointment} />;
}

function VesselCell({ row }: { row: BoardRow }) {
  const shown = rowInZone(row, useDisplayZone());
  return <TimeText {...vesselText(shown)} moment={row.arrival.actual ?? row.arrival.eta} />;
}

function GateOutCell({ row }: { row: BoardRow }) {
  const shown = rowInZone(row, useDisplayZone());
  return <TimeText {...gateOutText(shown)} moment={row.gateOut} />;
}

function CarrierCell({ row }: { row: BoardRow }) {
  const names = row.drayCarriers.map((carrier) => carrier.name);
  return <Words main={names[0] ?? "–"} note={names.slice(1).join(", ")} />;
}

function CheckedCell({ row }: { row: BoardRow }) {
  const { text, old } = useTicking((now) => checkedText(row, now));
  return <span className={classNames("block truncate", old && "text-soon")}>{text}</span>;
}

const RETURN_TONES: Readonly<Partial<Record<ReturnTone, string>>> = {
  late: "font-[580] text-late",
  today: "font-[580] text-late",
  soon: "font-[580] text-soon",
};

function ReturnDueCell({ row }: { row: BoardRow }) {
  const { returnDue, line } = row;
  const text = useTicking((now) =>
    returnDue === null ? null : returnText(returnDue, new Date(now), line.name ?? line.scac),
  );
  if (text === null) return <Plain text={null} />;
  const { tone, main, note } = text;
  return (
    <span title={[main, note].filter(Boolean).join(" · ")}>
      <Lines main={<span className={RETURN_TONES[tone]}>{main}</span>} note={note} />
    </span>
  );
}

/** One text on up to two lines. */
function Plain({ text }: { text: string | null }) {
  if (text === null || text === "") return <span className="text-ink-3">–</span>;
  return (
    <span className="line-clamp-2 break-words" title={text} dir="auto">
      {text}
    </span>
  );
}

function TagsCell({ row }: { row: BoardRow }) {
  if (row.tags.length === 0) return <Plain text={null} />;
  return (
    <span className="flex gap-1 overflow-hidden" title={row.tags.join(", ")}>
      {row.tags.map((tag) => (
        <Tag key={tag} tone="plain">
          {tag}
        </Tag>
      ))}
    </span>
  );
}

/** The content of each column of a row. */
export const CELLS: Record<ColumnId, (props: { row: BoardRow }) => ReactNode> = {
  number: NumberCell,
  left: DaysLeft,
  deadline: ({ row }) => <Words {...deadlineText(row.deadline)} />,
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
  vessel: VesselCell,
  references: ({ row }) => (
    <Words main={row.references.join(", ") || "–"} note={row.customer ?? row.billOfLading ?? ""} />
  ),
  equipment: ({ row }) => <Plain text={row.equipment} />,
  status: ({ row }) => <Plain text={row.status.label} />,
  yard: ({ row }) => <Plain text={row.yardSpot} />,
  line: ({ row }) => <Words main={row.line.name ?? row.line.scac ?? "–"} note={row.line.scac ?? ""} />,
  customer: ({ row }) => <Plain text={row.customer} />,
  tags: TagsCell,
  returnDue: ReturnDueCell,
  note: ({ row }) => <Plain text={row.note} />,
  gateOut: GateOutCell,
  checked: CheckedCell,
};
