/**
 * What the shipments can be put in order by: the number they go by, when they arrive, how far that is from the first ETA,
 * how their worst container stands (worst first), when they were created.
 */
export const SHIPMENT_SORTS = ["number", "eta", "drift", "worst", "created"] as const;
export type ShipmentSort = (typeof SHIPMENT_SORTS)[number];
export type ShipmentOrder = { by: ShipmentSort; descending: boolean };

/**
 * Orders in words, each in the direction that one asks for first. Null is the list's own: what is on its way, the soonest
 * ETA first, an overdue one before all, those without ETA after them; then what arrived or is no longer tracked, the
 * latest first.
 */
const FIRST: Record<ShipmentSort, { descending: boolean; words: string; turned: string }> = {
  number: { descending: false, words: "by number", turned: "by number, backwards" },
  eta: { descending: false, words: "earliest arrival first", turned: "latest arrival first" },
  drift: {
    descending: true,
    words: "latest against the first ETA first",
    turned: "earliest against the first ETA first",
  },
  worst: { descending: false, words: "most urgent first", turned: "most urgent last" },
  created: { descending: true, words: "newest first", turned: "oldest first" },
};

const OWN_WORDS = "soonest ETA first";

/** "soonest ETA first", "newest first": an order in words. */
export function shipmentOrderWords(order: ShipmentOrder | null): string {
  if (order === null) return OWN_WORDS;
  const { descending, words, turned } = FIRST[order.by];
  return order.descending === descending ? words : turned;
}

/** The order after a click on a heading: its own direction, then the other, then the list's own again. */
export function nextShipmentOrder(order: ShipmentOrder | null, by: ShipmentSort): ShipmentOrder | null {
  const { descending } = FIRST[by];
  if (order?.by !== by) return { by, descending };
  return order.descending === descending ? { by, descending: !descending } : null;
}

/** Every order there is, each with its words; the list's own first. */
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

/** "-drift", "number"; "" for the list's own. */
export const formatShipmentOrder = (order: ShipmentOrder | null): string =>
  order ? `${order.descending ? "-" : ""}${order.by}` : "";

/** The order a text names; null for the list's own, undefined where it names none. */
export function parseShipmentOrder(text: string): ShipmentOrder | null | undefined {
  return SHIPMENT_ORDERS.find((order) => formatShipmentOrder(order) === text);
}
