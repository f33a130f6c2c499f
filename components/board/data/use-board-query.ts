"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { readAhead } from "@/components/ui/lists/use-list-rows";
import { useAddress } from "@/components/ui/use-url-params";
import { type BoardQuery, boardParams, readBoardQuery } from "@/lib/features/board/rules/board-address";
import type { AddressProblem } from "@/lib/platform/text/query-params";
import { fetchBoardPage } from "./requests";
import { boardKey } from "./use-board-rows";

/** What the whole board is called where a person begins with a view: the bare address is that view. */
const WHOLE = "queue=all";

export type BoardAddress = {
  query: BoardQuery;
  problems: readonly AddressProblem[];
  /** Writes the query to the address; `step` makes it one that the browser's back button undoes. */
  set: (query: BoardQuery, step?: boolean) => void;
};

/**
 * The query as the address has it, and the way to change it.
 *
 * @param beginning the parameters that a bare address stands for; "" for the whole board
 */
export function useBoardQuery(beginning: string): BoardAddress {
  const [search, write] = useAddress("/board", beginning);
  const { query, problems } = useMemo(() => readBoardQuery(new URLSearchParams(search)), [search]);
  const client = useQueryClient();
  const set = useCallback(
    (next: BoardQuery, step = false) => {
      readAhead(client, {
        key: boardKey(next),
        read: (page, signal) => fetchBoardPage(next, page, signal),
      });
      const text = boardParams(next).toString();
      write(text === "" && beginning !== "" ? WHOLE : text, step);
    },
    [client, write, beginning],
  );
  return { query, problems, set };
}
