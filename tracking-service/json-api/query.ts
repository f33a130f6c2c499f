import { z } from "zod";
import { DAY_MS } from "@/tracking-service/clock/instant";
import { writtenDay, writtenInstant } from "./dates";
import { type ApiError, badRequest, unprocessable } from "./errors";

const UNSTORABLE = /\0|\p{Surrogate}/u;
const MAX_LENGTH = 1_000;

const TRUTH = z.enum(["true", "false"], { error: "must be true or false" });

/** A true-or-false parameter. */
export const flagParameter = TRUTH.transform((text) => text === "true").optional();

/** A text parameter. Blank text counts as absent. */
export const textParameter = z
  .string()
  .trim()
  .transform((text) => (text === "" ? undefined : text))
  .optional();

/** A calendar day, YYYY-MM-DD. */
export const dayParameter = writtenDay({ error: "must be a valid date formatted YYYY-MM-DD" }).optional();

/** An instant or a day. A day means its start in UTC. */
export const instantParameter = z
  .union([writtenInstant(), writtenDay()], {
    error: "must be an ISO 8601 date-time or a date formatted YYYY-MM-DD",
  })
  .transform((text) => new Date(text))
  .optional();

const SECOND_MS = 1_000;

/**
 * The end of a period as an instant or a day, read as the first instant after it. A day is included as a whole, and an
 * instant with all of its second, because instants are written in seconds.
 */
export const endParameter = z
  .union(
    [
      writtenInstant().transform((text) => {
        const at = Date.parse(text);
        return new Date(at % SECOND_MS === 0 ? at + SECOND_MS : at + 1);
      }),
      writtenDay().transform((text) => new Date(Date.parse(text) + DAY_MS)),
    ],
    { error: "must be an ISO 8601 date-time or a date formatted YYYY-MM-DD" },
  )
  .optional();

/** UN/LOCODEs, given as name[]=USLAX&name[]=USOAK or name[0]=USLAX&name[1]=USOAK. */
export const locodesParameter = z
  .array(
    z
      .string()
      .regex(/^[A-Za-z]{2}[A-Za-z0-9]{3}$/, { error: "must be an array of 5-character UN/LOCODEs" })
      .transform((code) => code.toUpperCase()),
  )
  .max(100, { error: "takes at most 100 codes" })
  .optional();

function refuse(name: string, message: string): ApiError {
  const bare = name.replace(/\[\]$/, "");
  return unprocessable(`Invalid ${bare}`, `${bare} ${message}.`, { parameter: name }, "invalid");
}

function checkText(query: URLSearchParams): void {
  for (const [name, value] of query) {
    if (UNSTORABLE.test(name) || UNSTORABLE.test(value)) {
      throw badRequest("Invalid parameter", "Text may not contain NUL characters.", { parameter: name });
    }
    if (value.length > MAX_LENGTH) {
      const detail = `${name} has more than ${MAX_LENGTH} characters.`;
      throw badRequest("Invalid parameter", detail, { parameter: name });
    }
  }
}

/** Parameter families that select records. None of their members may be ignored. */
const FAMILIES = ["filter", "page"];
const PAGING = ["page[number]", "page[size]"];

const familyOf = (name: string) => /^(\w+)\[.+/.exec(name)?.[1];

/** The name without its brackets. */
const bareOf = (name: string) => name.replace(/\[.*$/s, "");

/** Whether a parameter is known here in another form: number[]=a for number=a, filter=x for filter[number]=x. */
function isMisshapen(
  name: string,
  known: readonly string[],
  families: ReadonlySet<string | undefined>,
): boolean {
  const bare = bareOf(name);
  return bare === name ? families.has(name) && !known.includes(name) : known.includes(bare);
}

/** `ignoresUnknownFilters`: a filter[…] without a schema has no effect instead of 400. */
type QueryOptions = { ignoresUnknownFilters?: boolean | undefined };

/**
 * 400 with source.parameter for an unknown family member such as filter[colour], or a parameter in the wrong form.
 * Ignoring them would return records for another query. Other unknown parameters are ignored.
 */
function refuseUnknownMembers(
  schemas: Record<string, z.ZodType>,
  query: URLSearchParams,
  { ignoresUnknownFilters = false }: QueryOptions,
): void {
  const known = [...PAGING, "include", ...Object.keys(schemas)];
  const arrays = known.filter((name) => name.endsWith("[]")).map((name) => name.slice(0, -2));
  const families = new Set([...FAMILIES, ...known.map(familyOf)]);
  for (const name of query.keys()) {
    if (ignoresUnknownFilters && bareOf(name) === "filter" && !known.includes(name)) continue;
    const family = familyOf(name);
    if (!arrays.includes(bareOf(name)) && isMisshapen(name, known, families))
      throw badRequest("Invalid parameter", `${bareOf(name)} is not given in this form here.`, {
        parameter: name,
      });
    if (family === undefined || arrays.includes(family) || !families.has(family)) continue;
    if (known.includes(name)) continue;
    throw badRequest("Unknown parameter", `There is no ${name} here.`, { parameter: name });
  }
}

/** The values of an array, with or without indices: name[]=a&name[]=b, name[0]=a&name[1]=b. 422 in any other form. */
function arrayOf(query: URLSearchParams, name: string): string[] | undefined {
  const bare = name.slice(0, -2);
  const values: string[] = [];
  for (const [key, value] of query) {
    if (key !== bare && !key.startsWith(`${bare}[`)) continue;
    if (!/^\[\d*\]$/.test(key.slice(bare.length))) {
      throw refuse(name, `must be an array, as in ${bare}[]=value`);
    }
    values.push(value);
  }
  return values.length > 0 ? values : undefined;
}

/** The single value of a parameter. An empty value counts as absent. */
const textOf = (query: URLSearchParams, name: string) => query.get(name) || undefined;

/**
 * Parses the parameters of a query by their schemas. 422 with source.parameter for an invalid value, also for a single
 * value instead of an array (interface.md, GET /shipments). 400 for an unknown member of a known family.
 */
export function readQuery(
  schemas: Record<string, z.ZodType>,
  query: URLSearchParams,
  options: QueryOptions = {},
): Record<string, unknown> {
  checkText(query);
  refuseUnknownMembers(schemas, query, options);
  const values: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(schemas)) {
    const sent = name.endsWith("[]") ? arrayOf(query, name) : textOf(query, name);
    const result = schema.safeParse(sent);
    if (!result.success) throw refuse(name, result.error.issues[0]?.message ?? "is not valid");
    values[name] = result.data;
  }
  return values;
}
