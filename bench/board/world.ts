export type Port = { locode: string; name: string; zone: string; terminals: readonly string[] };

/** Ports of discharge with their terminals. Defined here so that the benchmark data never change. */
export const PORTS: readonly Port[] = [
  {
    locode: "USLAX",
    name: "Los Angeles",
    zone: "America/Los_Angeles",
    terminals: ["APM Terminals Pier 400", "TraPac Los Angeles", "Everport Terminal Services", "Fenix Marine"],
  },
  {
    locode: "USLGB",
    name: "Long Beach",
    zone: "America/Los_Angeles",
    terminals: [
      "Long Beach Container Terminal",
      "Total Terminals International",
      "Pacific Container Terminal",
    ],
  },
  {
    locode: "USHOU",
    name: "Houston",
    zone: "America/Chicago",
    terminals: ["Barbours Cut Terminal", "Bayport Container Terminal"],
  },
  { locode: "USSAV", name: "Savannah", zone: "America/New_York", terminals: ["Garden City Terminal"] },
  {
    locode: "USNYC",
    name: "New York / New Jersey",
    zone: "America/New_York",
    terminals: ["Maher Terminals", "Port Newark Container Terminal", "APM Terminals Elizabeth"],
  },
  {
    locode: "USORF",
    name: "Norfolk",
    zone: "America/New_York",
    terminals: ["Norfolk International Terminals", "Virginia International Gateway"],
  },
];

export type Ramp = { locode: string; city: string; zone: string; name: string; rail: string };

export const RAMPS: readonly Ramp[] = [
  {
    locode: "USEWI",
    city: "Elwood",
    zone: "America/Chicago",
    name: "BNSF Logistics Park Chicago",
    rail: "BNSF",
  },
  { locode: "USJOT", city: "Joliet", zone: "America/Chicago", name: "UP Global IV", rail: "UPRR" },
  { locode: "USMEM", city: "Memphis", zone: "America/Chicago", name: "BNSF Memphis", rail: "BNSF" },
  { locode: "USCMH", city: "Columbus", zone: "America/New_York", name: "NS Rickenbacker", rail: "NSRR" },
];

export type Line = { scac: string; name: string; prefixes: readonly string[]; vessels: readonly string[] };

export const LINES: readonly Line[] = [
  { scac: "MAEU", name: "Maersk", prefixes: ["MSKU", "MRKU"], vessels: ["MAERSK ESSEX", "MAERSK EMDEN"] },
  { scac: "MSCU", name: "MSC", prefixes: ["MSCU", "MEDU"], vessels: ["MSC ARIANE", "MSC BIANCA"] },
  { scac: "CMDU", name: "CMA CGM", prefixes: ["CMAU", "CGMU"], vessels: ["CMA CGM RHONE", "CMA CGM CORAL"] },
  {
    scac: "HLCU",
    name: "Hapag-Lloyd",
    prefixes: ["HLXU", "HLBU"],
    vessels: ["BASEL EXPRESS", "ULSAN EXPRESS"],
  },
  { scac: "ONEY", name: "ONE", prefixes: ["ONEU", "NYKU"], vessels: ["ONE HARBOUR", "ONE FALCON"] },
  { scac: "COSU", name: "COSCO", prefixes: ["CSNU", "CCLU"], vessels: ["COSCO ENGLAND", "COSCO HARMONY"] },
  { scac: "EGLV", name: "Evergreen", prefixes: ["EGHU", "EISU"], vessels: ["EVER FORWARD", "EVER FAME"] },
  { scac: "OOLU", name: "OOCL", prefixes: ["OOLU", "OOCU"], vessels: ["OOCL BRUSSELS", "OOCL UTAH"] },
  { scac: "YMLU", name: "Yang Ming", prefixes: ["YMLU", "YMMU"], vessels: ["YM TRUTH", "YM UBIQUITY"] },
  { scac: "ZIMU", name: "ZIM", prefixes: ["ZIMU", "ZCSU"], vessels: ["ZIM EMERALD", "ZIM MOUNT BLANC"] },
];

/** Ports of lading. */
export const ORIGINS = [
  { locode: "CNSHA", name: "Shanghai", zone: "Asia/Shanghai" },
  { locode: "CNYTN", name: "Yantian", zone: "Asia/Shanghai" },
  { locode: "VNSGN", name: "Ho Chi Minh City", zone: "Asia/Ho_Chi_Minh" },
  { locode: "SGSIN", name: "Singapore", zone: "Asia/Singapore" },
  { locode: "BEANR", name: "Antwerp", zone: "Europe/Brussels" },
] as const;

export const DRAY_CARRIERS = [
  "Bayline Drayage",
  "Blue Chassis Trucking",
  "Gulf Gate Cartage",
  "Harbor Link Transport",
  "Inland Container Lines",
  "Peninsula Intermodal",
  "Pier Pass Hauling",
  "Ramp to Door Logistics",
  "South Dock Carriers",
  "Tidewater Container Freight",
] as const;

export const CUSTOMERS = [
  "Alder Home Goods",
  "Brightwater Appliances",
  "Cascade Outdoor Supply",
  "Dunmore Tile",
  "Eastfield Furniture",
  "Fairway Auto Parts",
  "Granite State Tools",
  "Hollis Toys",
  "Ironbridge Hardware",
  "Juniper Textiles",
  "Keystone Lighting",
  "Larkspur Garden",
] as const;
