import type { RunningSystem } from "@/e2e/system/running-system";

/** A running stack under attack: URL and admin of the dashboard, its database, and process ids by program name. */
export interface HostileTarget {
  url: string;
  email: string;
  password: string;
  databaseUrl: string;
  pids: Record<string, number>;
  system: RunningSystem;
}

/** One check: its description, the measured figure, and whether it passed. */
export interface HostileRow {
  check: string;
  figure: string;
  held: boolean;
}
