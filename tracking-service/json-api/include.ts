import { isResourceType, RESOURCES, type ResourceType } from "@/lib/contract/responses/resources";
import { badRequest } from "./errors";

const DEEPEST = 5;

function leadsTo(type: string, name: string): readonly string[] {
  if (!isResourceType(type)) return [];
  const { relations } = RESOURCES[type];
  return Object.hasOwn(relations, name) ? (relations[name]?.to ?? []) : [];
}

/**
 * Parses an `include` parameter into paths, each a list of relationship names. [] when absent. An unknown relationship
 * causes 400 with source.parameter.
 */
export function includePaths(type: ResourceType | readonly ResourceType[], include: string): string[][] {
  const texts = include.split(",").map((text) => text.trim());
  return texts.filter((text) => text !== "").map((text) => knownPath([type].flat(), text));
}

function knownPath(roots: readonly ResourceType[], text: string): string[] {
  const names = text.split(".");
  let types: readonly string[] = roots;
  for (const name of names) {
    types = types.flatMap((from) => leadsTo(from, name));
    if (types.length === 0 || names.length > DEEPEST) {
      throw badRequest("Bad Request", `${text} is not a relationship that can be included here.`, {
        parameter: "include",
      });
    }
  }
  return names;
}
