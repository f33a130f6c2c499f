import { PlaceTime } from "@/components/time/local-time";
import { Card } from "@/components/ui/card";
import { Cell, Head, Note, Row, Table } from "@/components/ui/table";
import type { ShipmentAttributes } from "@/lib/contract/shipment";
import {
  type EtaChange,
  type EtaStep,
  etaHistory,
  etaSummary,
} from "@/lib/features/shipments/rules/eta-history";
import { EtaDrawing } from "./eta-chart-lazy";

const KINDS: Record<EtaStep["kind"], string> = {
  first: "First ETA",
  reported: "New ETA",
  withdrawn: "ETA withdrawn",
  arrived: "Arrived",
};

/** The drift as text: "+3d", "−2d", "same day"; "–" without a comparison. */
function daysText(days: number | null): string {
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
            "as reported by the line"
          ) : step.reportedAt ? (
            <>
              reported <PlaceTime moment={{ at: step.reportedAt, zone: "UTC" }} now={now} />
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

function History({ place, steps, now }: { place: string; steps: readonly EtaStep[]; now: number }) {
  return (
    <Card title={`ETA at ${place}`}>
      <p className="mb-2 text-note text-ink-2">{etaSummary(steps)} Days use the local calendar.</p>
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
    </Card>
  );
}

/** The history of the ETA at the port and, for inland moves, at the destination. `now` is epoch ms. */
export function EtaCards({
  attributes,
  changes,
  now,
}: {
  attributes: ShipmentAttributes;
  changes: readonly EtaChange[];
  now: number;
}) {
  const port = etaHistory(changes, attributes, "port");
  const destination = etaHistory(changes, attributes, "destination");
  const discharge = attributes.port_of_discharge_name ?? attributes.port_of_discharge_locode;
  const inland = attributes.destination_name ?? attributes.destination_locode;
  return (
    <>
      {port.length > 0 ? (
        <History place={discharge ?? "the port of discharge"} steps={port} now={now} />
      ) : (
        <Card title="ETA">
          <p className="text-ink-3">The line has not reported an ETA yet.</p>
        </Card>
      )}
      {destination.length > 0 && inland !== discharge && (
        <History place={inland ?? "the destination"} steps={destination} now={now} />
      )}
    </>
  );
}
