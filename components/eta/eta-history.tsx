import { PlaceTime } from "@/components/time/local-time";
import { Cell, Head, Note, Row, Table } from "@/components/ui/table";
import { type EtaStep, stepSource } from "@/lib/domain/milestones/eta-history";
import { dayOf } from "@/lib/domain/time/local-clock";
import { formatDay } from "@/lib/domain/time/time-format";
import { localDate } from "@/lib/domain/time/zoned-time";
import { EtaDrawing } from "./eta-chart-lazy";

const KINDS: Record<EtaStep["kind"], string> = {
  first: "First ETA",
  reported: "New ETA",
  withdrawn: "ETA withdrawn",
  arrived: "Arrived",
};

/** A difference in days as text: "+3 d", "−2 d", "same day"; "–" without a comparison. */
export function daysText(days: number | null): string {
  if (days === null) return "–";
  if (days === 0) return "same day";
  return days > 0 ? `+${days} d` : `−${-days} d`;
}

const reportedDay = ({ reportedAt, kind }: EtaStep): string =>
  reportedAt ? formatDay(localDate(reportedAt, "UTC")) : kind === "first" ? "first" : "earlier";

function pointsOf(steps: readonly EtaStep[]) {
  return steps.map((step) => ({
    label: step.kind === "arrived" ? "arrived" : reportedDay(step),
    drift: step.drift,
    text: step.at ? formatDay(dayOf(step.at)) : "",
  }));
}

function StepRow({ step, now }: { step: EtaStep; now: number }) {
  return (
    <Row data-eta={step.kind}>
      <Cell>
        {KINDS[step.kind]}
        <Note>
          {step.kind === "arrived" ? (
            "as reported"
          ) : step.reportedAt ? (
            <>
              reported <PlaceTime moment={{ at: step.reportedAt, zone: "UTC" }} now={now} /> ·{" "}
              {stepSource(step)}
            </>
          ) : (
            "reported before tracking started"
          )}
        </Note>
      </Cell>
      <Cell>{step.at ? <PlaceTime moment={step.at} now={now} /> : "–"}</Cell>
      <Cell className="text-right whitespace-nowrap max-sm:hidden">{daysText(step.moved)}</Cell>
      <Cell className="text-right whitespace-nowrap">
        {step.kind === "first" ? "–" : daysText(step.drift)}
      </Cell>
    </Row>
  );
}

/** The steps of the ETA at a place as a chart and a table, each with what reported it. `now` is epoch ms. */
export function EtaHistory({ place, steps, now }: { place: string; steps: readonly EtaStep[]; now: number }) {
  return (
    <>
      {steps.length > 1 && <EtaDrawing points={pointsOf(steps)} />}
      <div className={steps.length > 1 ? "mt-3" : undefined}>
        <Table
          label={`ETA changes at ${place}`}
          heads={
            <>
              <Head>Event</Head>
              <Head>Date and time</Head>
              <Head className="text-right max-sm:hidden">Change</Head>
              <Head className="text-right">vs. first ETA</Head>
            </>
          }
        >
          {steps.map((step) => (
            <StepRow key={`${step.kind} ${step.reportedAt} ${step.at?.at}`} step={step} now={now} />
          ))}
        </Table>
      </div>
    </>
  );
}
