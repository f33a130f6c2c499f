import { MilestoneLine, MilestoneList, timeless } from "@/components/containers/milestone-timeline";
import { Card } from "@/components/ui/card";
import { withKeys } from "@/components/ui/with-keys";
import type { CustomerRow } from "@/lib/features/sharing/rules/shared-container";
import type { SharedMilestone } from "@/lib/features/sharing/rules/shared-pages";
import { joined } from "@/lib/platform/text/bidi";
import { ContainerHead, dayText, SharedFacts } from "./container-parts";
import { PlainTime } from "./plain-time";
import type { TimeDisplay } from "./time-display";
import { TimeLeft } from "./time-to-deadline";

function ArrivalFact({ container, display }: { container: CustomerRow; display: TimeDisplay }) {
  const { eta, actual } = container.arrival;
  if (actual) return <PlainTime moment={actual} display={display} />;
  if (!eta) return <span className="text-ink-3">not reported yet</span>;
  return (
    <>
      expected <PlainTime moment={eta} display={display} />
    </>
  );
}

function factsOf(container: CustomerRow, display: TimeDisplay) {
  const vessel = [container.vessel.name, container.vessel.voyage].filter(Boolean).join(" ");
  return [
    {
      label: container.arrival.place === "port" ? "Arrival at port" : "Arrival inland",
      value: <ArrivalFact container={container} display={display} />,
    },
    ...(vessel ? [{ label: "Vessel", value: vessel }] : []),
    ...(container.line ? [{ label: "Shipping line", value: container.line }] : []),
    ...(container.port ? [{ label: "Port", value: container.port }] : []),
    ...(container.destination ? [{ label: "Destination", value: container.destination }] : []),
    ...(container.terminal ? [{ label: "Terminal", value: container.terminal }] : []),
    ...(container.billOfLading ? [{ label: "Bill of lading", value: container.billOfLading }] : []),
    ...(container.references.length > 0
      ? [{ label: "References", value: container.references.join(", ") }]
      : []),
  ];
}

function SharedMilestoneLine({ milestone, display }: { milestone: SharedMilestone; display: TimeDisplay }) {
  const { state, actual, planned, vessel } = milestone;
  return (
    <MilestoneLine milestone={milestone} aside={vessel}>
      {actual ? (
        <PlainTime moment={actual} display={display} />
      ) : planned ? (
        <>
          planned <PlainTime moment={planned} display={display} />
        </>
      ) : (
        timeless(state)
      )}
    </MilestoneLine>
  );
}

function Charges({ charges }: { charges: NonNullable<CustomerRow["charges"]> }) {
  return (
    <Card title="Charges at the terminal" aside={charges.text}>
      {charges.lines.length > 0 && (
        <ul className="flex flex-col gap-1">
          {withKeys(charges.lines, ({ label, text }) => `${label} ${text}`).map(
            ({ key, item: { label, text } }) => (
              <li key={key} className="flex justify-between gap-3">
                <span>{label}</span>
                <span>{text}</span>
              </li>
            ),
          )}
        </ul>
      )}
    </Card>
  );
}

/** One container as shown to its customer. */
export function CustomerContainer({
  container,
  milestones,
  display,
}: {
  container: CustomerRow;
  milestones: readonly SharedMilestone[];
  display: TimeDisplay;
}) {
  return (
    <>
      <ContainerHead
        number={container.number}
        line={joined([container.equipment, container.status])}
        readiness={container.readiness}
      />
      <div className="grid items-start gap-3.5 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-3.5">
          <Card title="Last free day">
            <TimeLeft day={container.lastFreeDay} large />
            {container.lastFreeDay.on && (
              <p className="text-ink-2">
                {dayText(container.lastFreeDay, display)}, local time at the terminal
              </p>
            )}
          </Card>
          <Card title="Location">
            <SharedFacts facts={factsOf(container, display)} />
          </Card>
          {container.charges && <Charges charges={container.charges} />}
        </div>
        <Card title="Milestones" aside="local times">
          <MilestoneList>
            {withKeys(
              milestones,
              ({ label, actual, state, place }) => `${label} ${actual?.at ?? state} ${place}`,
            ).map(({ key, item: milestone }) => (
              <SharedMilestoneLine key={key} milestone={milestone} display={display} />
            ))}
          </MilestoneList>
        </Card>
      </div>
    </>
  );
}
