import { HOUR_MS, iso } from "@/tracking-service/clock/instant";
import {
  blankContainer,
  blankShipment,
  type ContainerFacts,
  type JourneyFacts,
  NO_SHIPMENT_PLACES,
  type Place,
  type ShipmentFacts,
} from "@/tracking-service/facts/attributes";
import { withCoalesced } from "@/tracking-service/facts/coalesced-fields";
import { seenAt } from "@/tracking-service/sources/simulation/plan/misreports";
import type { JourneyPlan, VoyagePlan } from "@/tracking-service/sources/simulation/plan/plan";
import {
  metroAreaId,
  portId,
  rampTerminalId,
  terminalId,
  vesselId,
} from "@/tracking-service/sources/simulation/world/catalog";
import type { FoundShipment } from "@/tracking-service/sources/source";
import { estimateAt } from "./estimate-at";
import { lastCheck, terminalView } from "./terminal-view";

/**
 * Returns an instant as text once it has passed, before that null. For a named milestone, the reported time applies.
 */
type Since = (at: number | null | undefined, event?: string) => string | null;

/** The line is checked twice a day, with or without changes. */
export const LINE_CHECK_EVERY_MS = 12 * HOUR_MS;

const place = (type: string, id: string): Place => ({ type, id });

const textOrNull = (at: number | null) => (at === null ? null : iso(at));

/** When the line was last checked: twice a day, and at each changed arrival estimate. */
function lineRequestedAt({ trackedAt, estimates }: VoyagePlan, now: number): number {
  const changes = estimates.findLast((estimate) => estimate.at <= now)?.at ?? trackedAt;
  const round = trackedAt + Math.floor((now - trackedAt) / LINE_CHECK_EVERY_MS) * LINE_CHECK_EVERY_MS;
  return Math.max(trackedAt, changes, round);
}

/** The terminal of discharge as reported by the line at an instant. */
function namedTerminal({ terminal, terminalChange }: VoyagePlan, now: number) {
  return terminalChange && terminalChange.at <= now ? terminalChange.terminal : terminal;
}

function voyageFacts(voyage: VoyagePlan, now: number, since: Since): Partial<ShipmentFacts> {
  const { pol, pod, inland, line } = voyage;
  const destination = inland?.metro ?? (voyage.endsAtPort ? pod : null);
  const eta = estimateAt(voyage.estimates, voyage.originalEta, now);
  const railDays = 6 * 24 * HOUR_MS;
  const known = {
    shipping_line_scac: line.scac,
    shipping_line_name: line.name,
    shipping_line_short_name: line.shortName,
    port_of_lading_locode: pol.code,
    port_of_lading_name: pol.name,
    pol_timezone: pol.zone,
    line_tracking_last_attempted_at: iso(lineRequestedAt(voyage, now)),
    line_tracking_last_succeeded_at: iso(voyage.silentSince ?? lineRequestedAt(voyage, now)),
  };
  if (now < voyage.manifestedAt) return known;
  return {
    ...known,
    port_of_discharge_locode: pod.code,
    port_of_discharge_name: pod.name,
    pod_timezone: pod.zone,
    destination_locode: destination?.code ?? null,
    destination_name: destination?.name ?? null,
    destination_timezone: destination?.zone ?? null,
    pod_vessel_name: voyage.vessel.name,
    pod_vessel_imo: voyage.vessel.imo,
    pod_voyage_number: voyage.voyageNumber,
    pol_etd_at: iso(estimateAt(voyage.departureEstimates, null, now) ?? voyage.plannedDepartureAt),
    pol_original_etd_at: iso(voyage.plannedDepartureAt),
    pol_atd_at: since(voyage.departedAt, "vessel_departed"),
    pod_eta_at: textOrNull(eta),
    pod_original_eta_at: iso(voyage.originalEta),
    pod_ata_at: since(voyage.arrivedAt, "vessel_arrived"),
    destination_eta_at: inland && eta !== null ? iso(eta + railDays) : null,
    destination_original_eta_at: inland ? iso(voyage.originalEta + railDays) : null,
  };
}

function voyagePlaces(voyage: VoyagePlan, now: number): JourneyFacts["shipmentPlaces"] {
  const lading = { ...NO_SHIPMENT_PLACES, port_of_lading: place("port", portId(voyage.pol.code)) };
  if (now < voyage.manifestedAt) return lading;
  const { inland } = voyage;
  const port = place("port", portId(voyage.pod.code));
  const destination = inland ? place("metro_area", metroAreaId(inland.metro.code)) : null;
  return {
    ...lading,
    port_of_discharge: port,
    pod_terminal: place("terminal", terminalId(namedTerminal(voyage, now).key)),
    destination: destination ?? (voyage.endsAtPort ? port : null),
    destination_terminal: inland ? place("terminal", rampTerminalId(inland.ramp.key)) : null,
    pod_vessel: place("vessel", vesselId(voyage.vessel.imo)),
  };
}

function milestoneFacts({ voyage, container }: JourneyPlan, since: Since): Partial<ContainerFacts> {
  const { rail } = container;
  const outAt = since(container.outAt, "full_out");
  return {
    empty_out_at: since(container.emptyOutAt),
    pol_full_in_at: since(container.fullInAt),
    pol_vessel_loaded_at: since(container.loadedAt),
    pol_vessel_departed_at: since(voyage.departedAt, "vessel_departed"),
    pod_arrived_at: since(voyage.arrivedAt, "vessel_arrived"),
    pod_discharged_at: since(container.dischargedAt, "vessel_discharged"),
    pod_full_out_at: rail ? null : outAt,
    pod_full_out_chassis_number: !rail && outAt ? container.chassis : null,
    final_destination_full_out_at: rail ? outAt : null,
    delivered_at: since(container.deliveredAt),
    empty_terminated_at: since(container.returnedAt),
    pod_rail_loaded_at: since(rail?.loadedAt),
    pod_rail_departed_at: since(rail?.departedAt),
    ind_ata_at: since(rail?.arrivedAt),
    ind_rail_unloaded_at: since(rail?.unloadedAt),
  };
}

function zoneFacts({ voyage }: JourneyPlan, now: number): Partial<ContainerFacts> {
  if (now < voyage.manifestedAt) return {};
  const { pod, inland } = voyage;
  return {
    pod_timezone: pod.zone,
    final_destination_timezone: inland?.metro.zone ?? null,
    empty_terminated_timezone: inland?.metro.zone ?? pod.zone,
    pod_rail_carrier_scac: inland?.ramp.rail ?? null,
    ind_rail_carrier_scac: inland?.ramp.rail ?? null,
  };
}

function portFacts({ container, noiseSeed }: JourneyPlan, now: number): Partial<ContainerFacts> {
  const check = lastCheck(container.stay, noiseSeed, now);
  if (!check) return {};
  const view = terminalView(container.stay, noiseSeed, check);
  const left = now >= container.stay.to;
  return {
    terminal_checked_at: iso(check.at),
    pod_last_tracking_request_at: iso(check.at),
    availability_known: view.availabilityKnown,
    available_for_pickup: left && view.available !== null ? false : view.available,
    holds_at_pod_terminal: left ? [] : view.holds,
    fees_at_pod_terminal: view.fees,
    location_at_pod_terminal: left ? null : view.yardSpot,
    pickup_appointment_at: textOrNull(view.appointmentAt),
    import_deadlines: {
      pickup_lfd_terminal: textOrNull(view.lastFreeDayAt),
      pickup_lfd_rail: null,
      pickup_lfd_line: textOrNull(view.lineDayAt),
    },
  };
}

/**
 * What the ramp reports, in the attributes named `…_at_pod_terminal` as the live service does: from its first check on
 * they replace the port's.
 */
function railFacts({ container, noiseSeed }: JourneyPlan, now: number): Partial<ContainerFacts> {
  const { rail } = container;
  if (!rail || now < rail.loadedAt) return {};
  const reported = { ind_eta_at: textOrNull(estimateAt(rail.estimates, null, now)) };
  const check = lastCheck(rail.stay, noiseSeed, now);
  if (!check) return { ...reported, availability_known: false, available_for_pickup: null };
  const view = terminalView(rail.stay, noiseSeed, check);
  const left = now >= rail.stay.to;
  return {
    ...reported,
    terminal_checked_at: iso(check.at),
    rail_last_tracking_request_at: iso(check.at),
    availability_known: view.availabilityKnown,
    available_for_pickup: left && view.available !== null ? false : view.available,
    holds_at_pod_terminal: left ? [] : view.holds,
    fees_at_pod_terminal: view.fees,
    location_at_pod_terminal: left ? null : view.yardSpot,
    import_deadlines: {
      pickup_lfd_terminal: null,
      pickup_lfd_rail: textOrNull(view.lastFreeDayAt),
      pickup_lfd_line: null,
    },
  };
}

function containerPlaces({ voyage, container }: JourneyPlan, now: number): JourneyFacts["containerPlaces"] {
  if (now < voyage.manifestedAt) return { pod_terminal: null, pickup_facility: null };
  const terminal = namedTerminal(voyage, now);
  const podTerminal = place("terminal", terminalId(terminal.key));
  if (voyage.inland) {
    return {
      pod_terminal: podTerminal,
      pickup_facility: place("terminal", rampTerminalId(voyage.inland.ramp.key)),
    };
  }
  const yard = container.offDock && now >= container.offDock.at ? container.offDock.yard : terminal;
  return { pod_terminal: podTerminal, pickup_facility: place("terminal", terminalId(yard.key)) };
}

/** The line's shipment data at an instant, without containers. */
export function shipmentAt(voyage: VoyagePlan, now: number): FoundShipment {
  const since: Since = (at, event) => textOrNull(seenAt(event ?? null, at, [voyage.misreport], now));
  const shipment: ShipmentFacts = {
    ...blankShipment({
      bill_of_lading_number: voyage.billOfLading,
      normalized_number: voyage.normalizedNumber,
      created_at: iso(voyage.trackedAt),
    }),
    ref_numbers: voyage.refNumbers,
    tags: voyage.tags,
    customer_name: voyage.customer,
    ...voyageFacts(voyage, now, since),
  };
  return { shipment, shipmentPlaces: voyagePlaces(voyage, now) };
}

/** All facts of a planned container and its shipment at an instant (milliseconds UTC). Pure function. */
export function factsAt(plan: JourneyPlan, now: number): JourneyFacts {
  const { voyage, container } = plan;
  const misreports = [voyage.misreport, container.misreport];
  const since: Since = (at, event) => textOrNull(seenAt(event ?? null, at, misreports, now));
  const createdAt = iso(voyage.trackedAt);
  const known = shipmentAt(voyage, now);
  const shipment = { ...known.shipment, destination_ata_at: since(container.rail?.arrivedAt) };
  const identity: Partial<ContainerFacts> =
    now < voyage.manifestedAt
      ? {}
      : {
          equipment_type: container.equipmentType,
          equipment_length: container.equipmentLength,
          equipment_height: container.equipmentHeight,
          weight_in_lbs: container.weightLbs,
          seal_number: container.seal,
        };
  const attributes: ContainerFacts = {
    ...blankContainer(container.number, createdAt),
    ref_numbers: container.refNumbers,
    ...identity,
    shipment_last_tracking_request_at: iso(lineRequestedAt(voyage, now)),
    ...milestoneFacts(plan, since),
    ...zoneFacts(plan, now),
    ...portFacts(plan, now),
    ...railFacts(plan, now),
  };
  const offDock = container.offDock !== null && now >= container.offDock.at;
  return withCoalesced({
    container: attributes,
    containerPlaces: containerPlaces(plan, now),
    offDock,
    shipment,
    shipmentPlaces: known.shipmentPlaces,
  });
}
