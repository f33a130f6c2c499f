/** A running stack under attack: address and admin of the dashboard, its database, and process ids by program name. */
export interface HostileTarget {
  url: string;
  email: string;
  password: string;
  databaseUrl: string;
  pids: Record<string, number>;
}

/** One checked property: what was checked, the measured figure, and whether it held. */
export interface HostileRow {
  check: string;
  figure: string;
  held: boolean;
}
