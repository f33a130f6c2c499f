import type { ReactNode } from "react";
import { PlaceTime } from "@/components/time/local-time";
import type { ShipmentAttributes } from "@/lib/contract/shipment";
import { driftText, etaDrift } from "@/lib/domain/milestones/eta-deviation";

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-2">{label}</dt>
      <dd className="min-w-0 text-right wrap-anywhere">{children}</dd>
    </>
  );
}

/** The times of one event: the actual time, otherwise the expected one, with the first reported time. */
function Times({
  actual,
  expected,
  first,
  zone,
  label: word,
  now,
}: {
  actual?: string | null;
  expected?: string | null;
  first?: string | null;
  zone?: string | null;
  /** The label of the expected time of this event. */
  label: "ETD" | "ETA";
  now: number;
}) {
  const at = actual ?? expected;
  if (!at) return <span className="text-ink-3">not reported</span>;
  const moved = first && Date.parse(first) !== Date.parse(at);
  return (
    <>
      {!actual && "expected "}
      <PlaceTime moment={{ at, zone: zone ?? null }} now={now} />
      {moved && (
        <span className="block text-small text-ink-3">
          first {word} <PlaceTime moment={{ at: first, zone: zone ?? null }} now={now} />
        </span>
      )}
    </>
  );
}

/** The times of the voyage, each in its location's zone, and the arrival's difference from the first ETA. */
export function ShipmentFacts({ attributes: facts, now }: { attributes: ShipmentAttributes; now: number }) {
  const vessel = [facts.pod_vessel_name, facts.pod_voyage_number].filter(Boolean).join(" ");
  const drift = etaDrift(facts);
  const inland = facts.destination_locode && facts.destination_locode !== facts.port_of_discharge_locode;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-3.5 gap-y-1.5">
      <Fact label="Vessel">{vessel || <span className="text-ink-3">not reported</span>}</Fact>
      <Fact label={`Left ${facts.port_of_lading_name ?? "POL"}`}>
        <Times
          actual={facts.pol_atd_at}
          expected={facts.pol_etd_at}
          first={facts.pol_original_etd_at}
          zone={facts.pol_timezone}
          label="ETD"
          now={now}
        />
      </Fact>
      <Fact label={`At ${facts.port_of_discharge_name ?? "POD"}`}>
        <Times
          actual={facts.pod_ata_at}
          expected={facts.pod_eta_at}
          first={facts.pod_original_eta_at}
          zone={facts.pod_timezone}
          label="ETA"
          now={now}
        />
      </Fact>
      {inland && (
        <Fact label={`At ${facts.destination_name ?? "destination"}`}>
          <Times
            actual={facts.destination_ata_at}
            expected={facts.destination_eta_at}
            first={facts.destination_original_eta_at}
            zone={facts.destination_timezone}
            label="ETA"
            now={now}
          />
        </Fact>
      )}
      {drift !== null && <Fact label="vs. first ETA">{driftText(drift)}</Fact>}
      {facts.customer_name && <Fact label="Customer">{facts.customer_name}</Fact>}
    </dl>
  );
}
