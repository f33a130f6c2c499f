import type { Release } from "@/lib/dispatch/deadlines-ahead";
import { weekday } from "@/lib/dispatch/zone-time";
import { formatDay } from "@/lib/dispatch/zone-words";

/** Boxes whose last free day is `day` ("YYYY-MM-DD"), or that are "expired". */
export type DeadlineDay = { day: string } & Record<Release, number>;

type Kind = { id: Release; label: string; fill: string; stroke: string };

/** What a bar is made of, told apart without colour: full, striped, outlined. */
export const KINDS: readonly Kind[] = [
  { id: "ready", label: "Ready", fill: "var(--go)", stroke: "var(--go)" },
  { id: "held", label: "Held", fill: "url(#bar-held)", stroke: "var(--late)" },
  { id: "other", label: "Other", fill: "var(--surface)", stroke: "var(--ink-3)" },
];

const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/** "Fri 20 Nov", or "Expired". */
export function dayLabel(day: string): string {
  return day === "expired" ? "Expired" : `${WEEKDAYS[weekday(day)]} ${formatDay(day)}`;
}
