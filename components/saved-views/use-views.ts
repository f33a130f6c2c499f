"use client";

import { useState } from "react";
import type { BoardActions, SavedView, ViewList, ViewsAnswer } from "@/components/board/page-data";
import { notify } from "@/components/ui/toasts";
import { type BoardQuery, boardParams, readBoardQuery } from "@/lib/features/board/rules/board-address";

export type Views = {
  list: ViewList;
  /** The view the board began as; null when it is none, or one the person cannot see. */
  current: SavedView | null;
  /** Whether the board shows something else than its view. */
  differs: boolean;
  problem: string | null;
  busy: boolean;
  /** Runs a change; answers what it came to, null when it was refused. */
  run: (change: Promise<ViewsAnswer>, done: string) => Promise<{ view: SavedView | null } | null>;
  actions: BoardActions;
  forget: () => void;
};

const addressOf = (query: BoardQuery): string => boardParams({ ...query, view: null }).toString();

/** The query of a saved view. */
export const queryOfView = ({ id, address }: Pick<SavedView, "id" | "address">): BoardQuery => ({
  ...readBoardQuery(new URLSearchParams(address)).query,
  view: id,
});

/** The person's views, and how what the board shows stands to the one it began as. */
export function useViews(initial: ViewList, query: BoardQuery, actions: BoardActions): Views {
  const [list, setList] = useState(initial);
  const [known, setKnown] = useState(initial);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  // The page was read again: what the server says now goes before what was known here.
  if (known !== initial) {
    setKnown(initial);
    setList(initial);
  }
  const current = list.views.find(({ id }) => id === query.view) ?? null;

  async function run(change: Promise<ViewsAnswer>, done: string): Promise<{ view: SavedView | null } | null> {
    setBusy(true);
    setProblem(null);
    try {
      const answer = await change;
      if ("problem" in answer) {
        setProblem(answer.problem);
        if (answer.list) setList(answer.list);
        return null;
      }
      setList(answer.list);
      void notify(done);
      return { view: answer.view };
    } catch {
      setProblem("Drayboard does not answer. Look whether it was done before you try again.");
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
