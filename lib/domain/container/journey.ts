import type { Moment } from "@/lib/domain/time/moment";
import type { Container } from "./container-facts";

/**
 * The zone at the port of discharge. Null means unknown; the shipment's zone is used only if the attribute is absent.
 */
export function podZone(container: Container): string | null {
  const { pod_timezone: own } = container.attributes;
  return (own === undefined ? container.shipment?.attributes.pod_timezone : own) ?? null;
}

/** The zone at the inland place, read like `podZone`. */
export function destinationZone(container: Container): string | null {
  const { final_destination_timezone: own } = container.attributes;
  return (own === undefined ? container.shipment?.attributes.destination_timezone : own) ?? null;
}

/** A moment, or null if there is no instant. */
export function moment(at: string | null | undefined, zone: string | null): Moment | null {
  return at ? { at, zone } : null;
}

/**
 * Whether the move continues past the port: any rail date, a destination other than the port of discharge, or a
 * reported status that only inland moves have.
 */
export function isInland(container: Container): boolean {
  const { attributes } = container;
  if (railStarted(container) || attributes.ind_eta_at) return true;
  if (attributes.current_status === "awaiting_inland_transfer") return true;
  const shipment = container.shipment?.attributes;
  const destination = shipment?.destination_locode?.trim().toUpperCase();
  const port = shipment?.port_of_discharge_locode?.trim().toUpperCase();
  return Boolean(destination && port && destination !== port);
}

/** Whether an inland move goes by rail: it was loaded on rail, or a rail carrier is named. */
export function isByRail(container: Container): boolean {
  const { pod_rail_carrier_scac: fromPort, ind_rail_carrier_scac: inland } = container.attributes;
  return isInland(container) && Boolean(railStarted(container) || fromPort || inland);
}

/** Loaded on rail, according to a milestone, a later milestone that proves it, or the reported status. */
export function railStarted(container: Container): boolean {
  const { attributes } = container;
  return Boolean(
    attributes.pod_rail_loaded_at ||
      attributes.pod_rail_departed_at ||
      attributes.ind_ata_at ||
      attributes.ind_rail_unloaded_at ||
      attributes.current_status === "on_rail",
  );
}

/** Discharged from the vessel, at the port of discharge. */
export function discharged(container: Container): Moment | null {
  return moment(container.attributes.pod_discharged_at, podZone(container));
}

/** Gate out at the pickup place. For an inland move only the inland gate out counts. */
export function fullOut(container: Container): Moment | null {
  const { attributes } = container;
  const atDestination = moment(attributes.final_destination_full_out_at, destinationZone(container));
  if (isInland(container)) return atDestination;
  return moment(attributes.pod_full_out_at, podZone(container)) ?? atDestination;
}

/**
 * Whether the container has left the port of discharge: by rail, or through its gate, which is not a pickup for an
 * inland move.
 */
export function leftPort(container: Container): boolean {
  return Boolean(fullOut(container) || container.attributes.pod_full_out_at || railStarted(container));
}

/** Unloaded from rail at the inland place. */
export function railUnloaded(container: Container): Moment | null {
  return moment(container.attributes.ind_rail_unloaded_at, destinationZone(container));
}

/** Empty return: tracking ends. */
export function emptyReturned(container: Container): Moment | null {
  return moment(
    container.attributes.empty_terminated_at,
    container.attributes.empty_terminated_timezone ?? null,
  );
}
