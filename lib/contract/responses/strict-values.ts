import { z } from "zod";
import { instantSchema } from "@/lib/contract/values";

/** A date-time as our service writes it: ISO 8601 in UTC. */
export const instantWritten = z.iso.datetime();

function withoutWrappers(schema: unknown): unknown {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
    ? withoutWrappers(schema.unwrap())
    : schema;
}

function present(schema: unknown): z.ZodType {
  const inner = withoutWrappers(schema);
  if (inner === instantSchema) return instantWritten.nullable();
  if (!(inner instanceof z.ZodType)) throw new Error("an attribute without a schema");
  return inner.nullable();
}

/**
 * Builds the strict schema of what our service writes from a lenient reading schema. Every attribute is present, null
 * means unknown, and no other attributes are allowed. `exact` overrides attributes that are written more narrowly than
 * they are read, and adds further attributes.
 */
export function exactly(reading: z.ZodObject, exact: Record<string, z.ZodType> = {}): z.ZodObject {
  const read = Object.entries(reading.shape).filter(([name]) => !(name in exact));
  return z.strictObject({
    ...Object.fromEntries(read.map(([name, schema]) => [name, present(schema)])),
    ...exact,
  });
}
