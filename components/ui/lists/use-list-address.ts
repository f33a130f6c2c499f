"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useCallback, useLayoutEffect, useMemo, useState } from "react";
import type { AddressProblem } from "@/lib/platform/text/query-params";
import { type ListSource, readAhead } from "./use-list-rows";

/** The page of a list: its path, how its address is read and written, and the rows of a query. */
export type ListPlace<Query> = {
  path: string;
  read: (params: URLSearchParams) => { query: Query; problems: readonly AddressProblem[] };
  params: (query: Query) => URLSearchParams;
  source: (query: Query) => ListSource<unknown>;
  /** The parameters of the whole list where an address without parameters opens something else. */
  whole?: string;
};

export type ListAddress<Query> = {
  query: Query;
  problems: readonly AddressProblem[];
  /** Writes the query to the address. With `step`, the browser's back button undoes it. */
  set: (query: Query, step?: boolean) => void;
  /** Starts to read the rows of a query that is about to be set. */
  ahead: (query: Query) => void;
};

/**
 * The query of a list's address, with a function to change it. The content and the address change immediately. A
 * delayed write could undo the navigation of a user who opened a row meanwhile.
 *
 * @param place the same object at every render
 * @param beginning the parameters for an address without parameters; "" for the whole list
 */
export function useListAddress<Query>(place: ListPlace<Query>, beginning = ""): ListAddress<Query> {
  const { path } = place;
  const received = useSearchParams().toString();
  const [search, setSearch] = useState(received === "" ? beginning : received);

  // A step back, a link or a page put back from the router's copies: the address itself is what counts. What stands below
  // it is never painted as that of the address before: a key pressed there would be meant for the one that is read.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is read again whenever the router tells of another one
  useLayoutEffect(() => {
    if (window.location.pathname !== path) return;
    const now = window.location.search.slice(1);
    setSearch(now === "" ? beginning : now);
  }, [received, path, beginning]);

  const { query, problems } = useMemo(() => place.read(new URLSearchParams(search)), [place, search]);
  const client = useQueryClient();
  const ahead = useCallback((next: Query) => readAhead(client, place.source(next)), [client, place]);
  const set = useCallback(
    (next: Query, step = false) => {
      ahead(next);
      const own = place.params(next).toString();
      const text = own === "" && beginning !== "" ? (place.whole ?? "") : own;
      setSearch(text);
      const href = text === "" ? path : `${path}?${text}`;
      if (step) window.history.pushState(null, "", href);
      else window.history.replaceState(null, "", href);
    },
    [ahead, place, path, beginning],
  );
  return { query, problems, set, ahead };
}
