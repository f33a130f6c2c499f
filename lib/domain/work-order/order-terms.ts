import type { Container } from "@/lib/domain/container/container-facts";
import { equipmentText } from "@/lib/domain/container/equipment";
import { moment, podZone } from "@/lib/domain/container/journey";
import { facilityAddress, pickupPlace } from "@/lib/domain/container/pickup";
import type { Moment } from "@/lib/domain/time/moment";
import { parseInstant } from "@/lib/domain/time/zoned-time";
import { sameFacts } from "@/lib/platform/text/json-equality";
import type { OrderTerms } from "./work-order";

/** The instants of one time differ in their texts, by their source. */
const exact = (of: Moment | null): Moment | null => {
  const at = of && parseInstant(of.at);
  return of && at && !Number.isNaN(at.getTime()) ? { at: at.toISOString(), zone: of.zone } : null;
};

const texts = (values: readonly (string | null | undefined)[]): string[] => [
  ...new Set(values.flatMap((value) => value?.trim() || [])),
];

/** The terms of a work order for a container as they are now. */
export function orderTerms(container: Container, instructions: string): OrderTerms {
  const { attributes, team } = container;
  const { facility } = pickupPlace(container);
  const { plan } = team;
  return {
    number: attributes.number ?? "",
    equipment: equipmentText(container),
    terminal: {
      name: facility?.attributes.name ?? facility?.attributes.nickname ?? null,
      address: facilityAddress(facility),
    },
    appointment: exact(moment(attributes.pickup_appointment_at, podZone(container))),
    pickup: exact(plan.pickup),
    delivery: exact(plan.delivery),
    deliveryPlace: plan.deliveryPlace.trim(),
    emptyReturn: exact(plan.emptyReturn),
    emptyReturnPlace: plan.emptyReturnPlace.trim(),
    references: texts(attributes.ref_numbers ?? []).toSorted(),
    instructions,
  };
}

/** The terms in their order, each with its label. */
export const TERM_LABELS: Readonly<Record<keyof OrderTerms, string>> = {
  number: "Container",
  equipment: "Size and type",
  terminal: "Terminal",
  appointment: "Appointment",
  pickup: "Planned pickup",
  delivery: "Planned delivery",
  deliveryPlace: "Delivery address",
  emptyReturn: "Planned empty return",
  emptyReturnPlace: "Return location",
  references: "References",
  instructions: "Instructions",
};
export type TermId = keyof OrderTerms;
const TERM_IDS = Object.keys(TERM_LABELS).filter((id): id is TermId => Object.hasOwn(TERM_LABELS, id));

/** Terms to compare: the order of the references is no term. Stored terms have it as it was reported. */
const comparable = (terms: OrderTerms): OrderTerms => ({
  ...terms,
  references: terms.references.toSorted(),
});

/** The terms that differ, in their order. */
export function changedTerms(before: OrderTerms, after: OrderTerms): TermId[] {
  const [one, other] = [comparable(before), comparable(after)];
  return TERM_IDS.filter((id) => !sameFacts(one[id], other[id]));
}
