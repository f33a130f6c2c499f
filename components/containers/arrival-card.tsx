import { daysText, EtaHistory } from "@/components/eta/eta-history";
import { Ago } from "@/components/time/age";
import { PlaceTime } from "@/components/time/local-time";
import { Card } from "@/components/ui/card";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import type { Container } from "@/lib/domain/container/container-facts";
import { arrivalEta } from "@/lib/domain/container/eta";
import { driftText } from "@/lib/domain/milestones/eta-deviation";
import {
  type EtaChange,
  type EtaStep,
  etaHistory,
  etaSummary,
  stepSource,
} from "@/lib/domain/milestones/eta-history";

/** Whether a container is on its way to the place where it is picked up, so that its ETA matters most. */
export const isUnderWay = ({ arrival, gateOut, onTerminalGround }: BoardRow): boolean =>
  arrival.actual === null && gateOut === null && !onTerminalGround;

/** The name of the place of the arrival. */
function placeName({ arrival, port, destination }: BoardRow): string {
  if (arrival.place === "port") return port.name ?? port.locode ?? "the port of discharge";
  return destination?.name ?? destination?.locode ?? "the destination";
}

function LastChange({ step }: { step: EtaStep }) {
  return (
    <>
      {step.kind === "withdrawn" ? "withdrawn" : daysText(step.moved)}
      {step.reportedAt && (
        <>
          {", "}
          <Ago since={step.reportedAt} />
        </>
      )}
    </>
  );
}

function Facts({ row, steps, now }: { row: BoardRow; steps: readonly EtaStep[]; now: number }) {
  const { arrival, vessel } = row;
  const first = steps.find(({ kind }) => kind === "first");
  const last = steps.findLast(({ kind }) => kind === "reported" || kind === "withdrawn");
  const drift = steps.findLast((step) => step.drift !== null)?.drift ?? null;
  const sender = arrival.place === "inland" ? "the carrier" : "the line";
  return (
    <dl className="grid flex-1 grid-cols-[auto_1fr] items-baseline gap-x-3.5 gap-y-1">
      <dt className="text-ink-2">First ETA</dt>
      <dd>
        {first?.at ? (
          <PlaceTime moment={first.at} now={now} />
        ) : (
          <span className="text-ink-3">not reported</span>
        )}
        {first && last && drift !== null && <span className="text-ink-3"> · now {driftText(drift)}</span>}
      </dd>
      <dt className="text-ink-2">Last change</dt>
      <dd>{last ? <LastChange step={last} /> : <span className="text-ink-3">none</span>}</dd>
      <dt className="text-ink-2">Source</dt>
      <dd>
        {sender}
        {last?.reportedAt && <span className="text-ink-3"> · {stepSource(last)}</span>}
      </dd>
      {vessel.name && arrival.place === "port" && (
        <>
          <dt className="text-ink-2">Vessel</dt>
          <dd>{[vessel.name, vessel.voyage].filter(Boolean).join(" ")}</dd>
        </>
      )}
    </dl>
  );
}

/**
 * The ETA of a container: now, first, last change and source, with its history. After the arrival the history alone.
 * `now` is epoch ms.
 */
export function ArrivalCard({
  row,
  container,
  changes,
  now,
}: {
  row: BoardRow;
  container: Container;
  changes: readonly EtaChange[];
  now: number;
}) {
  const facts = arrivalEta(container);
  const steps = facts ? etaHistory(changes, facts) : [];
  const place = placeName(row);
  const { eta, actual } = row.arrival;
  const underWay = isUnderWay(row);
  if (!underWay && steps.length < 2) return null;
  return (
    <Card title={`ETA at ${place}`}>
      {underWay && (
        <div className="mb-2 flex flex-wrap items-start gap-x-7 gap-y-3">
          <div className="min-w-52" data-eta-now>
            <p className={eta ? "text-count font-[620] tracking-tight" : "text-figure text-ink-3"}>
              {eta ? <PlaceTime moment={eta} now={now} /> : "No ETA reported"}
            </p>
            {row.deadline.governing === null && (
              <p className="text-note text-ink-3">No last free day reported yet.</p>
            )}
          </div>
          <Facts row={row} steps={steps} now={now} />
        </div>
      )}
      {steps.length > 1 && (
        <>
          <p className="mb-2 text-note text-ink-2">{etaSummary(steps)}</p>
          <details open={underWay && actual === null}>
            <summary className="text-accent">ETA history</summary>
            <div className="mt-2">
              <EtaHistory place={place} steps={steps} now={now} />
            </div>
          </details>
        </>
      )}
    </Card>
  );
}
