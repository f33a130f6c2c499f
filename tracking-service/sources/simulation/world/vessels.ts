import { hash32 } from "@/tracking-service/sources/simulation/seeded-random";
import { LINES } from "./lines";

/** An invented ship. Its IMO number begins with 2, 3 or 4, which no real ship's does. */
export type Vessel = { name: string; imo: string; mmsi: string };

/** An IMO ship number: six digits and their check digit, weights 7 to 2. */
export function imoNumber(firstSix: string): string {
  const sum = [...firstSix].reduce((total, digit, place) => total + Number(digit) * (7 - place), 0);
  return `${firstSix}${sum % 10}`;
}

/** Flag states as the first three digits of an MMSI: Denmark, Madeira, Hong Kong, Marshall Islands, Singapore, Liberia. */
const FLAGS = ["219", "255", "477", "538", "563", "636"];

function named(name: string): Vessel {
  const hash = hash32(`ship/${name}`);
  const flag = FLAGS[hash % FLAGS.length] ?? "636";
  return {
    name,
    imo: imoNumber(String(200_000 + (hash % 299_983))),
    mmsi: `${flag}${String(hash32(`mmsi/${name}`) % 1_000_000).padStart(6, "0")}`,
  };
}

const WORDS =
  "ABERDEEN ALICANTE ARIZONA BERGEN BRISTOL CADIZ CORDOBA DAKOTA DUBLIN FLORENCE GALWAY GDANSK GRENADA IVORY JASMINE KENDAL LISBON MADRID MALMO NAPLES ODENSE OSLO PRAGUE QUEBEC RIGA SEVILLE TOLEDO UTRECHT VERONA YORK".split(
    " ",
  );

/** How each line names its ships. */
const NAMED_LIKE: Readonly<Record<string, (word: string) => string>> = {
  MAEU: (word) => `MAERSK ${word}`,
  MSCU: (word) => `MSC ${word}`,
  CMDU: (word) => `CMA CGM ${word}`,
  HLCU: (word) => `${word} EXPRESS`,
  ONEY: (word) => `ONE ${word}`,
  COSU: (word) => `COSCO ${word}`,
  EGLV: (word) => `EVER ${word}`,
  OOLU: (word) => `OOCL ${word}`,
  YMLU: (word) => `YM ${word}`,
  HDMU: (word) => `HMM ${word}`,
  ZIMU: (word) => `ZIM ${word}`,
};

const fleets = new Map(
  LINES.map(({ scac, vessels }) => {
    const more = WORDS.map((word) => NAMED_LIKE[scac]?.(word) ?? `${scac} ${word}`);
    return [scac, [...vessels, ...more].map(named)];
  }),
);

const FEEDER_FIRST = ["ASIATIC", "BALTIC", "CAPE", "CORAL", "NORDIC", "PEARL", "SINAR", "STAR"];
const FEEDER_SECOND = ["BREEZE", "DAWN", "HERON", "PLOVER", "SUNRISE", "TERN"];

const feeders = FEEDER_SECOND.flatMap((second) => FEEDER_FIRST.map((first) => named(`${first} ${second}`)));

const reserve = ["AURORA", "BOREALIS", "CALYPSO", "DIONE", "EUROPA", "GALATEA"].map((word) =>
  named(`TRIAL ${word}`),
);

/** The ships of a line. */
export function listFleet(scac: string): readonly Vessel[] {
  return fleets.get(scac) ?? [];
}

export function listFeeders(): readonly Vessel[] {
  return feeders;
}

/** Ships of test numbers, which sail at any time and so on no rotation. */
export function listReserve(): readonly Vessel[] {
  return reserve;
}

export const VESSELS: readonly Vessel[] = [...[...fleets.values()].flat(), ...feeders, ...reserve];

/** Ships of journeys that were stored before ships had rotations, with the numbers they had then. */
const former = (name: string): Vessel => ({
  ...named(name),
  imo: imoNumber(String(910_000 + (hash32(`vessel/${name}`) % 85_000))),
});

const formerFleets = new Map(LINES.map((line) => [line.scac, line.vessels.map(former)]));
const formerFeeders = [
  "NORDIC TERN",
  "ASIATIC SUNRISE",
  "SINAR BATAM",
  "KUO LIN",
  "WAN HAI 172",
  "CAPE FERRAT",
].map(former);

export const listFormerFleet = (scac: string): readonly Vessel[] => formerFleets.get(scac) ?? [];
export const listFormerFeeders = (): readonly Vessel[] => formerFeeders;

/** They are in the catalog of databases that had them. New databases have none of them. */
export const FORMER_VESSELS: readonly Vessel[] = [...[...formerFleets.values()].flat(), ...formerFeeders];
