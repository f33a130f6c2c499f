import { MilestoneLine, MilestoneList, timeless } from "@/components/containers/milestone-timeline";
import { Card } from "@/components/ui/card";
import type { CustomerRow } from "@/lib/features/sharing/rules/shared-container";
import type { ShownMilestone } from "@/lib/features/sharing/rules/shared-pages";
import { BoxHead, dayWords, ShownFacts } from "./container-parts";
import { PlainTime } from "./plain-time";
import type { Look } from "./time-display";
import { ShownLeft } from "./time-to-deadline";

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

function ShownMilestoneLine({ milestone, look }: { milestone: ShownMilestone; look: Look }) {
  const { state, actual, planned, vessel } = milestone;
  return (
    <MilestoneLine milestone={milestone} aside={vessel}>
      {actual ? (
        <PlainTime moment={actual} look={look} />
      ) : planned ? (
        <>
          planned <PlainTime moment={planned} look={look} />
        </>
      ) : (
        timeless(state)
      )}
    </MilestoneLine>
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

/** One box as its customer sees it. */
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
      <BoxHead
        number={box.number}
        line={[box.equipment, box.status].filter(Boolean).join(" · ")}
        readiness={box.readiness}
      />
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
          <MilestoneList>
            {milestones.map((milestone) => (
              <ShownMilestoneLine
                key={`${milestone.label} ${milestone.actual?.at ?? milestone.state} ${milestone.place}`}
                milestone={milestone}
                look={look}
              />
            ))}
          </MilestoneList>
        </Card>
      </div>
    </>
  );
}
