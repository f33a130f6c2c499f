import { Card } from "@/components/ui/card";
import { classNames } from "@/components/ui/class-names";
import { formatContainerNumber } from "@/lib/dispatch/container-number";
import type { CustomerRow } from "@/lib/dispatch/shown-box";
import type { ShownMilestone } from "@/lib/dispatch/shown-pages";
import type { Look } from "./look";
import { PlainTime } from "./plain-time";
import { ShownLeft } from "./shown-left";
import { dayWords, ReadyWords, ShownFacts } from "./shown-parts";

function ArrivalFact({ box, look }: { box: CustomerRow; look: Look }) {
  const { eta, actual } = box.arrival;
  if (actual) return <PlainTime moment={actual} look={look} />;
  if (!eta) return <span className="text-ink-3">not reported yet</span>;
  return (
    <>
      expected <PlainTime moment={eta} look={look} />
    </>
  );
}

function factsOf(box: CustomerRow, look: Look) {
  const vessel = [box.vessel.name, box.vessel.voyage].filter(Boolean).join(" ");
  return [
    {
      label: box.arrival.place === "port" ? "Arrival at port" : "Arrival inland",
      value: <ArrivalFact box={box} look={look} />,
    },
    ...(vessel ? [{ label: "Vessel", value: vessel }] : []),
    ...(box.line ? [{ label: "Shipping line", value: box.line }] : []),
    ...(box.port ? [{ label: "Port", value: box.port }] : []),
    ...(box.destination ? [{ label: "Destination", value: box.destination }] : []),
    ...(box.terminal ? [{ label: "Terminal", value: box.terminal }] : []),
    ...(box.billOfLading ? [{ label: "Bill of lading", value: box.billOfLading }] : []),
    ...(box.references.length > 0 ? [{ label: "References", value: box.references.join(", ") }] : []),
  ];
}

function MilestoneLine({ milestone, look }: { milestone: ShownMilestone; look: Look }) {
  const { label, state, actual, planned, place, vessel } = milestone;
  const expected = state === "expected";
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 pb-2.5 last:pb-0 max-sm:grid-cols-1">
      <span
        aria-hidden
        className={classNames(
          "absolute top-[3px] -left-[23px] size-3 rounded-full border-2",
          expected ? "scale-80 border-ink-3 bg-surface" : "border-surface bg-ink-2",
        )}
      />
      <span className={expected ? "text-ink-2" : undefined}>
        {label}
        {place && `, ${place}`} {vessel && <span className="text-small text-ink-3">{vessel}</span>}
        {expected && <span className="sr-only">, expected</span>}
      </span>
      <span className="text-small text-ink-3 sm:text-right">
        {actual ? (
          <PlainTime moment={actual} look={look} />
        ) : planned ? (
          <>
            planned <PlainTime moment={planned} look={look} />
          </>
        ) : expected ? (
          "–"
        ) : (
          "time not reported"
        )}
      </span>
    </li>
  );
}

function Charges({ charges }: { charges: NonNullable<CustomerRow["charges"]> }) {
  return (
    <Card title="Charges at the terminal" aside={charges.words}>
      {charges.lines.length > 0 && (
        <ul className="flex flex-col gap-1">
          {charges.lines.map(({ label, words }) => (
            <li key={`${label} ${words}`} className="flex justify-between gap-3">
              <span>{label}</span>
              <span>{words}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** One box as its customer sees it.  */
export function CustomerBox({
  box,
  milestones,
  look,
}: {
  box: CustomerRow;
  milestones: readonly ShownMilestone[];
  look: Look;
}) {
  return (
    <>
      <div className="mb-3">
        <h2 className="font-mono text-verdict tracking-tight">{formatContainerNumber(box.number)}</h2>
        <p className="text-ink-3">{[box.equipment, box.status].filter(Boolean).join(" · ")}</p>
        <p className="mt-1.5">
          <ReadyWords readiness={box.readiness} large />
        </p>
      </div>
      <div className="grid items-start gap-3.5 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-3.5">
          <Card title="Last free day">
            <ShownLeft day={box.lastFreeDay} large />
            {box.lastFreeDay.on && (
              <p className="text-ink-2">{dayWords(box.lastFreeDay, look)}, at the terminal’s own clock</p>
            )}
          </Card>
          <Card title="Where it is">
            <ShownFacts facts={factsOf(box, look)} />
          </Card>
          {box.charges && <Charges charges={box.charges} />}
        </div>
        <Card title="Milestones" aside="in each place’s time">
          <ol className="ml-1.5 border-l-[1.5px] border-line-strong pl-4">
            {milestones.map((milestone) => (
              <MilestoneLine
                key={`${milestone.label} ${milestone.actual?.at ?? milestone.state} ${milestone.place}`}
                milestone={milestone}
                look={look}
              />
            ))}
          </ol>
        </Card>
      </div>
    </>
  );
}
