import type { ReactNode } from "react";
import { PlaceTime } from "@/components/time/local-time";
import { Card } from "@/components/ui/card";
import type { Milestone } from "@/lib/domain/milestones/milestones";
import { joined } from "@/lib/platform/text/bidi";
import { MilestoneLine, MilestoneList, timeless } from "./milestone-timeline";
import { RawEventsButton } from "./raw-events";

const SOURCES: Readonly<Record<string, string>> = {
  shipping_line: "reported by the line",
  terminal: "reported by the terminal",
  ais: "reported by AIS",
};

function MilestoneRow({ milestone, now }: { milestone: Milestone; now: number }) {
  const { state, actual, planned, vessel, voyage, source, waitsFor, delay } = milestone;
  const aside = joined([[vessel, voyage].filter(Boolean).join(" "), delay]);
  return (
    <MilestoneLine milestone={milestone} aside={aside} source={source ? SOURCES[source] : undefined}>
      {actual ? (
        <>
          <PlaceTime moment={actual} now={now} />
          {planned && planned.at !== actual.at && (
            <span data-planned className="block text-micro">
              planned <PlaceTime moment={planned} now={now} />
            </span>
          )}
        </>
      ) : planned ? (
        <>
          planned <PlaceTime moment={planned} now={now} />
        </>
      ) : (
        (waitsFor ?? timeless(state))
      )}
      {waitsFor && planned && ` · ${waitsFor}`}
    </MilestoneLine>
  );
}

/**
 * The journey: past and upcoming milestones, each in the zone of its location, and the raw events on request. `children`
 * follow the list.
 */
export function MilestonesCard({
  containerId,
  milestones,
  now,
  children,
}: {
  containerId: string;
  milestones: readonly Milestone[];
  now: number;
  children?: ReactNode;
}) {
  return (
    <Card title="Milestones" aside="in each location’s time zone">
      <MilestoneList>
        {milestones.map((milestone) => (
          <MilestoneRow
            key={`${milestone.event} ${milestone.actual?.at ?? milestone.state} ${milestone.place}`}
            milestone={milestone}
            now={now}
          />
        ))}
      </MilestoneList>
      {children}
      <div className="mt-1.5 -ml-2.75">
        <RawEventsButton containerId={containerId} now={now} />
      </div>
    </Card>
  );
}
