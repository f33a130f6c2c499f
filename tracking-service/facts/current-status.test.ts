import { describe, expect, it } from "vitest";
import { blankContainer, type ContainerFacts } from "./attributes";
import { deriveStatus } from "./current-status";

const AT = "2026-11-21T09:00:00Z";
const hold = (status: string) => [{ name: "customs", status, description: null }];

function status(facts: Partial<ContainerFacts>, more: { offDock?: boolean; inland?: boolean } = {}): string {
  const container = { ...blankContainer("MSKU4807969", AT), ...facts };
  return deriveStatus({ container, offDock: more.offDock ?? false, inland: more.inland ?? false });
}

const DISCHARGED = { pol_vessel_loaded_at: AT, pod_arrived_at: AT, pod_discharged_at: AT };
const FREE = { availability_known: true, available_for_pickup: true };

describe("deriveStatus", () => {
  it.each<[string, Partial<ContainerFacts>, { offDock?: boolean; inland?: boolean }?]>([
    ["new", {}],
    ["new", { empty_out_at: AT, pol_full_in_at: AT }],
    ["on_ship", { pol_vessel_loaded_at: AT }],
    ["on_ship", { pol_vessel_departed_at: AT, pod_arrived_at: AT }],
    ["available", { pol_vessel_loaded_at: AT, pod_arrived_at: AT, ...FREE }],
    ["grounded", DISCHARGED],
    ["grounded", { ...DISCHARGED, availability_known: true }],
    ["available", { ...DISCHARGED, ...FREE }],
    ["available", { ...DISCHARGED, ...FREE, holds_at_pod_terminal: hold("pending") }],
    ["not_available", { ...DISCHARGED, ...FREE, holds_at_pod_terminal: hold("hold") }],
    ["not_available", { ...DISCHARGED, availability_known: true, available_for_pickup: false }],
    ["awaiting_inland_transfer", { ...DISCHARGED, ...FREE }, { inland: true }],
    ["on_rail", { ...DISCHARGED, pod_rail_loaded_at: AT }, { inland: true }],
    ["grounded", { ...DISCHARGED, pod_rail_loaded_at: AT, ind_rail_unloaded_at: AT }, { inland: true }],
    [
      "available",
      { ...DISCHARGED, ...FREE, pod_rail_loaded_at: AT, ind_rail_unloaded_at: AT },
      { inland: true },
    ],
    [
      "not_available",
      {
        ...DISCHARGED,
        ...FREE,
        pod_rail_loaded_at: AT,
        ind_rail_unloaded_at: AT,
        holds_at_pod_terminal: hold("hold"),
      },
      { inland: true },
    ],
    [
      "not_available",
      {
        ...DISCHARGED,
        ...FREE,
        pod_rail_loaded_at: AT,
        ind_rail_unloaded_at: AT,
        ind_facility_holds: hold("hold"),
      },
      { inland: true },
    ],
    ["off_dock", { ...DISCHARGED, ...FREE }, { offDock: true }],
    ["picked_up", { ...DISCHARGED, pod_full_out_at: AT }],
    ["picked_up", { ...DISCHARGED, final_destination_full_out_at: AT }, { inland: true }],
    ["delivered", { ...DISCHARGED, pod_full_out_at: AT, delivered_at: AT }],
    ["empty_returned", { ...DISCHARGED, pod_full_out_at: AT, delivered_at: AT, empty_terminated_at: AT }],
  ])("returns %s", (expected, facts, more) => {
    expect(status(facts, more)).toBe(expected);
  });
});
