import { z } from "zod";
import { JSON_API_MEDIA_TYPE } from "@/lib/contract/json-api";
import { ApiError, badRequest, unprocessableValue, unsupportedMediaType } from "./errors";
import { limitedBytes, mediaTypeOf } from "./limited-bytes";

const MAX_BODY_BYTES = 1_000_000;
const MAX_TEXT = 255;

function requireMediaType(request: Request): void {
  const type = mediaTypeOf(request);
  if (type !== JSON_API_MEDIA_TYPE && type !== "application/json") {
    throw unsupportedMediaType(JSON_API_MEDIA_TYPE);
  }
}

/** Text that PostgreSQL cannot store: NUL characters and unpaired surrogates. */
const UNSTORABLE = /\0|\p{Surrogate}/u;
const DEEPEST = 32;

/** The pointer of the first value that is not storable text or is nested too deeply. Null when there is none. */
function pointerToUnusable(value: unknown, pointer = "", depth = 0): string | null {
  if (typeof value === "string") return UNSTORABLE.test(value) ? pointer : null;
  if (value === null || typeof value !== "object") return null;
  if (depth === DEEPEST) return pointer;
  for (const [name, member] of Object.entries(value)) {
    if (UNSTORABLE.test(name)) return pointer;
    const found = pointerToUnusable(member, pointer + step(name), depth + 1);
    if (found !== null) return found;
  }
  return null;
}

/** Reads the JSON document of a request. 415 for another media type, 413 above 1 MB, 400 for invalid JSON. */
export async function readDocument(request: Request): Promise<unknown> {
  requireMediaType(request);
  const bytes = await limitedBytes(request, MAX_BODY_BYTES);
  let document: unknown;
  try {
    document = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    throw Object.assign(badRequest("Malformed JSON", "The body is not a JSON document."), { cause });
  }
  const unusable = pointerToUnusable(document);
  if (unusable !== null) {
    const detail = `Text must be well-formed Unicode without NUL, and nest no deeper than ${DEEPEST} levels.`;
    throw badRequest("Invalid content", detail, { pointer: unusable });
  }
  return document;
}

const step = (name: PropertyKey) => `/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`;

/** A JSON pointer (RFC 6901). "" is the whole document. */
const pointerOf = (path: PropertyKey[]) => path.map(step).join("");

/**
 * Validates a document against a schema. 422 for a missing, too long or disallowed value; 400 for a wrong JSON type.
 * Each error has its pointer.
 */
export function readBody<T>(schema: z.ZodType<T>, document: unknown): T {
  const result = schema.safeParse(document);
  if (result.success) return result.data;
  const refusals = result.error.issues.map((issue) => refusalOf(issue, document));
  const first = refusals[0];
  if (!first) throw badRequest("Invalid body", "The body has the wrong form.");
  // Format errors are reported before errors in the values.
  const status = refusals.some((refusal) => refusal.status === 400) ? 400 : first.status;
  const alike = refusals.filter((refusal) => refusal.status === status);
  throw new ApiError(
    status,
    alike.flatMap((refusal) => refusal.errors),
  );
}

function refusalOf(issue: z.core.$ZodIssue, document: unknown): ApiError {
  const source = { pointer: pointerOf(issue.path) };
  const name = String(issue.path.findLast((step) => typeof step === "string") ?? "body");
  const value = valueAt(document, issue.path);
  if (value === undefined || value === null) {
    const content = issue.path[1] === "attributes" && issue.path.length > 2;
    return content
      ? unprocessableValue(`${spoken(name)} can't be blank`, source, "blank")
      : badRequest("Missing member", `${name} is missing.`, source);
  }
  const wrongType =
    issue.code === "invalid_value" && !issue.values.some((each) => typeof each === typeof value);
  if (issue.code === "invalid_type" || issue.code === "invalid_union" || (wrongType && name !== "type")) {
    return badRequest("Invalid member", `${name} has the wrong JSON type.`, source);
  }
  if (issue.code === "invalid_value") {
    const values = issue.values.map((each) => `'${String(each)}'`);
    if (name === "type") return badRequest("Wrong type", `type must be ${values.join(", ")}.`, source);
    const accepted = `Accepted ${spoken(name).toLowerCase()}s are ${listed(values)}`;
    const detail = `${spoken(name)} '${String(value)}' not recognized. ${accepted}`;
    return unprocessableValue(detail, source, `invalid_${name}`);
  }
  const code = issue.code === "too_big" ? "too_long" : "invalid";
  return unprocessableValue(`${spoken(name)}: ${issue.message}.`, source, code);
}

/** The name of an attribute as text: request_type is "Request type". */
const spoken = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " ");

/** 'a', 'b', and 'c'. */
const listed = (values: string[]) =>
  values.length < 3 ? values.join(" and ") : `${values.slice(0, -1).join(", ")}, and ${values.at(-1)}`;

function valueAt(document: unknown, path: PropertyKey[]): unknown {
  let value = document;
  for (const step of path) {
    if (value === null || typeof value !== "object") return undefined;
    value = Object.getOwnPropertyDescriptor(value, step)?.value;
  }
  return value;
}

/** Invisible text: blanks, controls, joiners, direction marks and fillers. */
const INVISIBLE = /^[\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Attribute text, trimmed, and "" when it is invisible. The caller decides about blank text. */
export const shortText = z
  .string()
  .max(MAX_TEXT, { error: `at most ${MAX_TEXT} characters` })
  .transform((text) => (INVISIBLE.test(text) ? "" : text.trim()));

/** Reference numbers and tags. None may be blank. */
export const shortTexts = z
  .array(shortText.refine((text) => text !== "", { error: "can't be blank" }))
  .max(100, { error: "at most 100 entries" });
