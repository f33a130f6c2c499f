export type MetroArea = {
  code: string;
  name: string;
  state: string;
  country: string;
  zone: string;
  latitude: number;
  longitude: number;
};

/** A rail ramp in a metro area, operated by one rail carrier. */
export type Ramp = {
  key: string;
  metro: string;
  name: string;
  nickname: string;
  city: string;
  rail: string;
  firms: string | null;
};

type MetroRow = [string, string, string, string, string, number, number];

const METRO_ROWS: MetroRow[] = [
  ["USEWI", "Elwood", "IL", "US", "America/Chicago", 41.4039, -88.1117],
  ["USJOT", "Joliet", "IL", "US", "America/Chicago", 41.525, -88.0817],
  ["USMEM", "Memphis", "TN", "US", "America/Chicago", 35.1495, -90.049],
  ["USDAL", "Dallas", "TX", "US", "America/Chicago", 32.7767, -96.797],
  ["USKCK", "Kansas City", "KS", "US", "America/Chicago", 39.1141, -94.6275],
  ["USCMH", "Columbus", "OH", "US", "America/New_York", 39.9612, -82.9988],
  ["USATL", "Atlanta", "GA", "US", "America/New_York", 33.749, -84.388],
  ["USCHI", "Chicago", "IL", "US", "America/Chicago", 41.8781, -87.6298],
  ["CATOR", "Toronto", "ON", "CA", "America/Toronto", 43.6532, -79.3832],
];

export const METRO_AREAS: readonly MetroArea[] = METRO_ROWS.map(
  ([code, name, state, country, zone, latitude, longitude]) => ({
    code,
    name,
    state,
    country,
    zone,
    latitude,
    longitude,
  }),
);

type RampRow = [
  metro: string,
  name: string,
  nickname: string,
  city: string,
  rail: string,
  firms: string | null,
];

const RAMP_ROWS: RampRow[] = [
  ["USEWI", "BNSF Logistics Park Chicago", "BNSF LPC", "Elwood", "BNSF", "HBT3"],
  ["USJOT", "Union Pacific Global IV", "UP Global IV", "Joliet", "UP", "HAC6"],
  ["USMEM", "BNSF Memphis Intermodal Facility", "BNSF Memphis", "Memphis", "BNSF", "M418"],
  ["USDAL", "BNSF Alliance Intermodal Facility", "BNSF Alliance", "Haslet", "BNSF", "SAH2"],
  ["USKCK", "BNSF Logistics Park Kansas City", "BNSF LPKC", "Edgerton", "BNSF", "KAB4"],
  ["USCMH", "Norfolk Southern Rickenbacker", "NS Rickenbacker", "Columbus", "NS", "J592"],
  ["USATL", "CSX Fairburn", "CSX Fairburn", "Fairburn", "CSXT", "L391"],
  ["USCHI", "Norfolk Southern Landers Intermodal", "NS Landers", "Chicago", "NS", "H572"],
  ["USCHI", "CN Chicago Intermodal Terminal", "CN Chicago", "Harvey", "CN", "H738"],
  ["USMEM", "Norfolk Southern Rossville Intermodal", "NS Rossville", "Rossville", "NS", null],
  ["CATOR", "CN Brampton Intermodal Terminal", "CN Brampton", "Brampton", "CN", "3037"],
];

export const RAMPS: readonly Ramp[] = RAMP_ROWS.map(([metro, name, nickname, city, rail, firms]) => ({
  key: `${metro}/${nickname}`,
  metro,
  name,
  nickname,
  city,
  rail,
  firms,
}));

const PACIFIC = ["BNSF LPC", "UP Global IV", "BNSF Memphis", "BNSF Alliance", "BNSF LPKC"];

/**
 * The ramps that each port of discharge serves by rail. BNSF and UP have no tracks to the Atlantic, NS and CSX none to the
 * Pacific; CN has tracks to both coasts of Canada.
 */
const RAIL_REACH: Readonly<Record<string, readonly string[]>> = {
  USLAX: PACIFIC,
  USLGB: PACIFIC,
  USOAK: ["UP Global IV", "BNSF LPKC"],
  USSEA: ["BNSF LPC", "BNSF Memphis"],
  USTIW: ["BNSF LPC", "BNSF LPKC"],
  USNYC: ["NS Rickenbacker", "NS Landers"],
  USORF: ["NS Rickenbacker", "NS Landers"],
  USSAV: ["CSX Fairburn", "NS Rossville"],
  CAVAN: ["CN Brampton"],
  CAPRR: ["CN Brampton", "CN Chicago"],
  CAHAL: ["CN Brampton", "CN Chicago"],
};

/** As far as it differed for journeys that were stored before. */
const FORMER_RAIL_REACH: Readonly<Record<string, readonly string[]>> = {
  USNYC: ["NS Rickenbacker", "UP Global IV"],
  USORF: ["NS Rickenbacker"],
  USSAV: ["CSX Fairburn", "BNSF Memphis"],
  CAPRR: ["CN Brampton", "UP Global IV"],
  CAHAL: ["CN Brampton"],
};

export type InlandPlace = { metro: MetroArea; ramp: Ramp };

const byNickname = new Map(RAMPS.map((ramp) => [ramp.nickname, ramp]));

/** The inland places that a port of discharge serves by rail. Empty when it has none. */
export function listInlandPlaces(port: string, former = false): InlandPlace[] {
  const nicknames = (former ? FORMER_RAIL_REACH[port] : null) ?? RAIL_REACH[port] ?? [];
  return nicknames.map((nickname) => {
    const ramp = byNickname.get(nickname);
    if (!ramp) throw new Error(`no ramp ${nickname}`);
    return { metro: requireMetroArea(ramp.metro), ramp };
  });
}

export function requireMetroArea(code: string): MetroArea {
  const metro = METRO_AREAS.find((area) => area.code === code);
  if (!metro) throw new Error(`no metro area ${code}`);
  return metro;
}
