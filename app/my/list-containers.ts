import { readPageNumber } from "@/app/share/visitor";

const LONGEST = 100;

/** What a customer's list is asked for: a search, "" for none, and the page from 1. */
export function readListAsked(params: URLSearchParams): { q: string; page: number } {
  const q = (params.get("q") ?? "").replaceAll("\0", "").trim().slice(0, LONGEST);
  return { q, page: readPageNumber(params.get("page")) };
}
