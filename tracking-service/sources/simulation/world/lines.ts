/** A shipping line with the ISO 6346 owner prefixes of its own containers. */
export type Line = {
  scac: string;
  /** Codes of lines that now operate under this line's name. */
  alternativeScacs?: readonly string[];
  name: string;
  shortName: string;
  prefixes: readonly string[];
  vessels: readonly string[];
};

export const LINES: readonly Line[] = [
  {
    scac: "MAEU",
    alternativeScacs: ["SEAU", "SUDU"],
    name: "Maersk",
    shortName: "Maersk",
    prefixes: ["MSKU", "MRKU", "MRSU", "MAEU"],
    vessels: ["MAERSK ESSEX", "MAERSK EMDEN", "MAERSK SHEERNESS", "MAERSK ALTAIR", "MAERSK CAPE COAST"],
  },
  {
    scac: "MSCU",
    name: "Mediterranean Shipping Company",
    shortName: "MSC",
    prefixes: ["MSCU", "MEDU", "MSDU"],
    vessels: ["MSC ARIANE", "MSC BIANCA", "MSC CHIARA", "MSC ELOISE", "MSC LUCINDA"],
  },
  {
    scac: "CMDU",
    alternativeScacs: ["APLU", "ANNU"],
    name: "CMA CGM",
    shortName: "CMA CGM",
    prefixes: ["CMAU", "CGMU", "ECMU"],
    vessels: ["CMA CGM ANDROMEDA", "CMA CGM CORAL", "CMA CGM LAPEROUSE", "CMA CGM RHONE", "CMA CGM TANYA"],
  },
  {
    scac: "HLCU",
    alternativeScacs: ["UASU"],
    name: "Hapag-Lloyd",
    shortName: "Hapag-Lloyd",
    prefixes: ["HLCU", "HLXU", "HLBU"],
    vessels: ["ESSEN EXPRESS", "BASEL EXPRESS", "ULSAN EXPRESS", "ANTWERPEN EXPRESS", "YORKTOWN EXPRESS"],
  },
  {
    scac: "ONEY",
    name: "Ocean Network Express",
    shortName: "ONE",
    prefixes: ["ONEU", "NYKU", "KKFU", "MOAU"],
    vessels: ["ONE HARBOUR", "ONE COMPETENCE", "ONE FALCON", "ONE MINATO", "ONE STORK"],
  },
  {
    scac: "COSU",
    name: "COSCO Shipping Lines",
    shortName: "COSCO",
    prefixes: ["COSU", "CSNU", "CCLU", "CBHU"],
    vessels: ["COSCO ENGLAND", "COSCO HARMONY", "CSCL SPRING", "COSCO PORTUGAL", "COSCO THAILAND"],
  },
  {
    scac: "EGLV",
    name: "Evergreen Line",
    shortName: "Evergreen",
    prefixes: ["EGHU", "EGSU", "EISU", "EITU"],
    vessels: ["EVER FORWARD", "EVER LIFTING", "EVER LAUREL", "EVER FAME", "EVER STEADY"],
  },
  {
    scac: "OOLU",
    name: "Orient Overseas Container Line",
    shortName: "OOCL",
    prefixes: ["OOLU", "OOCU"],
    vessels: ["OOCL BRUSSELS", "OOCL SOUTHAMPTON", "OOCL CANADA", "OOCL LE HAVRE", "OOCL UTAH"],
  },
  {
    scac: "YMLU",
    name: "Yang Ming Marine Transport",
    shortName: "Yang Ming",
    prefixes: ["YMLU", "YMMU"],
    vessels: ["YM WELLHEAD", "YM TRUTH", "YM TRILLION", "YM WARRANTY", "YM UBIQUITY"],
  },
  {
    scac: "HDMU",
    name: "HMM",
    shortName: "HMM",
    prefixes: ["HDMU", "HMMU", "KOCU"],
    vessels: ["HMM GARNET", "HMM SAPPHIRE", "HYUNDAI EARTH", "HYUNDAI HOPE", "HMM AQUAMARINE"],
  },
  {
    scac: "ZIMU",
    name: "ZIM Integrated Shipping Services",
    shortName: "ZIM",
    prefixes: ["ZIMU", "ZCSU"],
    vessels: ["ZIM SAMMY OFER", "ZIM MOUNT BLANC", "ZIM AQUAMARINE", "ZIM EMERALD", "ZIM CORAL"],
  },
];

/** Prefixes of leasing companies, whose containers are used by any line. */
export const LEASED_PREFIXES: readonly string[] = [
  "TCLU",
  "TCNU",
  "TGHU",
  "TEMU",
  "TLLU",
  "CAIU",
  "FCIU",
  "BMOU",
  "SEGU",
];

/** The line of a SCAC, its own or one it took over. */
export function findLine(scac: string): Line | null {
  return LINES.find((line) => line.scac === scac || line.alternativeScacs?.includes(scac)) ?? null;
}

/** The line whose own containers have this four-letter prefix. Null for leased and unknown prefixes. */
export function findLineByPrefix(prefix: string): Line | null {
  return LINES.find((line) => line.prefixes.includes(prefix)) ?? null;
}
