"use client";

import type { ReactNode } from "react";
import { DaysLeft } from "@/components/board/table/days-left";
import { DeletedMark } from "@/components/containers/deleted-upstream";
import { useDisplayZone } from "@/components/preferences/display-zone";
import { useLocale } from "@/components/preferences/locale";
import { classNames } from "@/components/ui/class-names";
import { ListLink } from "@/components/ui/lists/list-link";
import { Tag } from "@/components/ui/tag";
import { shipmentHref } from "@/lib/features/containers/urls";
import type { ShipmentRow } from "@/lib/features/shipments/rules/shipment-row";
import { STATE_LABELS } from "@/lib/features/shipments/rules/worst-container";
import { arrivalLines, containersText, routeLines, trackingLines } from "./shipment-text";

type CellProps = { row: ShipmentRow; now: number };

function Lines({ main, note, tone }: { main: ReactNode; note: ReactNode; tone?: string }) {
  return (
    <>
      <span className="block truncate">{main}</span>
      <span
        className={classNames("block truncate text-small", tone ?? "text-ink-3")}
        title={typeof note === "string" ? note : undefined}
      >
        {note}
      </span>
    </>
  );
}

export function NumberCell({ row, now }: CellProps) {
  return (
    <>
      <ListLink
        hrefFrom={(from) => shipmentHref(row.id, from)}
        className="block truncate font-mono text-[12.5px] font-[520] hover:underline"
      >
        {row.number}
      </ListLink>
      {row.deletedUpstreamAt ? (
        <DeletedMark since={row.deletedUpstreamAt} now={now} />
      ) : (
        <span className="block truncate text-small text-ink-3">
          {row.line.name ?? row.line.scac ?? "line not reported"}
        </span>
      )}
    </>
  );
}

export function RouteCell({ row }: CellProps) {
  const { main, note } = routeLines(row);
  return <Lines main={<span title={main}>{main}</span>} note={note} />;
}

/** The color repeats the text: more than a day after the first ETA. */
export function ArrivalCell({ row, now }: CellProps) {
  const { main, note } = arrivalLines(useLocale(), row, useDisplayZone(), now);
  const plain = main === "ETA not reported";
  return (
    <Lines
      main={plain ? <span className="text-ink-3">{main}</span> : main}
      note={note}
      tone={row.drift !== null && row.drift > 1 ? "text-soon" : undefined}
    />
  );
}

/** The state of the most urgent container, and the time left. */
export function Standing({ row }: { row: ShipmentRow }) {
  const { worst } = row;
  if (!worst) return <span className="text-ink-3">–</span>;
  const text = STATE_LABELS[worst.state];
  return (
    <span className="flex items-center gap-1.5">
      {worst.deadline.state === "applies" && <DaysLeft row={worst} notes={false} />}
      <span
        data-standing={worst.state}
        className={classNames(
          "truncate",
          (worst.state === "held" || worst.state === "return_late") && "text-late",
          worst.state === "ready" && "font-[560] text-go",
        )}
      >
        {text}
      </span>
    </span>
  );
}

export function ContainersCell({ row }: CellProps) {
  return <Lines main={<Standing row={row} />} note={containersText(row)} />;
}

export function ReferencesCell({ row }: CellProps) {
  const texts = [...row.references, ...row.tags].join(", ");
  return (
    <Lines
      main={texts ? <span title={texts}>{texts}</span> : <span className="text-ink-3">–</span>}
      note={row.customer ?? ""}
    />
  );
}

export function TrackingCell({ row, now }: CellProps) {
  const { main, note, stopped, advice } = trackingLines(row, now);
  return (
    <Lines
      main={stopped ? <Tag tone="plain">{main}</Tag> : <span className="text-ink-2">{main}</span>}
      note={note === "" ? "" : <span title={advice ?? undefined}>{note}</span>}
    />
  );
}
