import { EtaHistory } from "@/components/eta/eta-history";
import { Card } from "@/components/ui/card";
import type { ShipmentAttributes } from "@/lib/contract/shipment";
import {
  type EtaChange,
  type EtaStep,
  etaHistory,
  etaSummary,
  shipmentEta,
} from "@/lib/domain/milestones/eta-history";

function History({ place, steps, now }: { place: string; steps: readonly EtaStep[]; now: number }) {
  return (
    <Card title={`ETA at ${place}`}>
      <p className="mb-2 text-note text-ink-2">{etaSummary(steps)} Days use the local calendar.</p>
      <EtaHistory place={place} steps={steps} now={now} />
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
  const port = etaHistory(changes, shipmentEta(attributes, "port"));
  const destination = etaHistory(changes, shipmentEta(attributes, "destination"));
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
