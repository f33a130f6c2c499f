import { Card } from "@/components/ui/card";
import { classNames } from "@/components/ui/class-names";
import type { Milestone } from "@/lib/dispatch/milestones";
import { PlaceTime } from "./place-time";

const SOURCES: Readonly<Record<string, string>> = {
  shipping_line: "reported by the line",
  terminal: "reported by the terminal",
  ais: "seen by AIS",
};

function MilestoneRow({ milestone, now }: { milestone: Milestone; now: number }) {
  const { label, state, actual, planned, place, vessel, voyage, source, waitsFor, delay } = milestone;
  const expected = state === "expected";
  const aside = [[vessel, voyage].filter(Boolean).join(" "), delay].filter(Boolean).join(" · ");
  return (
    <li
      title={source ? SOURCES[source] : undefined}
      className="relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 pb-2.5 last:pb-0 max-sm:grid-cols-1"
    >
      <span
        aria-hidden
        className={classNames(
          "absolute top-[3px] -left-[23px] size-3 rounded-full border-2",
          expected ? "scale-80 border-ink-3 bg-surface" : "border-surface bg-ink-2",
        )}
      />
      <span className={expected ? "text-ink-2" : undefined}>
        {label}
        {place && `, ${place}`} {aside && <span className="text-small text-ink-3">{aside}</span>}
        {expected && <span className="sr-only">, expected</span>}
      </span>
      <span className="text-small text-ink-3 sm:text-right">
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
          (waitsFor ?? (expected ? "–" : "time not reported"))
        )}
        {waitsFor && planned && ` · ${waitsFor}`}
      </span>
    </li>
  );
}

/** The journey: what happened and what is next, each in its place's zone. */
export function MilestonesCard({ milestones, now }: { milestones: readonly Milestone[]; now: number }) {
  return (
    <Card title="Milestones" aside="in each place’s zone">
      <ol className="ml-1.5 border-l-[1.5px] border-line-strong pl-4">
        {milestones.map((milestone) => (
          <MilestoneRow
            key={`${milestone.event} ${milestone.actual?.at ?? milestone.state} ${milestone.place}`}
            milestone={milestone}
            now={now}
          />
        ))}
      </ol>
    </Card>
  );
}
