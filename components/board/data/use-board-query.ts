"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { readAhead } from "@/components/ui/lists/use-list-rows";
import { useAddress } from "@/components/ui/use-url-params";
import { type BoardQuery, boardParams, readBoardQuery } from "@/lib/features/board/rules/board-address";
import type { AddressProblem } from "@/lib/platform/text/query-params";
import { boardPages } from "./use-board-rows";

/**
 * The address of the whole board for a user with a default view, because the address without parameters opens that
 * view.
 */
const WHOLE = "queue=all";

export type BoardAddress = {
  query: BoardQuery;
  problems: readonly AddressProblem[];
  /** Writes the query to the address. With `step`, the browser's back button undoes it. */
  set: (query: BoardQuery, step?: boolean) => void;
};

/**
 * The query of the address, with a function to change it.
 *
 * @param beginning the parameters for an address without parameters; "" for the whole board
 */
export function useBoardQuery(beginning: string): BoardAddress {
  const [search, write] = useAddress("/board", beginning);
  const { query, problems } = useMemo(() => readBoardQuery(new URLSearchParams(search)), [search]);
  const client = useQueryClient();
  const set = useCallback(
    (next: BoardQuery, step = false) => {
      readAhead(client, boardPages(next));
      const text = boardParams(next).toString();
      write(text === "" && beginning !== "" ? WHOLE : text, step);
    },
    [client, write, beginning],
  );
  return { query, problems, set };
}
