import type { ShipmentAttributes } from "@/lib/contract/shipment";
import { daysBetween, knownZone, localDate } from "@/lib/domain/time/zoned-time";

type ArrivalFacts = Pick<
  ShipmentAttributes,
  "pod_eta_at" | "pod_ata_at" | "pod_original_eta_at" | "pod_timezone"
>;

/**
 * The day a shipment arrived, or is expected, at its port of discharge, in the port's calendar; null if neither is
 * known.
 */
export function arrivalDay({
  pod_ata_at,
  pod_eta_at,
  pod_timezone,
}: Omit<ArrivalFacts, "pod_original_eta_at">): string | null {
  const at = pod_ata_at ?? pod_eta_at;
  return at ? localDate(at, knownZone(pod_timezone)) : null;
}

/** Calendar days from one instant to another in `zone`. With an unknown zone the digits are used unshifted. */
export function daysMoved(from: string, to: string, zone: string | null): number {
  const known = knownZone(zone);
  return daysBetween(localDate(from, known), localDate(to, known));
}

/**
 * The number of days by which a shipment arrived, or is expected, after the first ETA at its port of discharge;
 * negative if earlier. Null while either is not reported.
 */
export function etaDrift(facts: ArrivalFacts): number | null {
  const latest = facts.pod_ata_at ?? facts.pod_eta_at;
  if (!latest || !facts.pod_original_eta_at) return null;
  return daysMoved(facts.pod_original_eta_at, latest, facts.pod_timezone ?? null);
}

/** "same day as first ETA", "3d later than first ETA", "1d earlier than first ETA". */
export function driftText(days: number): string {
  if (days === 0) return "same day as first ETA";
  return `${Math.abs(days)}d ${days > 0 ? "later" : "earlier"} than first ETA`;
}
