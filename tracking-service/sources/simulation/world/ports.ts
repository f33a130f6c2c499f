/** Regions where lanes begin or end. Transit times are defined between them. */
export type Region =
  | "east-asia"
  | "south-east-asia"
  | "india"
  | "europe"
  | "mediterranean"
  | "us-west"
  | "us-east"
  | "us-gulf"
  | "canada-west"
  | "canada-east";

export type Port = {
  code: string;
  name: string;
  city: string;
  state: string | null;
  country: string;
  latitude: number;
  longitude: number;
  zone: string;
  region: Region;
};

type Row = [string, string, string, string | null, string, number, number, string, Region];

const ROWS: Row[] = [
  ["USLAX", "Los Angeles", "Los Angeles", "CA", "US", 33.7282, -118.2558, "America/Los_Angeles", "us-west"],
  ["USLGB", "Long Beach", "Long Beach", "CA", "US", 33.7542, -118.2165, "America/Los_Angeles", "us-west"],
  ["USOAK", "Oakland", "Oakland", "CA", "US", 37.7955, -122.2793, "America/Los_Angeles", "us-west"],
  ["USSEA", "Seattle", "Seattle", "WA", "US", 47.5801, -122.3493, "America/Los_Angeles", "us-west"],
  ["USTIW", "Tacoma", "Tacoma", "WA", "US", 47.2676, -122.4103, "America/Los_Angeles", "us-west"],
  ["USHOU", "Houston", "Houston", "TX", "US", 29.6819, -94.9972, "America/Chicago", "us-gulf"],
  ["USSAV", "Savannah", "Savannah", "GA", "US", 32.1274, -81.1412, "America/New_York", "us-east"],
  ["USCHS", "Charleston", "Charleston", "SC", "US", 32.8312, -79.8936, "America/New_York", "us-east"],
  ["USORF", "Norfolk", "Norfolk", "VA", "US", 36.9166, -76.3302, "America/New_York", "us-east"],
  ["USNYC", "New York / New Jersey", "New York", "NY", "US", 40.685, -74.1511, "America/New_York", "us-east"],
  ["USMIA", "Miami", "Miami", "FL", "US", 25.7689, -80.1678, "America/New_York", "us-east"],
  ["CAVAN", "Vancouver", "Vancouver", "BC", "CA", 49.2903, -123.1027, "America/Vancouver", "canada-west"],
  [
    "CAPRR",
    "Prince Rupert",
    "Prince Rupert",
    "BC",
    "CA",
    54.2907,
    -130.3576,
    "America/Vancouver",
    "canada-west",
  ],
  ["CAHAL", "Halifax", "Halifax", "NS", "CA", 44.6329, -63.5681, "America/Halifax", "canada-east"],
  ["CNSHA", "Shanghai", "Shanghai", null, "CN", 31.3622, 121.6166, "Asia/Shanghai", "east-asia"],
  ["CNNGB", "Ningbo", "Ningbo", null, "CN", 29.9338, 121.8535, "Asia/Shanghai", "east-asia"],
  ["CNYTN", "Yantian", "Shenzhen", null, "CN", 22.5771, 114.2665, "Asia/Shanghai", "east-asia"],
  ["CNQIN", "Qingdao", "Qingdao", null, "CN", 36.0086, 120.2133, "Asia/Shanghai", "east-asia"],
  ["HKHKG", "Hong Kong", "Hong Kong", null, "HK", 22.3412, 114.1258, "Asia/Hong_Kong", "east-asia"],
  ["TWKHH", "Kaohsiung", "Kaohsiung", null, "TW", 22.5531, 120.3087, "Asia/Taipei", "east-asia"],
  ["KRPUS", "Busan", "Busan", null, "KR", 35.0766, 128.8319, "Asia/Seoul", "east-asia"],
  [
    "VNSGN",
    "Ho Chi Minh City",
    "Ho Chi Minh City",
    null,
    "VN",
    10.7626,
    106.7437,
    "Asia/Ho_Chi_Minh",
    "south-east-asia",
  ],
  ["VNVUT", "Vung Tau", "Vung Tau", null, "VN", 10.5375, 107.0315, "Asia/Ho_Chi_Minh", "south-east-asia"],
  ["SGSIN", "Singapore", "Singapore", null, "SG", 1.2644, 103.8401, "Asia/Singapore", "south-east-asia"],
  ["MYPKG", "Port Klang", "Port Klang", null, "MY", 3.0019, 101.3925, "Asia/Kuala_Lumpur", "south-east-asia"],
  ["THLCH", "Laem Chabang", "Laem Chabang", null, "TH", 13.0827, 100.8833, "Asia/Bangkok", "south-east-asia"],
  ["INNSA", "Nhava Sheva", "Navi Mumbai", null, "IN", 18.9499, 72.9512, "Asia/Kolkata", "india"],
  ["LKCMB", "Colombo", "Colombo", null, "LK", 6.9497, 79.8437, "Asia/Colombo", "india"],
  ["DEHAM", "Hamburg", "Hamburg", null, "DE", 53.5331, 9.9285, "Europe/Berlin", "europe"],
  ["DEBRV", "Bremerhaven", "Bremerhaven", null, "DE", 53.5872, 8.5468, "Europe/Berlin", "europe"],
  ["NLRTM", "Rotterdam", "Rotterdam", null, "NL", 51.9533, 4.0533, "Europe/Amsterdam", "europe"],
  ["BEANR", "Antwerp", "Antwerp", null, "BE", 51.2781, 4.3344, "Europe/Brussels", "europe"],
  ["ITGOA", "Genoa", "Genoa", null, "IT", 44.4066, 8.9124, "Europe/Rome", "mediterranean"],
  ["ESVLC", "Valencia", "Valencia", null, "ES", 39.4412, -0.3154, "Europe/Madrid", "mediterranean"],
];

/** Seaports by UN/LOCODE. */
export const PORTS: readonly Port[] = ROWS.map(
  ([code, name, city, state, country, latitude, longitude, zone, region]) => ({
    code,
    name,
    city,
    state,
    country,
    latitude,
    longitude,
    zone,
    region,
  }),
);

const byCode = new Map(PORTS.map((port) => [port.code, port]));

/** The port of a UN/LOCODE. Throws when it is missing, which is an error in the tables. */
export function requirePort(code: string): Port {
  const port = byCode.get(code);
  if (!port) throw new Error(`no port ${code}`);
  return port;
}
