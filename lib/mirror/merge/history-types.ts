import { ATTRIBUTE_GROUPS, attributeGroup, isNews } from "./attribute-groups";
import { idIn, isRelationship, relationshipField } from "./facts";

/** A kind of record whose history is kept: which of its facts age together, and which are news. */
export type SubjectKind = {
  type: "container" | "shipment";
  groups: readonly string[];
  groupOf(field: string): string;
  /** What the history calls a field, and its value there; null for what is no news to a dispatcher. */
  newsName(field: string): string | null;
  newsValue(field: string, value: unknown): unknown;
};

/** A container's carrier, terminal and rail each know their own; its relationships come from the carrier. */
export const CONTAINER: SubjectKind = {
  type: "container",
  groups: ATTRIBUTE_GROUPS,
  groupOf: (field) => (isRelationship(field) ? "carrier" : attributeGroup(field)),
  newsName: (field) => {
    if (field === relationshipField("pod_terminal")) return "pod_terminal";
    return !isRelationship(field) && isNews(field) ? field : null;
  },
  newsValue: (field, value) => (isRelationship(field) ? idIn(value) : value),
};

export const LINE = "line";

/** All of a shipment has one source. */
export const SHIPMENT: SubjectKind = {
  type: "shipment",
  groups: [LINE],
  groupOf: () => LINE,
  newsName: (field) => (!isRelationship(field) && isNews(field) ? field : null),
  newsValue: (_, value) => value,
};
