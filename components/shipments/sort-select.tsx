import { fieldClass } from "@/components/ui/forms/field";
import {
  formatShipmentOrder,
  parseShipmentOrder,
  SHIPMENT_ORDERS,
  type ShipmentOrder,
  shipmentOrderText,
} from "@/lib/features/shipments/rules/sort-orders";

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The sort order of the cards, which have no column headers. */
export function OrderChoice({
  order,
  onOrder,
}: {
  order: ShipmentOrder | null;
  onOrder: (order: ShipmentOrder | null) => void;
}) {
  return (
    <label className="mb-2 flex items-center gap-2 text-ink-2">
      Order
      <select
        value={formatShipmentOrder(order)}
        onChange={(event) => onOrder(parseShipmentOrder(event.target.value) ?? null)}
        className={fieldClass()}
      >
        {SHIPMENT_ORDERS.map((each) => (
          <option key={formatShipmentOrder(each)} value={formatShipmentOrder(each)}>
            {capital(shipmentOrderText(each))}
          </option>
        ))}
      </select>
    </label>
  );
}
