import { containerCheckDigit, normalizeNumber } from "@/lib/contract/container-number";
import { type Rng, rng } from "@/tracking-service/sources/simulation/seeded-random";
import { LEASED_PREFIXES } from "@/tracking-service/sources/simulation/world/lines";
import type { JourneyInput, VoyagePlan } from "./plan";

/** The container's number: the requested one, otherwise one of the line or of a lessor, with check digit. */
export function containerNumber(input: JourneyInput, voyage: VoyagePlan, draw: Rng): string {
  if (input.asked?.requestType === "container") return normalizeNumber(input.asked.number);
  const prefix = draw.pick(draw.hit(0.75) ? voyage.line.prefixes : LEASED_PREFIXES);
  const first10 = `${prefix}${String(draw.whole(100_000, 999_999))}`;
  return `${first10}${containerCheckDigit(first10) ?? 0}`;
}

type Equipment = { equipmentType: string; equipmentLength: number; equipmentHeight: string };

const other = (equipmentType: string, equipmentLength: number, equipmentHeight: string): Equipment => ({
  equipmentType,
  equipmentLength,
  equipmentHeight,
});

const dry = (equipmentLength: number, equipmentHeight: string) =>
  other("dry", equipmentLength, equipmentHeight);

/** Rare equipment of seeded containers by index within each hundred, so that all of it occurs at any time. */
const RARE: Readonly<Record<number, Equipment>> = {
  17: other("tank", 20, "standard"),
  41: other("bulk", 20, "standard"),
  63: dry(10, "standard"),
};

export function equipment({ entry, index }: JourneyInput, draw: Rng): Equipment {
  const roll = draw.between(0, 1);
  const rare = entry === "seeded" ? RARE[index % 100] : undefined;
  if (rare) return rare;
  if (roll < 0.6) return dry(40, "high_cube");
  if (roll < 0.72) return dry(40, "standard");
  if (roll < 0.84) return dry(20, "standard");
  if (roll < 0.88) return dry(45, "high_cube");
  if (roll < 0.93) return other("reefer", 40, "high_cube");
  if (roll < 0.95) return other("open top", 40, "standard");
  if (roll < 0.965) return other("flat rack", 40, "standard");
  if (roll < 0.98) return other("tank", 20, "standard");
  if (roll < 0.99) return other("bulk", 20, "standard");
  return dry(10, "standard");
}

/** The account's own references of a container, next to those of its shipment. None for a requested number. */
export function containerReferences({ entry, seed, index }: JourneyInput): string[] {
  const draw = rng(seed, "references", index);
  if (entry === "requested" || !draw.hit(0.4)) return [];
  const load = `LOAD-${draw.whole(10_000, 99_999)}`;
  return draw.hit(0.15) ? [load, `STO-${draw.whole(1_000, 9_999)}`] : [load];
}
