/** Codes of a terminal: FIRMS (Canada: four digits), SMDG, and the last four characters of its BIC facility code. */
type Codes = { firms: string | null; smdg: string | null; bic: string | null };

type Row = [nickname: string, firms: string | null, smdg: string | null, bic: string | null];

/** Off-dock yards have none, as some real terminals. */
const ROWS: Row[] = [
  ["APM Pier 400", "W185", "APMT", "PIER"],
  ["TraPac LA", "Y258", "TRP", "TRPC"],
  ["Everport LA", "Y124", "ETSL", "EVPT"],
  ["Fenix", "Y309", "FMS", "FENX"],
  ["WBCT", "Y773", "WBCT", "WBCT"],
  ["LBCT", "W183", "LBCT", "LBCT"],
  ["TTI", "Z952", "TTI", "TTIP"],
  ["PCT", "W182", "PCT", "PCTJ"],
  ["ITS", "Y310", "ITS", "ITSG"],
  ["OICT", "Z985", "OICT", "OICT"],
  ["TraPac Oakland", "Y549", "TRPO", null],
  ["T-18", "Z056", "T18", "T18S"],
  ["Husky", "Y604", "HUSK", "HUSK"],
  ["WUT", "Y647", "WUT", "WUTT"],
  ["Barbours Cut", "S787", "BCT", "BRBC"],
  ["Bayport", "SAE7", "BPT", "BAYP"],
  ["GCT Savannah", "L737", "GCT", "GRDN"],
  ["Wando", "N195", "WWMT", "WNDO"],
  ["NIT", "L256", "NIT", "NORI"],
  ["VIG", "LAC7", "VIG", "UNYS"],
  ["APM Elizabeth", "E425", "APME", "APEZ"],
  ["Maher", "E416", "MAHE", "MAHR"],
  ["PNCT", "F577", "PNCT", "PNCT"],
  ["SFCT", "N775", "SFCT", null],
  ["Deltaport", "3891", "GCTD", "DELT"],
  ["Centerm", "3380", "CENT", "CENT"],
  ["Fairview", "2899", "FVW", null],
  ["PSA Atlantic Hub", "3006", "PSAH", "PSAH"],
];

const NONE: Codes = { firms: null, smdg: null, bic: null };

const byNickname = new Map(
  ROWS.map(([nickname, firms, smdg, bic]): [string, Codes] => [nickname, { firms, smdg, bic }]),
);

/** The codes of a terminal at a port of this UN/LOCODE. All null when it has none. */
export function facilityCodes(port: string, nickname: string) {
  const { firms, smdg, bic } = byNickname.get(nickname) ?? NONE;
  return { firms, smdg, bic: bic === null ? null : `${port}${bic}` };
}
