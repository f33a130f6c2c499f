import { z } from "zod";
import { DAY_MS } from "@/tracking-service/instant";
import { writtenDay, writtenInstant } from "./dates";
import { type ApiError, badRequest, unprocessable } from "./errors";

const UNSTORABLE = /\0|\p{Surrogate}/u;
const MAX_LENGTH = 1_000;

const TRUTH = z.enum(["true", "false"], { error: "must be true or false" });

/** A true-or-false parameter. */
export const flagParameter = TRUTH.transform((text) => text === "true").optional();

/** A parameter of any text; blank is as good as absent. */
export const textParameter = z
  .string()
  .trim()
  .transform((text) => (text === "" ? undefined : text))
  .optional();

/** A calendar day, YYYY-MM-DD. */
export const dayParameter = writtenDay({ error: "must be a valid date formatted YYYY-MM-DD" }).optional();

/** An instant or a day; a day stands for its beginning in UTC. */
export const instantParameter = z
  .union([writtenInstant(), writtenDay()], {
    error: "must be an ISO 8601 date-time or a date formatted YYYY-MM-DD",
  })
  .transform((text) => new Date(text))
  .optional();

const SECOND_MS = 1_000;

/**
 * The end of a period as an instant or a day, read as the first instant after it: a day counts as a whole, and an
 * instant with all of its second, since that is how instants are written.
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

/** UN/LOCODEs, given as name[]=USLAX&name[]=USOAK. */
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

/**
 * The parameters of a query as their schemas read them; others are left alone. 422 with source.parameter for a value
 * that is refused, also where one value stands for an array (interface.md, GET /shipments).
 */
export function readQuery(
  schemas: Record<string, z.ZodType>,
  query: URLSearchParams,
): Record<string, unknown> {
  checkText(query);
  const values: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(schemas)) {
    const several = name.endsWith("[]");
    if (several && query.has(name.slice(0, -2))) {
      throw refuse(name, "must be an array, as in name[]=value".replace("name", name.slice(0, -2)));
    }
    const sent = several ? query.getAll(name) : query.get(name);
    const given = several ? query.has(name) : sent !== null && sent !== "";
    const result = schema.safeParse(given ? sent : undefined);
    if (!result.success) throw refuse(name, result.error.issues[0]?.message ?? "is not valid");
    values[name] = result.data;
  }
  return values;
}
