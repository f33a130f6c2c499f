import { Card } from "@/components/ui/card";
import type { DriverRow } from "@/lib/features/sharing/rules/shared-container";
import { ContainerHead, dayText, SharedFacts } from "./container-parts";
import { PlainTime } from "./plain-time";
import type { TimeDisplay } from "./time-display";
import { TimeLeft } from "./time-to-deadline";

function returnFacts(back: NonNullable<DriverRow["emptyReturn"]>, display: TimeDisplay) {
  return [
    ...(back.place ? [{ label: "Return to", value: back.place }] : []),
    ...(back.at ? [{ label: "Planned", value: <PlainTime moment={back.at} display={display} /> }] : []),
    ...(back.lastDay
      ? [{ label: "Return by", value: dayText({ on: back.lastDay, zone: null }, display) }]
      : []),
  ];
}

/** One container as shown to its driver: number, location, readiness and deadline. */
export function DriverContainer({ container, display }: { container: DriverRow; display: TimeDisplay }) {
  const { terminal, emptyReturn } = container;
  const none = <span className="text-ink-3">none reported</span>;
  return (
    <>
      <ContainerHead
        number={container.number}
        line={container.equipment ?? "size not reported"}
        readiness={container.readiness}
      />
      <div className="grid items-start gap-3.5 lg:grid-cols-2">
        <Card title="Pickup">
          <SharedFacts
            facts={[
              { label: "Terminal", value: terminal.name ?? <span className="text-ink-3">not reported</span> },
              ...(terminal.address ? [{ label: "Address", value: terminal.address }] : []),
              {
                label: "Appointment",
                value: container.appointment ? (
                  <PlainTime moment={container.appointment} display={display} />
                ) : (
                  none
                ),
              },
              {
                label: "Last free day",
                value: (
                  <>
                    {container.lastFreeDay.on && `${dayText(container.lastFreeDay, display)} · `}
                    <TimeLeft day={container.lastFreeDay} />
                  </>
                ),
              },
              {
                label: "References",
                value: container.references.length > 0 ? container.references.join(", ") : none,
              },
              ...(container.chassis ? [{ label: "Chassis", value: container.chassis }] : []),
            ]}
          />
        </Card>
        {emptyReturn && (
          <Card title="Empty return">
            <SharedFacts facts={returnFacts(emptyReturn, display)} />
          </Card>
        )}
      </div>
    </>
  );
}
