import type { ContainerFacts, JourneyFacts } from "./attributes";
import { deriveStatus } from "./current-status";

/** Whether a container continues by rail: its destination is not the port of discharge, or rail was reported. */
function isInland(facts: JourneyFacts): boolean {
  const { container, shipment } = facts;
  if (container.pod_rail_loaded_at || container.ind_eta_at) return true;
  const destination = shipment.destination_locode;
  return destination !== null && destination !== shipment.port_of_discharge_locode;
}

/**
 * Returns the facts with all derived values. `pickup_lfd` has the fixed priority line, terminal, rail (interface.md,
 * container). The deprecated rail deadline and `current_status` are derived too.
 */
export function withCoalesced(facts: JourneyFacts): JourneyFacts {
  const deadlines = facts.container.import_deadlines;
  const line = deadlines?.pickup_lfd_line ?? null;
  const container: ContainerFacts = {
    ...facts.container,
    pickup_lfd: line ?? deadlines?.pickup_lfd_terminal ?? deadlines?.pickup_lfd_rail ?? null,
    ssl_lfd: line,
    ind_facility_lfd_on: deadlines?.pickup_lfd_rail ?? null,
  };
  const status = deriveStatus({ container, offDock: facts.offDock, inland: isInland(facts) });
  return { ...facts, container: { ...container, current_status: status } };
}
