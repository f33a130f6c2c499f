import { RecordCards } from "@/app/(dashboard)/_record-cards/record-cards";
import { ClockStart } from "@/components/time/clock";

/** A shipment's custom fields and documents. `zone` is the zone of its port of discharge, `now` is in epoch ms. */
export function ShipmentRelated({ id, zone, now }: { id: string; zone: string | null; now: number }) {
  return (
    <ClockStart at={now}>
      <div className="mt-3.5 grid grid-cols-[minmax(0,1fr)] items-start gap-3.5 md:grid-cols-2">
        <RecordCards record={{ type: "shipment", id }} zone={zone} now={now} />
      </div>
    </ClockStart>
  );
}
