import type { JsonSchema } from "./operations";

/** The schema of one member of an object. Null when there is none. */
export const memberOf = (schema: unknown, name: string): JsonSchema | null => {
  if (typeof schema !== "object" || schema === null || !("properties" in schema)) return null;
  const { properties } = schema;
  if (typeof properties !== "object" || properties === null) return null;
  const member: unknown = Object.getOwnPropertyDescriptor(properties, name)?.value;
  return typeof member === "object" && member !== null ? { ...member } : null;
};
/** The names of an object's members. */
export const membersOf = (schema: unknown): string[] => {
  if (typeof schema !== "object" || schema === null || !("properties" in schema)) return [];
  const { properties } = schema;
  return typeof properties === "object" && properties !== null ? Object.keys(properties) : [];
};
export const requires = (schema: JsonSchema | null, name: string) =>
  Array.isArray(schema?.required) && schema.required.includes(name);
