"use client";

import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { BoardSettings, Density } from "@/components/board/page-data";
import { useWideScreen } from "@/components/board/table/use-screen";
import { choosePreference } from "@/components/preferences/save-preference";
import { currentUser } from "@/components/preferences/signed-in-user";
import type { BoardQuery } from "@/lib/features/board/rules/board-address";
import {
  type ColumnLayout,
  dashboardLayout,
  formatLayout,
  parseLayout,
  sameLayout,
} from "@/lib/features/board/rules/column-layout";
import { columnsKept } from "./save-columns";

export type BoardLayout = {
  layout: ColumnLayout;
  /** Whether the columns were chosen by a user. */
  custom: boolean;
  density: Density;
  setLayout: (layout: ColumnLayout) => void;
  resetLayout: () => void;
  setDensity: (density: Density) => void;
};

/**
 * The shown columns: those of the address, otherwise the user's own, otherwise the defaults, which depend
 * on the screen's width. A change is saved for the user. If the address contains columns or a view is open, the change goes to the address.
 */
export function useLayout(
  query: BoardQuery,
  setQuery: (query: BoardQuery) => void,
  settings: BoardSettings,
  lastWide: boolean,
): BoardLayout {
  const [own, setOwn] = useState(settings.columns);
  const density = useSyncExternalStore(
    currentUser.subscribe,
    () => currentUser.snapshot()?.density ?? settings.density,
    () => settings.density,
  );
  const dashboard = dashboardLayout(query.queue, useWideScreen(lastWide));
  const chosen = query.cols || (query.view === null ? own : "");
  const layout = useMemo(() => parseLayout(chosen).layout ?? dashboard, [chosen, dashboard]);

  useEffect(() => {
    window.addEventListener("pagehide", columnsKept.leave);
    return () => window.removeEventListener("pagehide", columnsKept.leave);
  }, []);
  function write(columns: string): void {
    if (query.view !== null || query.cols !== "") setQuery({ ...query, cols: columns });
    else {
      setOwn(columns);
      columnsKept.keep(columns);
    }
  }
  return {
    layout,
    custom: !sameLayout(layout, dashboard),
    density,
    setLayout: (next) => write(sameLayout(next, dashboard) ? "" : formatLayout(next)),
    resetLayout: () => write(""),
    setDensity: (next) => void choosePreference({ density: next }),
  };
}
