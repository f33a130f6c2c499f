import type { Hold } from "@/lib/contract/container";
import type { Container } from "@/lib/domain/container/container-facts";
import { knownStatus } from "@/lib/domain/container/container-status";
import { isInland, leftPort } from "@/lib/domain/container/journey";
import { isDischarged, isPickedUp } from "@/lib/domain/container/pickup";
import { currentHolds, holdOwner, isActiveHold } from "./holds";

export const READINESS_STATES = [
  "ready",
  "held",
  "not_available",
  "unknown",
  "not_discharged",
  "in_transit",
  "picked_up",
] as const;
/**
 * Whether a container can be pulled. `unknown` differs from "no": the terminal does not report it. `in_transit`: left
 * the port by rail and has not reached its pickup place.
 */
export type ReadinessState = (typeof READINESS_STATES)[number];

/** A reason why not, or a warning. `warning`: does not stop the pickup yet (a pending hold). */
export type ReadinessReason = {
  kind: "hold" | "pending_hold" | "not_available" | "availability_unknown" | "not_discharged" | "in_transit";
  warning: boolean;
  text: string;
};

export type Readiness = { state: ReadinessState; label: string; reasons: ReadinessReason[] };

export const READINESS_LABELS: Record<ReadinessState, string> = {
  ready: "Ready",
  held: "Held",
  not_available: "Not available",
  unknown: "Availability unknown",
  not_discharged: "Not discharged",
  in_transit: "On rail",
  picked_up: "Picked up",
};

/**
 * The reported availability at the container's current place; null if not reported. The port's value no longer counts
 * once the container left the port: at the inland place only a reported status counts.
 */
function availability(container: Container): boolean | null {
  if (isInland(container) && leftPort(container)) {
    const status = knownStatus(container);
    if (status === "available") return true;
    return status === "not_available" ? false : null;
  }
  const { availability_known: known, available_for_pickup: available } = container.attributes;
  return known === false ? null : (available ?? null);
}

/**
 * Ready = available for pickup, availability known, and no hold with status `hold` (interface.md, container). The
 * terminal's availability counts even before a discharge is reported.
 */
export function readiness(container: Container): Readiness {
  const result = (state: ReadinessState, reasons: ReadinessReason[]): Readiness => ({
    state,
    label: READINESS_LABELS[state],
    reasons,
  });
  if (isPickedUp(container)) return result("picked_up", []);

  const holds = currentHolds(container);
  const held = holds.filter(isActiveHold).map(holdReason);
  const pending = holds.filter((hold) => !isActiveHold(hold)).map(pendingReason);
  const available = availability(container);
  if (available === true) return result(held.length > 0 ? "held" : "ready", [...held, ...pending]);

  const stop = (kind: ReadinessReason["kind"], text: string): ReadinessReason[] => [
    ...held,
    { kind, warning: false, text },
    ...pending,
  ];
  if (knownStatus(container) === "on_rail") return result("in_transit", stop("in_transit", "On rail"));
  if (!isDischarged(container)) return result("not_discharged", stop("not_discharged", "Not discharged yet"));
  const missing =
    available === false
      ? stop("not_available", "The terminal reports it as not available")
      : stop("availability_unknown", "Availability not reported by the terminal");
  if (held.length > 0) return result("held", missing);
  return result(available === false ? "not_available" : "unknown", missing);
}

function holdReason(hold: Hold): ReadinessReason {
  return {
    kind: "hold",
    warning: false,
    text: `Waiting for ${hold.name} release: ${ownerText(hold.name)}`,
  };
}

function pendingReason(hold: Hold): ReadinessReason {
  return {
    kind: "pending_hold",
    warning: true,
    text: `${hold.name} ${hold.status}: ${ownerText(hold.name)}`,
  };
}

function ownerText(name: string): string {
  const owner = holdOwner(name);
  return owner === "See description" ? owner : `${owner} resolves it`;
}
