import { testContainer } from "@/lib/domain/container/test-container";
import type { EtaChange } from "@/lib/domain/milestones/eta-history";
import type { RawEvents } from "@/lib/features/containers/rules";
import { hoursFromNow } from "./data";

/** A container on its vessel, whose ETA moved twice. */
export const UNDER_WAY = testContainer(
  { pod_discharged_at: null },
  {
    pod_original_eta_at: "2026-11-20T18:00:00Z",
    pod_eta_at: "2026-11-24T18:00:00Z",
    pod_vessel_name: "Maersk Sydney",
    pod_voyage_number: "235W",
  },
);

export const UNDER_WAY_CHANGES: EtaChange[] = [
  {
    field: "pod_eta_at",
    before: "2026-11-20T18:00:00Z",
    after: "2026-11-22T18:00:00Z",
    asOf: hoursFromNow(-70),
    event: "shipment.estimated.arrival",
  },
  {
    field: "pod_eta_at",
    before: "2026-11-22T18:00:00Z",
    after: "2026-11-24T18:00:00Z",
    asOf: hoursFromNow(-5),
    event: null,
  },
];

const NOT_REPORTED = {
  ...{ original: null, at: null, day: null, zone: null, place: null, vessel: null, voyage: null },
  ...{ source: null, reportedAt: null, invalidatedAt: null },
};

/** The events of a carrier, as last read before an outage of the service. */
export const RAW_EVENTS: RawEvents = {
  asOf: hoursFromNow(-1),
  code: "service_unreachable",
  problem: "The service is not responding.",
  events: [
    {
      ...NOT_REPORTED,
      id: "e-1",
      event: "vessel_loaded",
      original: "LOADED ON BOARD",
      isEstimate: false,
      at: hoursFromNow(-400),
      zone: "Asia/Shanghai",
      place: "Shanghai",
      vessel: "Maersk Sydney",
      voyage: "235W",
      source: "shipping_line",
      reportedAt: hoursFromNow(-398),
    },
    { ...NOT_REPORTED, id: "e-2", event: "vessel_arrived", isEstimate: true, day: "2026-11-24" },
    {
      ...NOT_REPORTED,
      id: "e-3",
      event: null,
      original: "Gate out empty",
      isEstimate: false,
      invalidatedAt: hoursFromNow(-300),
    },
  ],
};
