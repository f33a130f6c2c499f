import { isDeepStrictEqual } from "node:util";
import type { JourneyFacts } from "./attributes";

/** The difference between two states of the facts: only the changed members. */
export type FactsDelta = {
  container: Partial<JourneyFacts["container"]>;
  containerPlaces: Partial<JourneyFacts["containerPlaces"]>;
  offDock?: boolean;
  shipment: Partial<JourneyFacts["shipment"]>;
  shipmentPlaces: Partial<JourneyFacts["shipmentPlaces"]>;
};

/** Returns the members of `after` whose value differs from `before`. */
export function changedMembers<T extends object>(before: T, after: T): Partial<T> {
  const changed: Partial<T> = {};
  for (const key in after) {
    if (!isDeepStrictEqual(before[key], after[key])) changed[key] = after[key];
  }
  return changed;
}

export function differenceOf(before: JourneyFacts, after: JourneyFacts): FactsDelta {
  return {
    container: changedMembers(before.container, after.container),
    containerPlaces: changedMembers(before.containerPlaces, after.containerPlaces),
    offDock: before.offDock === after.offDock ? undefined : after.offDock,
    shipment: changedMembers(before.shipment, after.shipment),
    shipmentPlaces: changedMembers(before.shipmentPlaces, after.shipmentPlaces),
  };
}

/**
 * Returns the facts with the members of a delta applied. References and tags are kept, because an account may have
 * edited them since the first report.
 */
export function merged(facts: JourneyFacts, delta: FactsDelta): JourneyFacts {
  const { container, shipment } = facts;
  return {
    container: { ...container, ...delta.container, ref_numbers: container.ref_numbers },
    containerPlaces: { ...facts.containerPlaces, ...delta.containerPlaces },
    offDock: delta.offDock ?? facts.offDock,
    shipment: { ...shipment, ...delta.shipment, ref_numbers: shipment.ref_numbers, tags: shipment.tags },
    shipmentPlaces: { ...facts.shipmentPlaces, ...delta.shipmentPlaces },
  };
}
