import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import type { GateDay } from "@/lib/domain/deadlines/gate-day";
import { formatWeekday } from "@/lib/domain/time/time-format";
import { localDate } from "@/lib/domain/time/zoned-time";
import { rangesText } from "@/lib/features/moves/rules/terminal-hours";
import type { DriverMove } from "@/lib/features/sharing/rules/driver-move";
import type { DriverRow } from "@/lib/features/sharing/rules/shared-container";
import { DEFAULT_LOCALE, readLocale } from "@/lib/platform/text/locale";
import { ContainerHead, dayText, SharedFacts } from "./container-parts";
import { MapPlace } from "./map-place";
import { PlainTime } from "./plain-time";
import type { TimeDisplay } from "./time-display";
import { TimeLeft } from "./time-to-deadline";

function returnFacts(back: NonNullable<DriverRow["emptyReturn"]>, display: TimeDisplay) {
  return [
    ...(back.place ? [{ label: "Return to", value: <MapPlace>{back.place}</MapPlace> }] : []),
    ...(back.at ? [{ label: "Planned", value: <PlainTime moment={back.at} display={display} /> }] : []),
    ...(back.lastDay
      ? [{ label: "Return by", value: dayText({ on: back.lastDay, zone: null }, display) }]
      : []),
  ];
}

function deliveryFacts({ at, address }: NonNullable<DriverMove["delivery"]>, display: TimeDisplay) {
  return [
    ...(address ? [{ label: "Deliver to", value: <MapPlace>{address}</MapPlace> }] : []),
    ...(at ? [{ label: "Planned", value: <PlainTime moment={at} display={display} /> }] : []),
  ];
}

function gateText({ on, open, name }: GateDay, display: TimeDisplay): string {
  const locale = readLocale(display.locale) ?? DEFAULT_LOCALE;
  return `${formatWeekday(locale, on, localDate(new Date(display.now), null))}: ${rangesText(locale, open)}${name && ` (${name})`}`;
}

function pickupFacts(container: DriverRow, move: DriverMove | null, display: TimeDisplay) {
  const { terminal, appointment, references, lastFreeDay, chassis } = container;
  const none = <span className="text-ink-3">none reported</span>;
  return [
    { label: "Terminal", value: terminal.name ?? <span className="text-ink-3">not reported</span> },
    ...(terminal.address ? [{ label: "Address", value: <MapPlace>{terminal.address}</MapPlace> }] : []),
    ...(move?.yardLocation ? [{ label: "Yard location", value: move.yardLocation }] : []),
    {
      label: "Appointment",
      value: appointment ? <PlainTime moment={appointment} display={display} /> : none,
    },
    ...(move?.pickup
      ? [{ label: "Planned pickup", value: <PlainTime moment={move.pickup} display={display} /> }]
      : []),
    ...(move?.gates ? [{ label: "Gate hours", value: gateText(move.gates, display) }] : []),
    {
      label: "Last free day",
      value: (
        <>
          {lastFreeDay.on && `${dayText(lastFreeDay, display)} · `}
          <TimeLeft day={lastFreeDay} />
        </>
      ),
    },
    { label: "References", value: references.length > 0 ? references.join(", ") : none },
    ...(chassis ? [{ label: "Chassis", value: chassis }] : []),
  ];
}

/**
 * One container as shown to its driver: number, readiness, where it is, the planned move and the deadline. `actions` is
 * what the driver can do.
 */
export function DriverContainer({
  container,
  move,
  display,
  actions,
}: {
  container: DriverRow;
  move: DriverMove | null;
  display: TimeDisplay;
  actions?: ReactNode;
}) {
  const { emptyReturn } = container;
  return (
    <>
      <ContainerHead
        number={container.number}
        line={container.equipment ?? "size not reported"}
        readiness={container.readiness}
      />
      {actions}
      <div className="grid items-start gap-3.5 lg:grid-cols-2">
        <Card title="Pickup">
          <SharedFacts facts={pickupFacts(container, move, display)} />
        </Card>
        {move?.delivery && (
          <Card title="Delivery">
            <SharedFacts facts={deliveryFacts(move.delivery, display)} />
          </Card>
        )}
        {emptyReturn && (
          <Card title="Empty return">
            <SharedFacts facts={returnFacts(emptyReturn, display)} />
          </Card>
        )}
      </div>
    </>
  );
}
