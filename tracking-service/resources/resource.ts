import { API_VERSION } from "@/lib/contract/json-api";
import type { ResourceType } from "@/lib/contract/responses/resources";
import type { Place } from "@/tracking-service/facts/attributes";

export type Link = { type: string; id: string };
export type Relationships = Record<string, { data: Link | Link[] | null }>;

/** Attributes as stored database text. Parsing and serializing them again would be most of the cost of a long list. */
const STORED = Symbol("attributes as stored");

/** One resource object in output form (interface.md, Resources and their fields). */
export type Resource = {
  type: ResourceType;
  id: string;
  attributes: Record<string, unknown>;
  relationships?: Relationships;
  links?: { self: string; download?: string };
  [STORED]?: string;
};

/** Builds a resource from attributes or from stored text. The text is parsed only on access. */
export function resourceOf(
  { type, id, ...rest }: Omit<Resource, "attributes">,
  attributes: Record<string, unknown> | string,
): Resource {
  if (typeof attributes !== "string") return { type, id, attributes, ...rest };
  return Object.defineProperty({ type, id, attributes: {}, ...rest, [STORED]: attributes }, "attributes", {
    enumerable: true,
    get: (): unknown => JSON.parse(attributes),
  });
}

/** A resource object as JSON text. */
export function resourceText(resource: Resource): string {
  const stored = resource[STORED];
  if (stored === undefined) return JSON.stringify(resource);
  const { type, id, relationships, links } = resource;
  const rest = JSON.stringify({ relationships, links }).slice(1);
  return `{"type":${JSON.stringify(type)},"id":${JSON.stringify(id)},"attributes":${stored}${rest === "}" ? "" : ","}${rest}`;
}

/** A link below the version segment: /v2/containers/… */
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
