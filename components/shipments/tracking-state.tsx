import { Tag } from "@/components/ui/tag";
import type { ShipmentAttributes } from "@/lib/contract/shipment";
import { stoppedReasonWords } from "@/lib/dispatch/tracking-words";

/** Whether the line is still asked about a shipment, and if not why not and what to do. */
export function TrackingState({
  attributes,
  full = false,
}: {
  attributes: ShipmentAttributes;
  full?: boolean;
}) {
  const { line_tracking_stopped_at: stopped, line_tracking_stopped_reason: reason } = attributes;
  if (!stopped) return <span className="text-ink-2">Tracking</span>;
  const words = reason ? stoppedReasonWords(reason) : null;
  return (
    <span>
      <Tag tone="plain">Stopped</Tag> {words?.what}
      {full && words?.advice && <span className="text-ink-2"> {words.advice}</span>}
    </span>
  );
}
