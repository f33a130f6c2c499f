import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import { writtenDay, writtenInstant } from "@/tracking-service/json-api/dates";
import { unprocessable } from "@/tracking-service/json-api/errors";
import type { customFieldDefinitions } from "@/tracking-service/store/custom-fields-schema";
import { customFieldOptions } from "@/tracking-service/store/custom-fields-schema";
import type { Reader } from "@/tracking-service/store/database";
import { ownsRecord } from "./account-record";
import { matchesPattern } from "./pattern";

export type Definition = typeof customFieldDefinitions.$inferSelect;

const VALUE = { pointer: "/data/attributes/value" };

const refuse = (detail: string, code = "invalid") => unprocessable("Invalid value", detail, VALUE, code);

/** Up to 12 digits before the decimal point and 6 after it. */
const amount = z.number().refine((value) => Math.abs(value) < 1e12 && Number(value.toFixed(6)) === value);

function parsed<T>(schema: z.ZodType<T>, value: unknown, expected: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw refuse(`value must be ${expected}.`);
}

const LONGEST = 255;

const idSchema = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]);

async function optionValues(reader: Reader, definition: Definition): Promise<string[]> {
  const rows = await reader
    .select({ value: customFieldOptions.value })
    .from(customFieldOptions)
    .where(eq(customFieldOptions.definitionId, definition.id))
    .orderBy(asc(customFieldOptions.position));
  return rows.map(({ value }) => value);
}

async function chosen(reader: Reader, definition: Definition, values: string[]): Promise<void> {
  const options = await optionValues(reader, definition);
  const unknown = values.find((value) => !options.includes(value));
  if (unknown === undefined) return;
  const known =
    options.length > 0 ? `one of ${options.join(", ")}` : "an option, and this field has none yet";
  throw refuse(`value must be ${known}.`, "inclusion");
}

/**
 * Checks a value against the definition's data type and returns it as stored (supplement.md, Endpoints). Types: text,
 * number, date as YYYY-MM-DD, date-time in UTC, boolean, the value of one or several options, a record id. Null is no
 * value, unless the definition requires one. A text must also match the definition's pattern. 422 on
 * /data/attributes/value.
 */
export async function checkedValue(reader: Reader, definition: Definition, value: unknown): Promise<unknown> {
  const { required = false, max_length: longest, pattern } = definition.validation ?? {};
  if (value === null && !required) return null;
  if (value === null || value === undefined || value === "") {
    throw unprocessable("Blank value", "value can't be blank. Delete the field to empty it.", VALUE, "blank");
  }
  switch (definition.dataType) {
    case "short_text": {
      const most = longest ?? LONGEST;
      const schema = z.string().trim().min(1).max(most);
      const text = parsed(schema, value, `text of at most ${most} characters`);
      if (pattern === undefined || (await matchesPattern(pattern, text))) return text;
      throw refuse(`value must match ${pattern}.`);
    }
    case "number":
      return parsed(amount, value, "a number with up to 12 digits before the point and 6 behind it");
    case "date":
      return parsed(writtenDay(), value, "a date formatted YYYY-MM-DD");
    case "datetime": {
      const text = parsed(writtenInstant(), value, "an ISO 8601 date-time with its offset");
      return new Date(text).toISOString();
    }
    case "boolean":
      return parsed(z.boolean(), value, "true or false");
    case "enum": {
      const option = parsed(z.string(), value, "an option's value");
      await chosen(reader, definition, [option]);
      return option;
    }
    case "enum_multi": {
      const options = parsed(z.array(z.string()).min(1).max(100), value, "an array of options' values");
      await chosen(reader, definition, options);
      return [...new Set(options)];
    }
    case "reference": {
      const id = parsed(idSchema, value, "the id of a record, or its type and id");
      const kind = definition.referenceType;
      if (kind && (await ownsRecord(reader, definition.accountId, kind, id))) return id.toLowerCase();
      throw refuse(`value must be the id of a ${kind ?? "record"} of this account.`);
    }
  }
}
