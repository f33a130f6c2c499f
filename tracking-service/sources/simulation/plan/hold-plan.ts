import type { HoldName } from "@/lib/contract/enums";
import { HOUR_MS } from "@/tracking-service/clock/instant";
import type { Rng } from "@/tracking-service/sources/simulation/seeded-random";
import type { HoldSpell } from "./plan";

/** The pickup condition at the terminal: nothing in the way, a hold, or an announced hold. */
export type Temper = "ready" | "held" | "pending";

type HoldKind = { name: HoldName; descriptions: readonly (string | null)[] };

const FREIGHT: HoldKind = {
  name: "freight",
  descriptions: ["FREIGHT_BL_HOLD", "Line release pending", null],
};
const DAMAGE: HoldKind = { name: "other", descriptions: ["TERMINAL_DAMAGE_HOLD", "Trouble ticket", null] };
const VACIS: HoldKind = { name: "VACIS", descriptions: ["VACIS_EXAM", "X-ray exam ordered", null] };
const TMF: HoldKind = { name: "TMF", descriptions: ["TMF_CONTAINER_HOLD", "Traffic mitigation fee unpaid"] };
const CBP: HoldKind = { name: "customs", descriptions: ["CBP_HOLD", "1H intensive exam", null] };
const CBSA: HoldKind = { name: "customs", descriptions: ["CBSA_HOLD", "CBSA examination", null] };
const USDA: HoldKind = {
  name: "USDA",
  descriptions: ["USDA AGRICULTURE HOLD", "Phytosanitary inspection", null],
};
/** The Canadian Food Inspection Agency. The interface has no name of its own for its holds. */
const CFIA: HoldKind = { name: "other", descriptions: ["CFIA_HOLD", "CFIA inspection"] };

/** Ports whose cargo pays the traffic mitigation fee. */
export const TMF_PORTS: readonly string[] = ["USLAX", "USLGB"];

type Where = { country: string; port: string | null };

/** The holds that are placed at a port, or at a rail ramp (`port` null). The fee's hold is not among them. */
function holdKinds({ country, port }: Where): readonly HoldKind[] {
  if (country === "CA") return port === null ? [FREIGHT, CBSA, DAMAGE] : [FREIGHT, CBSA, CFIA, DAMAGE];
  return port === null ? [FREIGHT, CBP, DAMAGE] : [FREIGHT, CBP, USDA, VACIS, DAMAGE];
}

type Span = { from: number; until: number };

function spell(
  { name, descriptions }: HoldKind,
  status: "hold" | "pending",
  span: Span,
  rng: Rng,
): HoldSpell {
  return { hold: { name, status, description: rng.pick(descriptions) }, ...span };
}

/** A hold by the terminal itself for some hours, at a random time of the stay. */
function terminalSpell(
  { from, to, hours }: { from: number; to: number; hours: number },
  hold: HoldSpell["hold"],
  rng: Rng,
): HoldSpell {
  const begins = from + Math.max(to - from - hours * HOUR_MS, 0) * rng.between(0.2, 0.9);
  return { hold, from: begins, until: Math.min(begins + hours * HOUR_MS, to) };
}

/** Short holds that any container may get: a ticket under review, a closed area, a customs hold reported twice. */
function shortSpells(from: number, to: number, rng: Rng): HoldSpell[] {
  const spells: HoldSpell[] = [];
  const roll = rng.between(0, 1);
  const span = { from, to, hours: rng.between(3, 9) };
  if (roll < 0.06) {
    const description = "Trouble ticket under review";
    spells.push(terminalSpell(span, { name: "other", status: "pending", description }, rng));
  } else if (roll < 0.14) {
    const description = "Area closed for vessel operations";
    spells.push(terminalSpell(span, { name: "other", status: "hold", description }, rng));
  } else if (roll < 0.17) {
    const first = terminalSpell(
      { ...span, hours: 1 },
      { name: "customs", status: "hold", description: null },
      rng,
    );
    const again = first.until + HOUR_MS;
    spells.push(first, { ...first, from: again, until: Math.min(again + HOUR_MS, to) });
  }
  return spells;
}

/**
 * Holds during a stay. They begin soon after discharge and are released at `releasedAt`. Names rotate by container
 * index, so that all names of a place occur on the dashboard at any time.
 */
export function holdSpells(
  {
    temper,
    from,
    to,
    releasedAt,
    index,
    where,
  }: { temper: Temper; from: number; to: number; releasedAt: number; index: number; where: Where },
  rng: Rng,
): HoldSpell[] {
  const kinds = holdKinds(where);
  const turn = index + Math.floor(index / 20);
  const kind = kinds[turn % kinds.length] ?? DAMAGE;
  const also = kinds[(turn + 2) % kinds.length] ?? DAMAGE;
  const short = shortSpells(from, to, rng);
  if (temper === "pending") {
    return [spell(kind, "pending", { from: from + HOUR_MS, until: to - HOUR_MS }, rng), ...short];
  }
  const begins = from + HOUR_MS / 2;
  const spells = [spell(kind, "hold", { from: begins, until: releasedAt }, rng)];
  const earlier = () => ({ from: begins, until: from + (releasedAt - from) * rng.between(0.4, 1) });
  if (rng.hit(0.3)) spells.push(spell(also, "hold", earlier(), rng));
  const feeDue = where.port !== null && TMF_PORTS.includes(where.port);
  if (feeDue && rng.hit(0.45)) spells.push(spell(TMF, "hold", earlier(), rng));
  return [...spells, ...short];
}
