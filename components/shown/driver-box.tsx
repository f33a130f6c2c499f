import { Card } from "@/components/ui/card";
import type { DriverRow } from "@/lib/dispatch/shown-box";
import { formatDay } from "@/lib/dispatch/zone-words";
import type { Look } from "./look";
import { PlainTime } from "./plain-time";
import { ShownLeft } from "./shown-left";
import { BoxHead, dayWords, ShownFacts } from "./shown-parts";

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
