import type { ShipmentAttributes } from "@/lib/contract/shipment";
import { daysBetween, knownZone, localDate } from "@/lib/domain/time/zoned-time";

type ArrivalFacts = Pick<
  ShipmentAttributes,
  "pod_eta_at" | "pod_ata_at" | "pod_original_eta_at" | "pod_timezone"
>;

/** The day a shipment arrived at its port of discharge, else is expected, by the port's own calendar; null for neither. */
export function arrivalDay({
  pod_ata_at,
  pod_eta_at,
  pod_timezone,
}: Omit<ArrivalFacts, "pod_original_eta_at">): string | null {
  const at = pod_ata_at ?? pod_eta_at;
  return at ? localDate(at, knownZone(pod_timezone)) : null;
}

/** Calendar days from one instant to another by the clock of `zone`; an unknown zone leaves the digits as they stand. */
export function daysMoved(from: string, to: string, zone: string | null): number {
  const known = knownZone(zone);
  return daysBetween(localDate(from, known), localDate(to, known));
}

/**
 * Days by which a shipment arrived, or is expected, after the first ETA at its port of discharge; negative when before.
 * Null while either is not reported.
 */
export function etaDrift(facts: ArrivalFacts): number | null {
  const latest = facts.pod_ata_at ?? facts.pod_eta_at;
  if (!latest || !facts.pod_original_eta_at) return null;
  return daysMoved(facts.pod_original_eta_at, latest, facts.pod_timezone ?? null);
}

/** "on the first ETA", "3 d later than first said", "1 d earlier than first said". */
export function driftWords(days: number): string {
  if (days === 0) return "on the first ETA";
  return `${Math.abs(days)} d ${days > 0 ? "later" : "earlier"} than first said`;
}
