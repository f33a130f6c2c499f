"use client";

import { useState } from "react";
import type { BoardActions, SavedView, ViewList, ViewsResponse } from "@/components/board/page-data";
import { notify } from "@/components/ui/toasts";
import { type BoardQuery, boardParams, readBoardQuery } from "@/lib/features/board/rules/board-address";

export type Views = {
  list: ViewList;
  /** The view that the board was opened with. Null if there is none or the user cannot see it. */
  current: SavedView | null;
  /** Whether the board differs from its view. */
  differs: boolean;
  problem: string | null;
  busy: boolean;
  /** Runs a change and returns its result. Null when it was rejected. */
  run: (change: Promise<ViewsResponse>, done: string) => Promise<{ view: SavedView | null } | null>;
  actions: BoardActions;
  forget: () => void;
};

const addressOf = (query: BoardQuery): string => boardParams({ ...query, view: null }).toString();

/** The query of a saved view. */
export const queryOfView = ({ id, address }: Pick<SavedView, "id" | "address">): BoardQuery => ({
  ...readBoardQuery(new URLSearchParams(address)).query,
  view: id,
});

/** The user's views, and how the current board compares with the view that it was opened with. */
export function useViews(initial: ViewList, query: BoardQuery, actions: BoardActions): Views {
  const [list, setList] = useState(initial);
  const [known, setKnown] = useState(initial);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  // The page was refetched, so the server's data replaces the local data.
  if (known !== initial) {
    setKnown(initial);
    setList(initial);
  }
  const current = list.views.find(({ id }) => id === query.view) ?? null;

  async function run(
    change: Promise<ViewsResponse>,
    done: string,
  ): Promise<{ view: SavedView | null } | null> {
    setBusy(true);
    setProblem(null);
    try {
      const response = await change;
      if ("problem" in response) {
        setProblem(response.problem);
        if (response.list) setList(response.list);
        return null;
      }
      setList(response.list);
      void notify(done);
      return { view: response.view };
    } catch {
      setProblem("Drayboard is not responding. Check whether it was saved, then retry.");
      return null;
    } finally {
      setBusy(false);
    }
  }

  return {
    list,
    current,
    differs: current !== null && current.address !== addressOf(query),
    problem,
    busy,
    run,
    actions,
    forget: () => setProblem(null),
  };
}
