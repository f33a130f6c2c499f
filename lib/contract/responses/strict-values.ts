import { z } from "zod";
import { instantSchema } from "@/lib/contract/values";

/** A date-time as we write it: ISO 8601 in UTC. */
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
 * The attributes a reading schema names, as our own service writes them: every one present, null when nothing is
 * known, and no others. `exact` says where what is written is narrower than what is read, or is next to it.
 */
export function exactly(reading: z.ZodObject, exact: Record<string, z.ZodType> = {}): z.ZodObject {
  const read = Object.entries(reading.shape).filter(([name]) => !(name in exact));
  return z.strictObject({
    ...Object.fromEntries(read.map(([name, schema]) => [name, present(schema)])),
    ...exact,
  });
}
