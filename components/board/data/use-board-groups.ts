"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { GroupSum } from "@/components/board/page-data";
import { REREAD } from "@/components/ui/lists/use-list-rows";
import type { BoardQuery } from "@/lib/features/board/rules/board-address";
import { fetchBoardGroups, rowParams } from "./requests";

/** The cache key of a query's groups, independent of the row order. */
export const groupsKey = (query: BoardQuery): readonly ["board-groups", string] => [
  "board-groups",
  rowParams({ ...query, sort: [] }).toString(),
];

/**
 * The groups of a query with their subtotals. Null without a grouping, undefined while loading. `initial` is the
 * server's result for the first query.
 */
export function useBoardGroups(
  query: BoardQuery,
  initial: GroupSum[] | null,
): { groups: GroupSum[] | null | undefined; error: Error | null; retry: () => void } {
  const [first] = useState(() => ({ key: groupsKey(query)[1], at: Date.now() }));
  const key = groupsKey(query);
  const known = key[1] === first.key && initial !== null;
  const read = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => fetchBoardGroups(query, signal),
    enabled: query.group !== null,
    ...REREAD,
    initialData: known ? initial : undefined,
    initialDataUpdatedAt: known ? first.at : undefined,
  });
  if (query.group === null) return { groups: null, error: null, retry: () => undefined };
  return { groups: read.data, error: read.error, retry: () => void read.refetch() };
}
