/** The address of a terminal's gate. */
export type Address = { street: string | null; city: string; state: string | null; zip: string | null };

type Row = [nickname: string, street: string, city: string, state: string, zip: string];

const ROWS: Row[] = [
  ["APM Pier 400", "2500 Navy Way", "San Pedro", "CA", "90731"],
  ["TraPac LA", "920 W Harry Bridges Blvd", "Wilmington", "CA", "90744"],
  ["Everport LA", "389 Terminal Way", "San Pedro", "CA", "90731"],
  ["Fenix", "614 Terminal Way", "San Pedro", "CA", "90731"],
  ["WBCT", "2050 John S Gibson Blvd", "San Pedro", "CA", "90731"],
  ["LBCT", "1171 Pier F Ave", "Long Beach", "CA", "90802"],
  ["TTI", "301 Mediterranean Way", "Long Beach", "CA", "90802"],
  ["PCT", "1521 Pier J Ave", "Long Beach", "CA", "90802"],
  ["ITS", "1281 Pier G Way", "Long Beach", "CA", "90802"],
  ["OICT", "1717 Middle Harbor Rd", "Oakland", "CA", "94607"],
  ["TraPac Oakland", "2800 7th St", "Oakland", "CA", "94607"],
  ["T-18", "1050 SW Spokane St", "Seattle", "WA", "98134"],
  ["Husky", "1101 Port of Tacoma Rd", "Tacoma", "WA", "98421"],
  ["WUT", "1815 Port of Tacoma Rd", "Tacoma", "WA", "98421"],
  ["Barbours Cut", "1515 E Barbours Cut Blvd", "La Porte", "TX", "77571"],
  ["Bayport", "12619 Port Rd", "Pasadena", "TX", "77586"],
  ["GCT Savannah", "2 N Main St", "Garden City", "GA", "31408"],
  ["Wando", "400 Long Point Rd", "Mount Pleasant", "SC", "29464"],
  ["NIT", "7737 Hampton Blvd", "Norfolk", "VA", "23505"],
  ["VIG", "1000 Virginia International Gateway Blvd", "Portsmouth", "VA", "23703"],
  ["APM Elizabeth", "5080 McLester St", "Elizabeth", "NJ", "07207"],
  ["Maher", "1210 Corbin St", "Elizabeth", "NJ", "07201"],
  ["PNCT", "241 Calcutta St", "Newark", "NJ", "07114"],
  ["Deltaport", "2 Roberts Bank Rd", "Delta", "BC", "V4M 4G5"],
  ["Centerm", "777 Centennial Rd", "Vancouver", "BC", "V6A 1A3"],
];

const byNickname = new Map(
  ROWS.map(([nickname, street, city, state, zip]): [string, Address] => [
    nickname,
    { street, city, state, zip },
  ]),
);

/** The address of a terminal by its nickname. Null when only its port is known. */
export const findAddress = (nickname: string): Address | null => byNickname.get(nickname) ?? null;

const STATES: Readonly<Record<string, string>> = {
  CA: "California",
  WA: "Washington",
  TX: "Texas",
  GA: "Georgia",
  SC: "South Carolina",
  VA: "Virginia",
  NY: "New York",
  NJ: "New Jersey",
  FL: "Florida",
  BC: "British Columbia",
  NS: "Nova Scotia",
};

/** The name of a state or province by its abbreviation, or null. */
export const stateName = (abbreviation: string | null): string | null =>
  abbreviation === null ? null : (STATES[abbreviation] ?? null);
