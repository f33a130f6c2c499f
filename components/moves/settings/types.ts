import type { GateHours } from "@/lib/features/moves/rules/terminal-hours";
/** A line with its free days. `freeDays` is null if not set. Instants are UTC text. */
export type LineTermsEntry = {
  scac: string;
  name: string | null;
  out: number;
  freeDays: number | null;
  counts: "calendar" | "business" | null;
  savedAt: string | null;
  savedBy: string | null;
};

/** A terminal with its weekly hours. Instants are UTC text. `zone` is null when unknown. */
export type TerminalHoursEntry = {
  id: string;
  name: string;
  zone: string | null;
  containers: number;
  hours: GateHours;
  savedAt: string | null;
  savedBy: string | null;
};
