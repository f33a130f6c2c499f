import { badRequest } from "./errors";
import { readable } from "./readable";

const MAX_PAGE_SIZE = 1_000;

/** The requested page and its address. */
export type Page = { number: number; size: number; offset: number; path: string; query: URLSearchParams };

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

/** Reads page[number] and page[size] from an address. 400 with source.parameter when either is invalid. */
export function pageOf(url: URL, defaultSize: number): Page {
  const number = positive(url.searchParams, "page[number]", 1, 1_000_000);
  const size = positive(url.searchParams, "page[size]", defaultSize, MAX_PAGE_SIZE);
  return { number, size, offset: (number - 1) * size, path: url.pathname, query: url.searchParams };
}

/** The links of a page. Absent links are omitted. */
export function pageLinks(page: Page, total: number): Record<string, string> {
  const last = Math.max(1, Math.ceil(total / page.size));
  const at = (number: number) => {
    const query = new URLSearchParams(page.query);
    query.set("page[number]", String(number));
    query.set("page[size]", String(page.size));
    return `${page.path}?${readable(query.toString())}`;
  };
  const requested = readable(page.query.toString());
  const links: Record<string, string> = {
    self: requested === "" ? page.path : `${page.path}?${requested}`,
    current: at(page.number),
    first: at(1),
  };
  if (page.number > 1) links.prev = at(Math.min(page.number - 1, last));
  if (page.number < last) links.next = at(page.number + 1);
  links.last = at(last);
  return links;
}
