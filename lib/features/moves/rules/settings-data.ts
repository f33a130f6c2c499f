import type { FreeDayCount } from "@/lib/domain/container/container-facts";
import type { GateHours, SpecialDay } from "@/lib/domain/deadlines/gate-schedule";

/** A line of the account or of the settings, with its terms. `freeDays` is null until a user sets them. */
export type LineWithTerms = {
  scac: string;
  name: string | null;
  /** Number of the line's containers after gate out and before the empty return. */
  out: number;
  freeDays: number | null;
  counts: FreeDayCount | null;
  savedAt: string | null;
  savedBy: string | null;
};

/** A terminal or rail ramp with its weekly hours. Instants are UTC text. */
export type TerminalWithHours = {
  id: string;
  name: string;
  /** The city of the terminal. Null when the service does not report one. */
  city: string | null;
  /** The zone reported with its containers. Null when unknown. */
  zone: string | null;
  containers: number;
  hours: GateHours;
  specialDays: SpecialDay[];
  savedAt: string | null;
  savedBy: string | null;
};
