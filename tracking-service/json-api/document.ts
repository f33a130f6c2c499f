import { JSON_API_MEDIA_TYPE } from "@/lib/contract/json-api";
import { type Resource, resourceText } from "@/tracking-service/resources/resource";
import { type Page, pageLinks, pageNumbers } from "./paging";

type Status = 200 | 201;

function response(text: string, status: number, headers: Record<string, string> = {}): Response {
  return new Response(text, { status, headers: { "Content-Type": JSON_API_MEDIA_TYPE, ...headers } });
}

const jsonApi = (document: object, status: number, headers?: Record<string, string>): Response =>
  response(JSON.stringify(document), status, headers);

/** A document of records as JSON text: data, requested included records, and other members. */
function recordsText(data: Resource | Resource[], included: Resource[] | null, rest: object): string {
  const list = (records: readonly Resource[]) => `[${records.map(resourceText).join(",")}]`;
  const members = [
    `"data":${Array.isArray(data) ? list(data) : resourceText(data)}`,
    ...(included ? [`"included":${list(included)}`] : []),
    JSON.stringify(rest).slice(1, -1),
  ];
  return `{${members.join(",")}}`;
}

/**
 * A response with one record: data, requested included records, links.self (supplement.md, Status codes and envelopes).
 */
export function itemResponse(
  data: Resource,
  self: string,
  included: Resource[] | null,
  status: Status = 200,
): Response {
  return response(recordsText(data, included, { links: { self } }), status);
}

/** A response with a page of records, links to the other pages, meta.size (records on this page) and meta.total. */
export function pageResponse(
  data: Resource[],
  included: Resource[] | null,
  total: number,
  page: Page,
): Response {
  const rest = { links: pageLinks(page, total), meta: { size: data.length, total } };
  return response(recordsText(data, included, rest), 200);
}

/** Like pageResponse without links, as the live service lists raw events (supplement-2.md, 4. raw_events). */
export function unlinkedPageResponse(data: Resource[], included: Resource[], total: number): Response {
  return response(recordsText(data, included, { meta: { size: data.length, total } }), 200);
}

/** Like pageResponse, and meta.pagination has the numbers of the pages and of all records. */
export function numberedPageResponse(
  data: Resource[],
  included: Resource[] | null,
  total: number,
  page: Page,
): Response {
  const { current, next, last } = pageNumbers(page, total);
  const pagination = { current, next, last, records: total };
  const rest = { links: pageLinks(page, total), meta: { size: data.length, total, pagination } };
  return response(recordsText(data, included, rest), 200);
}

/** A response with a list without pagination. */
export function listResponse(data: Resource[], included: Resource[] | null, self: string): Response {
  const meta = { size: data.length, total: data.length };
  return response(recordsText(data, included, { links: { self }, meta }), 200);
}

/** A response with a document other than JSON:API, such as GeoJSON. */
export function otherResponse(document: object, mediaType: string): Response {
  return jsonApi(document, 200, { "Content-Type": mediaType });
}

/** A response without a body. Some deletions have 200 (supplement-2.md, section 1). */
export function emptyResponse(status: 200 | 204 = 204): Response {
  return new Response(null, { status });
}

export function errorResponse(status: number, errors: object[], headers: Record<string, string>): Response {
  return jsonApi({ errors }, status, headers);
}
