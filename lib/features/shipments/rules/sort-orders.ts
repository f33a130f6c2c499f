/**
 * Sort keys of the shipments: displayed number, arrival, drift from the first ETA, standing of the worst container
 * (worst first), and creation time.
 */
export const SHIPMENT_SORTS = ["number", "eta", "drift", "worst", "created"] as const;
export type ShipmentSort = (typeof SHIPMENT_SORTS)[number];
export type ShipmentOrder = { by: ShipmentSort; descending: boolean };

/**
 * Labels of the orders, each in its first direction. Null is the default order: shipments on their way with the soonest
 * ETA first (overdue ones at the top), then those without ETA, then arrived or untracked ones, latest first.
 */
const FIRST: Record<ShipmentSort, { descending: boolean; label: string; turned: string }> = {
  number: { descending: false, label: "by number", turned: "by number, descending" },
  eta: { descending: false, label: "earliest arrival first", turned: "latest arrival first" },
  drift: {
    descending: true,
    label: "largest delay first",
    turned: "smallest delay first",
  },
  worst: { descending: false, label: "most urgent first", turned: "most urgent last" },
  created: { descending: true, label: "newest first", turned: "oldest first" },
};

const OWN_WORDS = "soonest ETA first";

/** Returns the label of an order: "soonest ETA first", "newest first". */
export function shipmentOrderText(order: ShipmentOrder | null): string {
  if (order === null) return OWN_WORDS;
  const { descending, label, turned } = FIRST[order.by];
  return order.descending === descending ? label : turned;
}

/** Returns the order after a click on a heading: its first direction, then the opposite one, then the default order. */
export function nextShipmentOrder(order: ShipmentOrder | null, by: ShipmentSort): ShipmentOrder | null {
  const { descending } = FIRST[by];
  if (order?.by !== by) return { by, descending };
  return order.descending === descending ? { by, descending: !descending } : null;
}

/** All orders, the default order first. */
export const SHIPMENT_ORDERS: readonly (ShipmentOrder | null)[] = [
  null,
  ...SHIPMENT_SORTS.flatMap((by) => {
    const { descending } = FIRST[by];
    return [
      { by, descending },
      { by, descending: !descending },
    ];
  }),
];

/** Formats an order: "-drift", "number". "" for the default order. */
export const formatShipmentOrder = (order: ShipmentOrder | null): string =>
  order ? `${order.descending ? "-" : ""}${order.by}` : "";

/** Parses an order. Null for the default order, undefined for an invalid text. */
export function parseShipmentOrder(text: string): ShipmentOrder | null | undefined {
  return SHIPMENT_ORDERS.find((order) => formatShipmentOrder(order) === text);
}
