import { describe, expect, it } from "vitest";
import {
  formatShipmentOrder,
  nextShipmentOrder,
  parseShipmentOrder,
  SHIPMENT_ORDERS,
  SHIPMENT_SORTS,
  shipmentOrderWords,
} from "./sort-orders";

describe("an order of the shipments", () => {
  it("is read as it is written, and each has words of its own", () => {
    for (const order of SHIPMENT_ORDERS)
      expect(parseShipmentOrder(formatShipmentOrder(order))).toEqual(order);
    expect(new Set(SHIPMENT_ORDERS.map(shipmentOrderWords)).size).toBe(1 + 2 * SHIPMENT_SORTS.length);
  });

  it.each(["mood", "-", "--eta", "eta,number", "ETA", "constructor"])("is none named %s", (text) => {
    expect(parseShipmentOrder(text)).toBeUndefined();
  });

  it("goes by a heading's own direction, then the other, then as the list goes by itself", () => {
    const worst = nextShipmentOrder(null, "worst");
    expect(worst).toEqual({ by: "worst", descending: false });
    const turned = nextShipmentOrder(worst, "worst");
    expect(turned).toEqual({ by: "worst", descending: true });
    expect(nextShipmentOrder(turned, "worst")).toBeNull();
    expect(nextShipmentOrder(turned, "drift")).toEqual({ by: "drift", descending: true });
    expect(nextShipmentOrder({ by: "created", descending: true }, "created")).toEqual({
      by: "created",
      descending: false,
    });
  });
});
