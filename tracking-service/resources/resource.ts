import { API_VERSION } from "@/lib/contract/json-api";
import type { ResourceType } from "@/lib/contract/written/resources";
import type { Place } from "@/tracking-service/facts/facts";

export type Link = { type: string; id: string };
export type Relationships = Record<string, { data: Link | Link[] | null }>;

/** One resource object as it is written (interface.md, Resources and their fields). */
export type Resource = {
  type: ResourceType;
  id: string;
  attributes: Record<string, unknown>;
  relationships?: Relationships;
  links?: { self: string };
};

/** A link under the version segment: /v2/containers/… */
export const path = (...parts: string[]) => `/${[API_VERSION, ...parts].join("/")}`;

/** A relationship to one record or to none. */
export function one(type: ResourceType, id: string | null | undefined): { data: Link | null } {
  return { data: id ? { type, id } : null };
}

export function many(type: ResourceType, ids: readonly string[]): { data: Link[] } {
  return { data: ids.map((id) => ({ type, id })) };
}

/** A relationship to a place that may be of several types. */
export function toPlace(place: Place | undefined): { data: Link | null } {
  return { data: place ? { type: place.type, id: place.id } : null };
}
