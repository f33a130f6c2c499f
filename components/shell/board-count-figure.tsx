"use client";

import { useSyncExternalStore } from "react";
import { boardCount } from "./board-count";

/** The number of containers next to "Board": what the server knew, then what the board reads. */
export function BoardCountFigure({ initial }: { initial: number }) {
  const shared = useSyncExternalStore(boardCount.subscribe, boardCount.snapshot, boardCount.serverSnapshot);
  return (shared ?? initial).toLocaleString("en-US");
}
