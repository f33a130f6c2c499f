import { UNREADABLE_HOLD } from "@/lib/contract/reading/read-lists";
import type { Container } from "@/lib/domain/container/container-facts";
import { knownStatus } from "@/lib/domain/container/container-status";
import {
  isDischarged,
  isPickedUp,
  pickupPlace,
  placeCity,
  terminalDataPlace,
} from "@/lib/domain/container/pickup";
import {
  areHoldsUnreadable,
  currentHolds,
  holdOwner,
  isActiveHold,
  OWNER_IN_DESCRIPTION,
  type PlacedHold,
} from "./holds";

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

/** `available_for_pickup`; null if the terminal does not report it. */
function reportedAvailability({ attributes }: Container): boolean | null {
  const { availability_known: known, available_for_pickup: available } = attributes;
  return known === false ? null : (available ?? null);
}

/**
 * The reported availability at the container's current place; null if not reported. At an inland place it is reported
 * like at a port (docs/decisions/0072), and the status counts where it is not. On the train the port's no longer counts.
 */
function availability(container: Container): boolean | null {
  const reported = reportedAvailability(container);
  if (!pickupPlace(container).inland) return reported;
  const status = knownStatus(container);
  if (status === "on_rail" && terminalDataPlace(container) === "port") return null;
  if (reported !== null) return reported;
  if (status === "not_available") return false;
  return status === "available" && container.attributes.available_for_pickup !== false ? true : null;
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
  const isByStatus = pickupPlace(container).inland && reportedAvailability(container) === null;
  const reported = isByStatus ? [...AVAILABILITY, "current_status"] : AVAILABILITY;
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
 * Ready = available for pickup, availability known, and no hold with status `hold` (interface.md, container), at a port
 * and at an inland place alike. The terminal's availability counts even before a discharge is reported. Without a readable hold list and availability a
 * container is not ready, whatever was known before.
 */
export function readiness(container: Container): Readiness {
  if (isPickedUp(container)) return { state: "picked_up", label: READINESS_LABELS.picked_up, reasons: [] };

  const holds = currentHolds(container);
  const active = holds.filter(isActiveHold);
  const held = active
    .filter(({ name }) => name !== UNREADABLE_HOLD)
    .map((hold) => holdReason(hold, container));
  const unreadable = unreadableReasons(container);
  const warnings = [
    ...holds.filter((hold) => !isActiveHold(hold)).map((hold) => pendingReason(hold, container)),
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
const holdReason = (hold: PlacedHold, container: Container): ReadinessReason => {
  const { name } = hold;
  const at = holdPlaceText(container, hold);
  return reason(
    "hold",
    holdOwner(name) === OWNER_IN_DESCRIPTION
      ? `On hold (${name.trim() || "no name"})${at}: ${ownerText(name)}`
      : `Waiting for ${name} release${at}: ${ownerText(name)}`,
  );
};

const pendingReason = (hold: PlacedHold, container: Container): ReadinessReason =>
  reason(
    "pending_hold",
    `${hold.name} ${hold.status}${holdPlaceText(container, hold)}: ${ownerText(hold.name)}`,
    true,
  );

/** " at Chicago", or " at the rail ramp" if the city is not known. Empty at the port, where holds have no other place. */
export function holdPlaceText(container: Container, { place }: PlacedHold): string {
  if (!place) return "";
  return ` at ${placeCity(container, place) ?? (place === "inland" ? "the rail ramp" : "the port")}`;
}

function ownerText(name: string): string {
  const owner = holdOwner(name);
  return owner === OWNER_IN_DESCRIPTION ? "see its description" : `${owner} resolves it`;
}
