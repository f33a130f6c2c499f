import { ArrowDown, ArrowUp } from "lucide-react";
import { classNames } from "@/components/ui/class-names";
import {
  nextShipmentOrder,
  type ShipmentOrder,
  type ShipmentSort,
  shipmentOrderText,
} from "@/lib/features/shipments/rules/sort-orders";

/** The text of a header part, and the sort that a click on it applies. */
export type HeadPart = { label: string; by?: ShipmentSort };

function Part({
  part: { label, by },
  order,
  onOrder,
}: {
  part: HeadPart;
  order: ShipmentOrder | null;
  onOrder: (order: ShipmentOrder | null) => void;
}) {
  if (!by) return <span className="truncate">{label}</span>;
  const sorted = order?.by === by;
  const Arrow = sorted && order.descending ? ArrowDown : ArrowUp;
  return (
    <button
      type="button"
      title={`Sort ${shipmentOrderText(nextShipmentOrder(order, by))}`}
      className={classNames("inline-flex items-center gap-0.5 py-1 hover:text-ink", sorted && "text-ink")}
      onClick={() => onOrder(nextShipmentOrder(order, by))}
    >
      {label}
      {sorted && <Arrow aria-hidden size={12} />}
    </button>
  );
}

/**
 * The header of a column. A click on a part sorts by it, a second click reverses the order, and a third removes the
 * sort.
 */
export function ShipmentHead({
  parts,
  stuck,
  order,
  onOrder,
}: {
  parts: readonly HeadPart[];
  stuck: boolean;
  order: ShipmentOrder | null;
  onOrder: (order: ShipmentOrder | null) => void;
}) {
  const sorted = order !== null && parts.some(({ by }) => by === order.by);
  return (
    <th
      scope="col"
      aria-sort={sorted ? (order.descending ? "descending" : "ascending") : undefined}
      className={classNames(
        "sticky top-0 h-[31px] border-b border-line bg-raised px-1.5 text-left text-small font-medium whitespace-nowrap text-ink-3 first:pl-3",
        stuck ? "left-0 z-20" : "z-15",
      )}
    >
      <span className="flex items-center gap-2">
        {parts.map((part) => (
          <Part key={part.label} part={part} order={order} onOrder={onOrder} />
        ))}
      </span>
    </th>
  );
}
