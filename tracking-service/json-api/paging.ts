import { badRequest } from "./errors";
import { readable } from "./readable";

/** A larger page[size] is cut to this without an error (supplement-2.md, section 1). */
const MAX_PAGE_SIZE = 100;

/** The requested page, and the list's address with its host. */
export type Page = { number: number; size: number; offset: number; self: string; list: string };

function positive(query: URLSearchParams, name: string, fallback: number, max: number): number {
  const text = query.get(name);
  if (text === null) return fallback;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > max) {
    throw badRequest("Invalid page", `${name} must be a whole number from 1 to ${max}.`, {
      parameter: name,
    });
  }
  return value;
}

/**
 * Reads page[number] and page[size] from an address. 400 with source.parameter when either is invalid. `origin` is the
 * service's public address without the path.
 */
export function pageOf(url: URL, defaultSize: number, origin: string): Page {
  const number = positive(url.searchParams, "page[number]", 1, 1_000_000);
  const sent = positive(url.searchParams, "page[size]", defaultSize, 999_999_999);
  const size = url.searchParams.has("page[size]") ? Math.min(sent, MAX_PAGE_SIZE) : sent;
  const list = `${origin}${url.pathname}`;
  return { number, size, offset: (number - 1) * size, self: `${list}${url.search}`, list };
}

/** The numbers of the pages around one. Those that do not exist are absent. */
export function pageNumbers({ number, size }: Page, total: number) {
  const last = Math.max(1, Math.ceil(total / size));
  return {
    current: number,
    prev: number > 1 ? Math.min(number - 1, last) : undefined,
    next: number < last ? number + 1 : undefined,
    last: number < last ? last : undefined,
  };
}

/** The links of a page, with the host. Absent links are omitted; `self` repeats the query as sent. */
export function pageLinks(page: Page, total: number): Record<string, string> {
  const { searchParams } = new URL(page.self);
  const links: Record<string, string> = { self: page.self };
  for (const [name, number] of Object.entries(pageNumbers(page, total))) {
    if (number === undefined) continue;
    const query = new URLSearchParams(searchParams);
    query.set("page[number]", String(number));
    query.set("page[size]", String(page.size));
    links[name] = `${page.list}?${readable(query.toString())}`;
  }
  return links;
}
