import type { Hold } from "@/lib/contract/container";
import { UNREADABLE_HOLD } from "@/lib/contract/reading/read-lists";
import type { Container } from "@/lib/domain/container/container-facts";
import { knownStatus } from "@/lib/domain/container/container-status";
import { isInland, leftPort } from "@/lib/domain/container/journey";
import { isDischarged, isPickedUp } from "@/lib/domain/container/pickup";
import { areHoldsUnreadable, currentHolds, holdOwner, isActiveHold, OWNER_IN_DESCRIPTION } from "./holds";

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

/**
 * A reason why not, or a warning. `warning`: does not stop the pickup yet (a pending hold, a last free day that could not
 * be read).
 */
export type ReadinessReason = {
  kind:
    | "hold"
    | "unreadable_hold"
    | "unreadable_availability"
    | "unreadable_deadline"
    | "pending_hold"
    | "not_available"
    | "availability_unknown"
    | "not_discharged"
    | "in_transit";
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

const AVAILABILITY = ["availability_known", "available_for_pickup"];
const DEADLINES = [
  "pickup_lfd",
  "import_deadlines.pickup_lfd_line",
  "import_deadlines.pickup_lfd_terminal",
  "import_deadlines.pickup_lfd_rail",
  "ssl_lfd",
  "ind_facility_lfd_on",
];

const isUnconfirmed = ({ unconfirmed }: Container, attributes: readonly string[]): boolean =>
  attributes.some((name) => name in unconfirmed);

const reason = (kind: ReadinessReason["kind"], text: string, warning = false): ReadinessReason => ({
  kind,
  warning,
  text,
});

/** What could not be read and stops the pickup: the last known value may be wrong by now. */
function unreadableReasons(container: Container): ReadinessReason[] {
  const reported = isInland(container) && leftPort(container) ? ["current_status"] : AVAILABILITY;
  return [
    ...(areHoldsUnreadable(container) ? [reason("unreadable_hold", UNREADABLE_HOLD)] : []),
    ...(isUnconfirmed(container, reported)
      ? [reason("unreadable_availability", "Could not read availability")]
      : []),
  ];
}

/** Whether a hold or the availability could not be read. */
export const isUnreadable = ({ reasons }: Readiness): boolean =>
  reasons.some(({ kind }) => kind === "unreadable_hold" || kind === "unreadable_availability");

/**
 * Ready = available for pickup, availability known, and no hold with status `hold` (interface.md, container). The
 * terminal's availability counts even before a discharge is reported. Without a readable hold list and availability a
 * container is not ready, whatever was known before.
 */
export function readiness(container: Container): Readiness {
  if (isPickedUp(container)) return { state: "picked_up", label: READINESS_LABELS.picked_up, reasons: [] };

  const holds = currentHolds(container);
  const active = holds.filter(isActiveHold);
  const held = active.filter(({ name }) => name !== UNREADABLE_HOLD).map(holdReason);
  const unreadable = unreadableReasons(container);
  const warnings = [
    ...holds.filter((hold) => !isActiveHold(hold)).map(pendingReason),
    ...(isUnconfirmed(container, DEADLINES)
      ? [reason("unreadable_deadline", "Could not read last free day", true)]
      : []),
  ];
  const result = (state: ReadinessState, missing: ReadinessReason[] = []): Readiness => ({
    state,
    label: (state === "unknown" && unreadable[0]?.text) || READINESS_LABELS[state],
    reasons: [...held, ...unreadable, ...missing, ...warnings],
  });

  const available = availability(container);
  if (available === true) {
    if (active.length > 0) return result("held");
    return result(unreadable.length > 0 ? "unknown" : "ready");
  }
  if (knownStatus(container) === "on_rail") return result("in_transit", [reason("in_transit", "On rail")]);
  if (!isDischarged(container))
    return result("not_discharged", [reason("not_discharged", "Not discharged yet")]);
  const missing =
    available === false
      ? [reason("not_available", "The terminal reports it as not available")]
      : unreadable.some(({ kind }) => kind === "unreadable_availability")
        ? []
        : [reason("availability_unknown", "Availability not reported by the terminal")];
  if (active.length > 0) return result("held", missing);
  return result(available === false ? "not_available" : "unknown", missing);
}

/** Only the description of a hold without an owner says what it waits for. */
const holdReason = ({ name }: Hold): ReadinessReason =>
  reason(
    "hold",
    holdOwner(name) === OWNER_IN_DESCRIPTION
      ? `On hold (${name.trim() || "no name"}): ${ownerText(name)}`
      : `Waiting for ${name} release: ${ownerText(name)}`,
  );

const pendingReason = (hold: Hold): ReadinessReason =>
  reason("pending_hold", `${hold.name} ${hold.status}: ${ownerText(hold.name)}`, true);

function ownerText(name: string): string {
  const owner = holdOwner(name);
  return owner === OWNER_IN_DESCRIPTION ? "see its description" : `${owner} resolves it`;
}
