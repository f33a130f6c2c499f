import { hash32 } from "@/tracking-service/sources/simulation/seeded-random";
import { LINES } from "./lines";

export type Vessel = { name: string; imo: string };

/** An IMO ship number: six digits and their check digit, weights 7 to 2. */
export function imoNumber(firstSix: string): string {
  const sum = [...firstSix].reduce((total, digit, place) => total + Number(digit) * (7 - place), 0);
  return `${firstSix}${sum % 10}`;
}

const FEEDERS = ["NORDIC TERN", "ASIATIC SUNRISE", "SINAR BATAM", "KUO LIN", "WAN HAI 172", "CAPE FERRAT"];

function named(name: string): Vessel {
  return { name, imo: imoNumber(String(910_000 + (hash32(`vessel/${name}`) % 85_000))) };
}

const fleets = new Map(LINES.map((line) => [line.scac, line.vessels.map(named)]));
const feeders = FEEDERS.map(named);

export const VESSELS: readonly Vessel[] = [...[...fleets.values()].flat(), ...feeders];

export function listFleet(scac: string): readonly Vessel[] {
  return fleets.get(scac) ?? [];
}

export function listFeeders(): readonly Vessel[] {
  return feeders;
}
