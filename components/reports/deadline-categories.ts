import { formatWeekday } from "@/lib/domain/time/time-format";
import type { Release } from "@/lib/features/reports/rules/upcoming-deadlines";
import type { Locale } from "@/lib/platform/text/locale";

/** Containers whose last free day is `day` ("YYYY-MM-DD"), or that are "expired". */
export type DeadlineDay = { day: string } & Record<Release, number>;

type Kind = { id: Release; label: string; fill: string; stroke: string };

/** The parts of a bar, distinguishable without color: full, striped, outlined. */
export const KINDS: readonly Kind[] = [
  { id: "ready", label: "Ready", fill: "var(--go)", stroke: "var(--go)" },
  { id: "held", label: "Held", fill: "url(#bar-held)", stroke: "var(--late)" },
  { id: "other", label: "Other", fill: "var(--surface)", stroke: "var(--ink-3)" },
];

/** "Fri, Nov 20", or "Expired". */
export const columnLabel = (locale: Locale, day: string): string =>
  day === "expired" ? "Expired" : formatWeekday(locale, day);
