"use client";

import { parseAsString, useQueryStates } from "nuqs";
import { useCallback, useMemo } from "react";
import {
  type BoardFilters,
  DEFAULT_QUEUE,
  type FacetId,
  formatSort,
  readBoardFilters,
} from "./board-address";

const PARAMS = {
  queue: parseAsString.withDefault(DEFAULT_QUEUE),
  q: parseAsString.withDefault(""),
  terminal: parseAsString.withDefault(""),
  line: parseAsString.withDefault(""),
  port: parseAsString.withDefault(""),
  status: parseAsString.withDefault(""),
  carrier: parseAsString.withDefault(""),
  sort: parseAsString.withDefault(""),
};

/**
 * The filters as the address has them, and the ways to change it. A queue is a step back; the rest is not.
 *
 * The address is written at once: a write that came after somebody had opened a row would take them back.
 */
export function useBoardFilters() {
  const [params, setParams] = useQueryStates(PARAMS, { history: "replace", scroll: false });
  const { queue, q, terminal, line, port, status, carrier, sort } = params;
  const filters = useMemo<BoardFilters>(
    () => readBoardFilters({ queue, q, terminal, line, port, status, carrier, sort }),
    [queue, q, terminal, line, port, status, carrier, sort],
  );
  const search = useCallback((text: string) => setParams({ q: text === "" ? null : text }), [setParams]);
  return {
    filters,
    search,
    setQueue: (value: string) => setParams({ queue: value }, { history: "push" }),
    setFacet: (facet: FacetId, value: string | null) => setParams({ [facet]: value }),
    setSort: (value: BoardFilters["sort"]) => setParams({ sort: formatSort(value) || null }),
    clear: () => setParams({ q: null, terminal: null, line: null, port: null, status: null, carrier: null }),
  };
}
