"use client";

import { useDisplayZone } from "@/components/preferences/display-zone";
import { useLocale } from "@/components/preferences/locale";
import { useTicking } from "@/components/time/clock";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import { whyToday } from "@/lib/domain/board-row/why-today";
import { rowInZone } from "@/lib/domain/time/display-zone";

/** The sentence of a container for the current time. Times are in the display zone. */
export function WhyToday({ row }: { row: BoardRow }) {
  const locale = useLocale();
  const shown = rowInZone(row, useDisplayZone());
  const text = useTicking((now) => whyToday(locale, shown, new Date(now)));
  return (
    <span data-why-today suppressHydrationWarning>
      {text}
    </span>
  );
}
