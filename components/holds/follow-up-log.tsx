import { Ago } from "@/components/time/age";
import { PlaceTime } from "@/components/time/local-time";
import {
  type FollowUpLine,
  type FollowUpRecord,
  followUpOwner,
  lastResult,
} from "@/lib/domain/readiness/hold-follow-up";

function Line({
  line,
  zone,
  now,
  next = true,
}: {
  line: FollowUpLine;
  zone: string | null;
  now: number;
  /** Whether to show the next check time. False where it is already shown nearby. */
  next?: boolean;
}) {
  return (
    <li className="wrap-anywhere">
      {line.contacted !== "" && `Contacted ${line.contacted}: `}
      {lastResult(line)}{" "}
      <span className="text-ink-3">
        · {line.by}, <Ago since={line.writtenAt} />
        {next && line.nextCheckAt && (
          <>
            {" "}
            · follow up at <PlaceTime moment={{ at: line.nextCheckAt, zone }} now={now} />
          </>
        )}
      </span>
    </li>
  );
}

/** Contacted and what they said, the newest first; older lines are folded. */
export function FollowUpLog({
  followUp,
  zone,
  now,
}: {
  followUp: FollowUpRecord;
  zone: string | null;
  now: number;
}) {
  const lines = [...followUp.lines].reverse();
  const [newest, ...older] = lines;
  return (
    <div className="text-note text-ink-2">
      {followUp.openedBy === null && followUp.lines.length === 0 && <p>Hold is back. Follow up.</p>}
      {newest && (
        <ul>
          <Line line={newest} zone={zone} now={now} next={followUp.closedAt !== null} />
        </ul>
      )}
      {older.length > 0 && (
        <details>
          <summary className="text-accent">{older.length} earlier</summary>
          <ul className="mt-0.5 flex flex-col gap-0.5">
            {older.map((line) => (
              <Line key={line.id} line={line} zone={zone} now={now} />
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

/** Closed follow-ups with their outcomes and logs. */
export function EndedFollowUps({
  followUps,
  zoneOf,
  now,
}: {
  followUps: readonly FollowUpRecord[];
  zoneOf: (followUp: FollowUpRecord) => string | null;
  now: number;
}) {
  if (followUps.length === 0) return null;
  return (
    <details className="mt-2.5">
      <summary className="text-accent">
        {followUps.length} earlier {followUps.length === 1 ? "follow-up" : "follow-ups"}
      </summary>
      <ul className="mt-1.5 flex flex-col gap-2">
        {followUps.map((followUp) => (
          <li key={followUp.id} data-ended-follow-up={followUp.holdName}>
            <p className="wrap-anywhere">
              <b className="font-[560]">{followUp.holdName}</b>{" "}
              <span className="text-ink-2">
                {followUp.closedBecause === "cleared" ? "cleared" : "closed"}
                {followUp.closedAt && (
                  <>
                    {" "}
                    <PlaceTime moment={{ at: followUp.closedAt, zone: zoneOf(followUp) }} now={now} />
                  </>
                )}{" "}
                · {followUpOwner(followUp)}
              </span>
            </p>
            <FollowUpLog followUp={followUp} zone={zoneOf(followUp)} now={now} />
          </li>
        ))}
      </ul>
    </details>
  );
}
