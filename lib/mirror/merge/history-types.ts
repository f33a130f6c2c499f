import { ATTRIBUTE_GROUPS, attributeGroup, isChange } from "./attribute-groups";
import { idIn, isMark, isRelationship, markedField, relationshipField } from "./facts";

/** A type of record with a history: which of its facts age together, and which appear in the history. */
export type SubjectKind = {
  type: "container" | "shipment";
  groups: readonly string[];
  groupOf(field: string): string;
  /** The name of a field in the history. Null for fields that are not relevant to a dispatcher. */
  eventName(field: string): string | null;
  eventValue(field: string, value: unknown): unknown;
};

const isFact = (field: string): boolean => !isRelationship(field) && !isMark(field) && isChange(field);

/** A container's carrier, terminal and rail facts age separately. Its relationships belong to the carrier group. */
export const CONTAINER: SubjectKind = {
  type: "container",
  groups: ATTRIBUTE_GROUPS,
  groupOf: (field) => (isRelationship(field) ? "carrier" : attributeGroup(markedField(field))),
  eventName: (field) => {
    if (field === relationshipField("pod_terminal")) return "pod_terminal";
    return isFact(field) ? field : null;
  },
  eventValue: (field, value) => (isRelationship(field) ? idIn(value) : value),
};

export const LINE = "line";

/** All facts of a shipment have one source. */
export const SHIPMENT: SubjectKind = {
  type: "shipment",
  groups: [LINE],
  groupOf: () => LINE,
  eventName: (field) => (isFact(field) ? field : null),
  eventValue: (_, value) => value,
};
