import type { ContainerStatus } from "@/lib/contract/enums";
import type { ContainerFacts } from "./attributes";

type StatusFacts = { container: ContainerFacts; offDock: boolean; inland: boolean };

/**
 * Derives the status from a container's facts (supplement.md, Container `current_status`). `inland` means the container
 * continues by rail: after discharge it waits for a train.
 */
export function deriveStatus({ container, offDock, inland }: StatusFacts): ContainerStatus {
  if (container.empty_terminated_at) return "empty_returned";
  if (container.delivered_at) return "delivered";
  if (container.final_destination_full_out_at || container.pod_full_out_at) return "picked_up";
  if (container.ind_rail_unloaded_at) return statusAt(container);
  if (container.pod_rail_loaded_at || container.pod_rail_departed_at) return "on_rail";
  if (offDock) return "off_dock";
  if (container.pod_discharged_at) {
    if (inland) return "awaiting_inland_transfer";
    return statusAt(container);
  }
  if (container.pod_arrived_at && container.availability_known && isReleased(container)) return "available";
  if (container.pol_vessel_loaded_at || container.pol_vessel_departed_at || container.pod_arrived_at) {
    return "on_ship";
  }
  return "new";
}

/** interface.md, container: available for pickup, and no hold with the status `hold`. The same at a rail ramp. */
function isReleased(container: ContainerFacts): boolean {
  const holds = [...(container.holds_at_pod_terminal ?? []), ...(container.ind_facility_holds ?? [])];
  return container.available_for_pickup === true && !holds.some((hold) => hold.status === "hold");
}

function statusAt(container: ContainerFacts): ContainerStatus {
  if (!container.availability_known || container.available_for_pickup === null) return "grounded";
  return isReleased(container) ? "available" : "not_available";
}
