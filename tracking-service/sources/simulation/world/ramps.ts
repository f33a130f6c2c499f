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
export type Ramp = { key: string; metro: string; name: string; nickname: string; city: string; rail: string };

type MetroRow = [string, string, string, string, string, number, number];

const METRO_ROWS: MetroRow[] = [
  ["USEWI", "Elwood", "IL", "US", "America/Chicago", 41.4039, -88.1117],
  ["USJOT", "Joliet", "IL", "US", "America/Chicago", 41.525, -88.0817],
  ["USMEM", "Memphis", "TN", "US", "America/Chicago", 35.1495, -90.049],
  ["USDAL", "Dallas", "TX", "US", "America/Chicago", 32.7767, -96.797],
  ["USKCK", "Kansas City", "KS", "US", "America/Chicago", 39.1141, -94.6275],
  ["USCMH", "Columbus", "OH", "US", "America/New_York", 39.9612, -82.9988],
  ["USATL", "Atlanta", "GA", "US", "America/New_York", 33.749, -84.388],
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

type RampRow = [metro: string, name: string, nickname: string, city: string, rail: string];

const RAMP_ROWS: RampRow[] = [
  ["USEWI", "BNSF Logistics Park Chicago", "BNSF LPC", "Elwood", "BNSF"],
  ["USJOT", "Union Pacific Global IV", "UP Global IV", "Joliet", "UP"],
  ["USMEM", "BNSF Memphis Intermodal Facility", "BNSF Memphis", "Memphis", "BNSF"],
  ["USDAL", "BNSF Alliance Intermodal Facility", "BNSF Alliance", "Haslet", "BNSF"],
  ["USKCK", "BNSF Logistics Park Kansas City", "BNSF LPKC", "Edgerton", "BNSF"],
  ["USCMH", "Norfolk Southern Rickenbacker", "NS Rickenbacker", "Columbus", "NS"],
  ["USATL", "CSX Fairburn", "CSX Fairburn", "Fairburn", "CSXT"],
  ["CATOR", "CN Brampton Intermodal Terminal", "CN Brampton", "Brampton", "CN"],
];

export const RAMPS: readonly Ramp[] = RAMP_ROWS.map(([metro, name, nickname, city, rail]) => ({
  key: `${metro}/${nickname}`,
  metro,
  name,
  nickname,
  city,
  rail,
}));

/** The inland places that each port of discharge serves by rail. */
export const RAIL_REACH: Readonly<Record<string, readonly string[]>> = {
  USLAX: ["USEWI", "USJOT", "USMEM", "USDAL", "USKCK"],
  USLGB: ["USEWI", "USJOT", "USMEM", "USDAL", "USKCK"],
  USOAK: ["USJOT", "USKCK"],
  USSEA: ["USEWI", "USMEM"],
  USTIW: ["USEWI", "USKCK"],
  USNYC: ["USCMH", "USJOT"],
  USORF: ["USCMH"],
  USSAV: ["USATL", "USMEM"],
  CAVAN: ["CATOR"],
  CAPRR: ["CATOR", "USJOT"],
  CAHAL: ["CATOR"],
};

export function requireMetroArea(code: string): MetroArea {
  const metro = METRO_AREAS.find((area) => area.code === code);
  if (!metro) throw new Error(`no metro area ${code}`);
  return metro;
}

export function requireRamp(metro: string): Ramp {
  const ramp = RAMPS.find((candidate) => candidate.metro === metro);
  if (!ramp) throw new Error(`no ramp in ${metro}`);
  return ramp;
}
