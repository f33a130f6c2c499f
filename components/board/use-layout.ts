"use client";

import { useCallback, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { choosePreference } from "@/components/shell/choose-preference";
import { personHere } from "@/components/shell/person";
import type { BoardQuery } from "@/lib/dispatch/board-query";
import {
  type ColumnLayout,
  deskLayout,
  formatLayout,
  parseLayout,
  sameLayout,
} from "@/lib/dispatch/column-layout";
import type { BoardSettings, Density } from "./board-page-data";

const KEEP_AFTER_MS = 600;

export type BoardLook = {
  layout: ColumnLayout;
  /** Whether somebody chose these columns. */
  custom: boolean;
  density: Density;
  setLayout: (layout: ColumnLayout) => void;
  resetLayout: () => void;
  setDensity: (density: Density) => void;
};

/**
 * The columns that show: those of the address, else the person's own, else the desk's. A change is kept for the person;
 * where the address names columns, or a view is open, it goes to the address.
 */
export function useLayout(
  query: BoardQuery,
  setQuery: (query: BoardQuery) => void,
  settings: BoardSettings,
  keep: (change: Partial<BoardSettings>) => Promise<unknown>,
): BoardLook {
  const [own, setOwn] = useState(settings.columns);
  const density = useSyncExternalStore(
    personHere.subscribe,
    () => personHere.snapshot()?.density ?? settings.density,
    () => settings.density,
  );
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const desk = deskLayout(query.queue);
  const chosen = query.cols || (query.view === null ? own : "");
  const layout = useMemo(() => parseLayout(chosen).layout ?? desk, [chosen, desk]);

  const keepColumns = useCallback(
    (columns: string) => {
      setOwn(columns);
      if (timer.current) clearTimeout(timer.current);
      timer.current = setTimeout(() => void keep({ columns }).catch(() => undefined), KEEP_AFTER_MS);
    },
    [keep],
  );
  function write(columns: string): void {
    if (query.view !== null || query.cols !== "") setQuery({ ...query, cols: columns });
    else keepColumns(columns);
  }
  return {
    layout,
    custom: !sameLayout(layout, desk),
    density,
    setLayout: (next) => write(sameLayout(next, desk) ? "" : formatLayout(next)),
    resetLayout: () => write(""),
    setDensity: (next) => void choosePreference({ density: next }),
  };
}
