"use client";

import { useSearchParams } from "next/navigation";
import { useCallback, useEffect, useMemo, useState } from "react";
import {
  type AddressProblem,
  type BoardQuery,
  boardParams,
  readBoardQuery,
} from "@/lib/dispatch/board-query";

/** What the whole board is called where a person begins with a view: the bare address is that view. */
const WHOLE = "queue=all";

export type BoardAddress = {
  query: BoardQuery;
  problems: readonly AddressProblem[];
  /** Writes the query to the address; `step` makes it one that the browser's back button undoes. */
  set: (query: BoardQuery, step?: boolean) => void;
};

function write(search: string, step: boolean): void {
  const href = search === "" ? "/board" : `/board?${search}`;
  if (step) window.history.pushState(null, "", href);
  else window.history.replaceState(null, "", href);
}

/**
 * The query as the address has it, and the way to change it. What is shown follows at once and the address with it: one
 * that was written later would take back somebody who had opened a row meanwhile.
 *
 * @param beginning the parameters that a bare address stands for; "" for the whole board
 */
export function useBoardQuery(beginning: string): BoardAddress {
  const heard = useSearchParams().toString();
  const [search, setSearch] = useState(heard === "" ? beginning : heard);

  // A step back, a link or a page put back from the router's copies: the address itself is what counts.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is read again whenever the router tells of another one
  useEffect(() => {
    if (window.location.pathname !== "/board") return;
    const now = window.location.search.slice(1);
    setSearch(now === "" ? beginning : now);
  }, [heard, beginning]);

  const { query, problems } = useMemo(() => readBoardQuery(new URLSearchParams(search)), [search]);
  const set = useCallback(
    (next: BoardQuery, step = false) => {
      const text = boardParams(next).toString();
      const written = text === "" && beginning !== "" ? WHOLE : text;
      setSearch(written);
      write(written, step);
    },
    [beginning],
  );
  return { query, problems, set };
}
