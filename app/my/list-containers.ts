import { readPageNumber } from "@/app/share/visitor";

const LONGEST = 100;

/** Reads the query of a customer's list: the search ("" for none) and the page, counted from 1. */
export function readListInput(params: URLSearchParams): { q: string; page: number } {
  const q = (params.get("q") ?? "").replaceAll("\0", "").trim().slice(0, LONGEST);
  return { q, page: readPageNumber(params.get("page")) };
}
