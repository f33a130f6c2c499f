import { containerCheckDigit, normalizeNumber } from "@/lib/contract/container-number";
import type { Rng } from "@/tracking-service/sources/simulation/seeded-random";
import { LEASED_PREFIXES } from "@/tracking-service/sources/simulation/world/lines";
import type { JourneyInput, VoyagePlan } from "./plan";

/** The container's number: the requested one, otherwise one of the line or of a lessor, with check digit. */
export function containerNumber(input: JourneyInput, voyage: VoyagePlan, rng: Rng): string {
  if (input.asked?.requestType === "container") return normalizeNumber(input.asked.number);
  const prefix = rng.pick(rng.hit(0.75) ? voyage.line.prefixes : LEASED_PREFIXES);
  const first10 = `${prefix}${String(rng.whole(100_000, 999_999))}`;
  return `${first10}${containerCheckDigit(first10) ?? 0}`;
}

type Equipment = { equipmentType: string; equipmentLength: number; equipmentHeight: string };

const dry = (equipmentLength: number, equipmentHeight: string): Equipment => ({
  equipmentType: "dry",
  equipmentLength,
  equipmentHeight,
});

export function equipment(rng: Rng): Equipment {
  const roll = rng.between(0, 1);
  if (roll < 0.6) return dry(40, "high_cube");
  if (roll < 0.72) return dry(40, "standard");
  if (roll < 0.84) return dry(20, "standard");
  if (roll < 0.88) return dry(45, "high_cube");
  if (roll < 0.95) return { equipmentType: "reefer", equipmentLength: 40, equipmentHeight: "high_cube" };
  if (roll < 0.975) return { equipmentType: "open top", equipmentLength: 40, equipmentHeight: "standard" };
  return { equipmentType: "flat rack", equipmentLength: 40, equipmentHeight: "standard" };
}
