import { Card } from "@/components/ui/card";
import { formatDay } from "@/lib/domain/time/time-format";
import type { DriverRow } from "@/lib/features/sharing/rules/shared-container";
import { BoxHead, dayWords, ShownFacts } from "./container-parts";
import { PlainTime } from "./plain-time";
import type { Look } from "./time-display";
import { ShownLeft } from "./time-to-deadline";

function returnFacts(back: NonNullable<DriverRow["emptyReturn"]>, look: Look) {
  return [
    ...(back.place ? [{ label: "Return to", value: back.place }] : []),
    ...(back.at ? [{ label: "Planned", value: <PlainTime moment={back.at} look={look} /> }] : []),
    ...(back.lastDay ? [{ label: "At the latest", value: formatDay(back.lastDay) }] : []),
  ];
}

/** One box as its driver sees it: what to pull, where, whether, until when. */
export function DriverBox({ box, look }: { box: DriverRow; look: Look }) {
  const { terminal, emptyReturn } = box;
  const none = <span className="text-ink-3">none reported</span>;
  return (
    <>
      <BoxHead number={box.number} line={box.equipment ?? "size not reported"} readiness={box.readiness} />
      <div className="grid items-start gap-3.5 lg:grid-cols-2">
        <Card title="Pickup">
          <ShownFacts
            facts={[
              { label: "Terminal", value: terminal.name ?? <span className="text-ink-3">not reported</span> },
              ...(terminal.address ? [{ label: "Address", value: terminal.address }] : []),
              {
                label: "Appointment",
                value: box.appointment ? <PlainTime moment={box.appointment} look={look} /> : none,
              },
              {
                label: "Last free day",
                value: (
                  <>
                    {box.lastFreeDay.on && `${dayWords(box.lastFreeDay, look)} · `}
                    <ShownLeft day={box.lastFreeDay} />
                  </>
                ),
              },
              { label: "References", value: box.references.length > 0 ? box.references.join(", ") : none },
              ...(box.chassis ? [{ label: "Chassis", value: box.chassis }] : []),
            ]}
          />
        </Card>
        {emptyReturn && (
          <Card title="Empty return">
            <ShownFacts facts={returnFacts(emptyReturn, look)} />
          </Card>
        )}
      </div>
    </>
  );
}
