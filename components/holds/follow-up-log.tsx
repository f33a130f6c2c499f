import { Ago } from "@/components/time/age";
import { PlaceTime } from "@/components/time/local-time";
import { type ChaseLine, type ChaseRecord, chaseOwner } from "@/lib/domain/readiness/hold-follow-up";

function Line({
  line,
  zone,
  now,
  next = true,
}: {
  line: ChaseLine;
  zone: string | null;
  now: number;
  /** Whether to say when to ask again; not where that stands beside it. */
  next?: boolean;
}) {
  const said = line.asked !== "" || line.promise !== "";
  return (
    <li className="wrap-anywhere">
      {said ? (
        <>
          {line.asked !== "" && <>Asked {line.asked}</>}
          {line.asked !== "" && line.promise !== "" && ": "}
          {line.promise !== "" && <>“{line.promise}”</>}
        </>
      ) : (
        "Looked into it"
      )}{" "}
      <span className="text-ink-3">
        · {line.by}, <Ago since={line.writtenAt} />
        {next && line.nextCheckAt && (
          <>
            {" "}
            · to ask again <PlaceTime moment={{ at: line.nextCheckAt, zone }} now={now} />
          </>
        )}
      </span>
    </li>
  );
}

/** Who was asked and what they said, the newest first; older lines are folded. */
export function ChaseLog({ chase, zone, now }: { chase: ChaseRecord; zone: string | null; now: number }) {
  const lines = [...chase.lines].reverse();
  const [newest, ...older] = lines;
  return (
    <div className="text-note text-ink-2">
      {chase.openedBy === null && chase.lines.length === 0 && <p>The hold came back: ask again.</p>}
      {newest && (
        <ul>
          <Line line={newest} zone={zone} now={now} next={chase.closedAt !== null} />
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

/** Chases that ended, with how and their logs. */
export function EndedChases({
  chases,
  zoneOf,
  now,
}: {
  chases: readonly ChaseRecord[];
  zoneOf: (chase: ChaseRecord) => string | null;
  now: number;
}) {
  if (chases.length === 0) return null;
  return (
    <details className="mt-2.5">
      <summary className="text-accent">
        {chases.length} earlier {chases.length === 1 ? "chase" : "chases"}
      </summary>
      <ul className="mt-1.5 flex flex-col gap-2">
        {chases.map((chase) => (
          <li key={chase.id} data-ended-chase={chase.holdName}>
            <p className="wrap-anywhere">
              <b className="font-[560]">{chase.holdName}</b>{" "}
              <span className="text-ink-2">
                {chase.closedBecause === "cleared" ? "cleared" : "no longer chased"}
                {chase.closedAt && (
                  <>
                    {" "}
                    <PlaceTime moment={{ at: chase.closedAt, zone: zoneOf(chase) }} now={now} />
                  </>
                )}{" "}
                · {chaseOwner(chase)}
              </span>
            </p>
            <ChaseLog chase={chase} zone={zoneOf(chase)} now={now} />
          </li>
        ))}
      </ul>
    </details>
  );
}
