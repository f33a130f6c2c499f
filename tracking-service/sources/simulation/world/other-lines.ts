import type { Line } from "./lines";

/** Lines in the catalog that support no tracking requests. */
export const OTHER_LINES: readonly Pick<Line, "scac" | "name" | "shortName">[] = [
  { scac: "MATS", name: "Matson Navigation", shortName: "Matson" },
  { scac: "SMLM", name: "SM Line", shortName: "SM Line" },
  { scac: "WHLC", name: "Wan Hai Lines", shortName: "Wan Hai" },
];
