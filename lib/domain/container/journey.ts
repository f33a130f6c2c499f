import type { Moment } from "@/lib/domain/time/moment";
import type { Box } from "./container-facts";

/** The zone at the port of discharge. Null means unknown; only where it is absent the shipment's stands in. */
export function podZone(box: Box): string | null {
  const { pod_timezone: own } = box.attributes;
  return (own === undefined ? box.shipment?.attributes.pod_timezone : own) ?? null;
}

/** The zone at the inland place, read as `podZone` is. */
export function destinationZone(box: Box): string | null {
  const { final_destination_timezone: own } = box.attributes;
  return (own === undefined ? box.shipment?.attributes.destination_timezone : own) ?? null;
}

/** A moment, or null when there is no instant. */
export function moment(at: string | null | undefined, zone: string | null): Moment | null {
  return at ? { at, zone } : null;
}

/**
 * Whether the move goes on past the port: any rail date, or a destination other than the port of discharge;
 * a reported status that only inland moves have says the same.
 */
export function isInland(box: Box): boolean {
  const { attributes } = box;
  if (railStarted(box) || attributes.ind_eta_at) return true;
  if (attributes.current_status === "awaiting_inland_transfer") return true;
  const shipment = box.shipment?.attributes;
  const destination = shipment?.destination_locode?.trim().toUpperCase();
  const port = shipment?.port_of_discharge_locode?.trim().toUpperCase();
  return Boolean(destination && port && destination !== port);
}

/** Loaded on rail, by a milestone, by a later one that proves it, or by what the service reports. */
export function railStarted(box: Box): boolean {
  const { attributes } = box;
  return Boolean(
    attributes.pod_rail_loaded_at ||
      attributes.pod_rail_departed_at ||
      attributes.ind_ata_at ||
      attributes.ind_rail_unloaded_at ||
      attributes.current_status === "on_rail",
  );
}

/** Discharged from the vessel, at the port of discharge. */
export function discharged(box: Box): Moment | null {
  return moment(box.attributes.pod_discharged_at, podZone(box));
}

/** Full out at the pickup place: for an inland move only the inland one counts. */
export function fullOut(box: Box): Moment | null {
  const { attributes } = box;
  const atDestination = moment(attributes.final_destination_full_out_at, destinationZone(box));
  if (isInland(box)) return atDestination;
  return moment(attributes.pod_full_out_at, podZone(box)) ?? atDestination;
}

/** Whether the box has left the port of discharge: by rail, or out of its gate, which for an inland move is no pickup. */
export function leftPort(box: Box): boolean {
  return Boolean(fullOut(box) || box.attributes.pod_full_out_at || railStarted(box));
}

/** Unloaded from rail at the inland place. */
export function railUnloaded(box: Box): Moment | null {
  return moment(box.attributes.ind_rail_unloaded_at, destinationZone(box));
}

/** The empty box is back: tracking ends. */
export function emptyReturned(box: Box): Moment | null {
  return moment(box.attributes.empty_terminated_at, box.attributes.empty_terminated_timezone ?? null);
}
