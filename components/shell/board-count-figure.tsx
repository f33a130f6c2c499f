"use client";

import { useSyncExternalStore } from "react";
import { boardCount } from "./board-count";

/** The number of containers next to "Board": first the server's value, then the board's latest one. */
export function BoardCountFigure({ initial }: { initial: number }) {
  const shared = useSyncExternalStore(boardCount.subscribe, boardCount.snapshot, boardCount.serverSnapshot);
  return (shared ?? initial).toLocaleString("en-US");
}
