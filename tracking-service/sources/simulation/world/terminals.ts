import { facilityCodes } from "./facility-codes";
import { requirePort } from "./ports";
import { type Address, findAddress } from "./terminal-addresses";

/** The facts that a terminal publishes, and the format of its fees. */
export type Reporting = {
  availability: boolean;
  lastFreeDay: boolean;
  fees: "items" | "items-and-total" | "none";
  appointments: boolean;
  yardSpot: boolean;
};

export type Terminal = {
  key: string;
  port: string;
  name: string;
  nickname: string;
  firms: string | null;
  smdg: string | null;
  /** The nine characters of its BIC facility code. */
  bic: string | null;
  address: Address;
  reporting: Reporting;
  /** Days after discharge before demurrage begins. */
  freeDays: number;
  offDock: boolean;
};

const FULL: Reporting = {
  availability: true,
  lastFreeDay: true,
  fees: "items",
  appointments: true,
  yardSpot: true,
};
const WITH_TOTAL: Reporting = { ...FULL, fees: "items-and-total" };
const NO_FEES: Reporting = { ...FULL, fees: "none" };
const NO_LFD: Reporting = { ...FULL, lastFreeDay: false };
const SPARSE: Reporting = {
  availability: false,
  lastFreeDay: true,
  fees: "items",
  appointments: false,
  yardSpot: true,
};

type Row = [port: string, name: string, nickname: string, reporting: Reporting, freeDays: number];

const ROWS: Row[] = [
  ["USLAX", "APM Terminals Pier 400", "APM Pier 400", FULL, 4],
  ["USLAX", "TraPac Los Angeles", "TraPac LA", WITH_TOTAL, 4],
  ["USLAX", "Everport Terminal Services", "Everport LA", WITH_TOTAL, 4],
  ["USLAX", "Fenix Marine Services", "Fenix", SPARSE, 4],
  ["USLAX", "West Basin Container Terminal", "WBCT", FULL, 4],
  ["USLGB", "Long Beach Container Terminal", "LBCT", FULL, 4],
  ["USLGB", "Total Terminals International", "TTI", WITH_TOTAL, 4],
  ["USLGB", "Pacific Container Terminal", "PCT", NO_FEES, 4],
  ["USLGB", "International Transportation Service", "ITS", SPARSE, 4],
  ["USOAK", "Oakland International Container Terminal", "OICT", FULL, 4],
  ["USOAK", "TraPac Oakland", "TraPac Oakland", WITH_TOTAL, 4],
  ["USSEA", "Terminal 18 Seattle", "T-18", NO_LFD, 4],
  ["USTIW", "Husky Terminal", "Husky", FULL, 4],
  ["USTIW", "Washington United Terminals", "WUT", FULL, 4],
  ["USHOU", "Barbours Cut Terminal", "Barbours Cut", WITH_TOTAL, 6],
  ["USHOU", "Bayport Container Terminal", "Bayport", FULL, 6],
  ["USSAV", "Garden City Terminal", "GCT Savannah", FULL, 6],
  ["USCHS", "Wando Welch Terminal", "Wando", NO_FEES, 5],
  ["USORF", "Norfolk International Terminals", "NIT", FULL, 4],
  ["USORF", "Virginia International Gateway", "VIG", NO_LFD, 4],
  ["USNYC", "APM Terminals Port Elizabeth", "APM Elizabeth", FULL, 4],
  ["USNYC", "Maher Terminals", "Maher", WITH_TOTAL, 4],
  ["USNYC", "Port Newark Container Terminal", "PNCT", WITH_TOTAL, 4],
  ["USMIA", "South Florida Container Terminal", "SFCT", SPARSE, 5],
  ["CAVAN", "GCT Deltaport", "Deltaport", FULL, 3],
  ["CAVAN", "DP World Centerm", "Centerm", WITH_TOTAL, 3],
  ["CAPRR", "DP World Fairview", "Fairview", FULL, 3],
  ["CAHAL", "PSA Halifax Atlantic Hub", "PSA Atlantic Hub", FULL, 3],
];

const OFF_DOCK_ROWS: Row[] = [
  ["USLAX", "San Pedro Off-Dock Yard", "San Pedro Yard", SPARSE, 5],
  ["USLGB", "Carson Off-Dock Yard", "Carson Yard", SPARSE, 5],
  ["USNYC", "Newark Off-Dock Yard", "Newark Yard", SPARSE, 5],
  ["USSAV", "Savannah Off-Dock Yard", "Savannah Yard", SPARSE, 5],
];

function terminal([port, name, nickname, reporting, freeDays]: Row, offDock: boolean): Terminal {
  const { city, state } = requirePort(port);
  const address = findAddress(nickname) ?? { street: null, city, state, zip: null };
  const codes = facilityCodes(port, nickname);
  return {
    key: `${port}/${nickname}`,
    port,
    name,
    nickname,
    ...codes,
    address,
    reporting,
    freeDays,
    offDock,
  };
}

export const TERMINALS: readonly Terminal[] = [
  ...ROWS.map((row) => terminal(row, false)),
  ...OFF_DOCK_ROWS.map((row) => terminal(row, true)),
];

/** Marine terminals of a port of discharge. */
export function listTerminals(port: string): Terminal[] {
  return TERMINALS.filter((terminal) => terminal.port === port && !terminal.offDock);
}

/** The off-dock yard near a port, or null when there is none. */
export function findOffDockYard(port: string): Terminal | null {
  return TERMINALS.find((terminal) => terminal.port === port && terminal.offDock) ?? null;
}
