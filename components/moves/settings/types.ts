import type { GateHours } from "@/lib/features/moves/rules/terminal-hours";
/** A line with its free days; `freeDays` null while nobody set them. Instants are UTC text. */
export type LineTermsEntry = {
  scac: string;
  name: string | null;
  out: number;
  freeDays: number | null;
  counts: "calendar" | "business" | null;
  savedAt: string | null;
  savedBy: string | null;
};

/** A terminal with its week; instants are UTC text, `zone` null when unknown. */
export type TerminalHoursEntry = {
  id: string;
  name: string;
  zone: string | null;
  containers: number;
  hours: GateHours;
  savedAt: string | null;
  savedBy: string | null;
};
