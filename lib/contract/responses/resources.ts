import { ACCOUNT } from "./account";
import { CUSTOM_FIELDS } from "./custom-fields";
import { DOCUMENTS } from "./documents";
import { INFERENCE } from "./number-inference";
import { PLACES } from "./places";
import type { RecordKind } from "./resource-type";
import { SEARCH } from "./search";
import { JOURNEYS } from "./shipments-and-containers";

const KINDS = {
  ...JOURNEYS,
  ...ACCOUNT,
  ...PLACES,
  ...CUSTOM_FIELDS,
  ...DOCUMENTS,
  ...SEARCH,
  ...INFERENCE,
} as const;

/** A resource type that our service writes. */
export type ResourceType = keyof typeof KINDS;

/** Every resource as our service writes it: attributes, relationships, address (interface.md, Resources). */
export const RESOURCES: Record<ResourceType, RecordKind> = KINDS;

export const isResourceType = (type: string): type is ResourceType => Object.hasOwn(RESOURCES, type);
