import { PlaceTime } from "@/components/time/local-time";
import { Cell, Head, Note, Row, Table } from "@/components/ui/table";
import { type EtaStep, stepSource } from "@/lib/domain/milestones/eta-history";
import { EtaDrawing } from "./eta-chart-lazy";

const KINDS: Record<EtaStep["kind"], string> = {
  first: "First ETA",
  reported: "New ETA",
  withdrawn: "ETA withdrawn",
  arrived: "Arrived",
};

/** A difference in days as text: "+3d", "−2d", "same day"; "–" without a comparison. */
export function daysText(days: number | null): string {
  if (days === null) return "–";
  if (days === 0) return "same day";
  return days > 0 ? `+${days}d` : `−${-days}d`;
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
      {steps.length > 1 && <EtaDrawing steps={steps} />}
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
