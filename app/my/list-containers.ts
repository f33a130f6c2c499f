import { readPageNumber } from "@/app/share/visitor";
import { type PortalFilter, portalFilterOf } from "@/lib/features/sharing/rules/portal";

const LONGEST = 100;

/** Reads the query of a customer's list: the search ("" for none), the filter, and the page, counted from 1. */
export function readListInput(params: URLSearchParams): { q: string; filter: PortalFilter; page: number } {
  const q = (params.get("q") ?? "").replaceAll("\0", "").trim().slice(0, LONGEST);
  return { q, filter: portalFilterOf(params.get("filter")), page: readPageNumber(params.get("page")) };
}
