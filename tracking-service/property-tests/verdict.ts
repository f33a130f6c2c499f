import { JSON_API_MEDIA_TYPE } from "@/lib/contract/json-api";
import type { SchemaCheck } from "@/tracking-service/conformance/schema-check";
import type { Answer } from "@/tracking-service/testing/response";
import type { Case } from "./cases";

const TELLS_WHERE = [400, 422];
const SHOWN = 400;
/** A request that could not be parsed has no part to name. */
const UNREADABLE = "Malformed request";

/** A short description of a request, for failure messages. */
export function asText({ request: { method, path, headers, body }, fault }: Case): string {
  const { Authorization: _, ...others } = headers;
  const text =
    body === null
      ? "no body"
      : `${body.length} bytes: ${JSON.stringify(body.toString("utf8")).slice(0, SHOWN)}`;
  return `${method} ${path.slice(0, SHOWN)} (${fault?.name ?? "anything"}) ${JSON.stringify(others).slice(0, SHOWN)} ${text}`;
}

function isJson(body: Buffer | null): boolean {
  try {
    JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body ?? Buffer.from("")));
    return true;
  } catch {
    return false;
  }
}

type Names = { pointer: string } | { parameter: string };

const isNamed = (names: Names, { document: { errors = [] } }: Answer) =>
  errors.some(({ source }) =>
    "pointer" in names ? source?.pointer?.startsWith(names.pointer) : source?.parameter === names.parameter,
  );

/** Checks that an error names the location of the fault where possible. */
function tellsWhere({ request, fault }: Case, response: Answer): string[] {
  if (!TELLS_WHERE.includes(response.status)) return [];
  if (fault?.names && !isNamed(fault.names, response))
    return [`no error names ${JSON.stringify(fault.names)}`];
  if (response.error.source || response.error.title === UNREADABLE) return [];
  return request.body !== null && !isJson(request.body)
    ? []
    : ["the error names neither pointer nor parameter"];
}

/** Describes what is wrong with a response to any request, however unusual. Empty when it is correct. */
export function complaintsAbout(each: Case, response: Answer, check: SchemaCheck): string[] {
  const { request, fault } = each;
  if (response.status >= 500) return [`status ${response.status}`];
  if (fault && !fault.statuses.includes(response.status)) {
    return [`status ${response.status} instead of ${fault.statuses.join(", ")}`];
  }
  if (request.method === "HEAD") return [];
  const schema = check.complaints(request.method, request.path, response);
  if (response.status < 400 || schema.length > 0) return schema;
  if (response.mediaType !== JSON_API_MEDIA_TYPE) return [`an error as ${response.mediaType}`];
  if (response.status === 405 && !response.headers.get("allow")) return ["405 without Allow"];
  return tellsWhere(each, response);
}
