import { describe, expect, it } from "vitest";
import {
  formatShipmentOrder,
  nextShipmentOrder,
  parseShipmentOrder,
  SHIPMENT_ORDERS,
  SHIPMENT_SORTS,
  shipmentOrderText,
} from "./sort-orders";

describe("shipment orders", () => {
  it("are read as they are written, and each has its own label", () => {
    for (const order of SHIPMENT_ORDERS)
      expect(parseShipmentOrder(formatShipmentOrder(order))).toEqual(order);
    expect(new Set(SHIPMENT_ORDERS.map(shipmentOrderText)).size).toBe(1 + 2 * SHIPMENT_SORTS.length);
  });

  it.each(["mood", "-", "--eta", "eta,number", "ETA", "constructor"])("do not include %s", (text) => {
    expect(parseShipmentOrder(text)).toBeUndefined();
  });

  it("cycle through the direction of a heading, the opposite direction and the default order", () => {
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
