import type { TrackingRequestStatus } from "@/lib/contract/enums";
import type { EventName } from "@/lib/contract/events";
import { writtenStatus } from "@/tracking-service/requests/status-words";
import type { Resource } from "@/tracking-service/resources/resource";
import { stableId } from "@/tracking-service/runtime/deterministic-uuid";
import { SAMPLE, sample } from "./sample-records";

const AT = "2026-03-03T15:00:00Z";
const AT_DISCHARGE = {
  location_locode: "USLAX",
  timezone: "America/Los_Angeles",
  links: { location: SAMPLE.discharge, terminal: SAMPLE.terminal, vessel: SAMPLE.vessel },
};
const AT_LADING = {
  location_locode: "CNNGB",
  timezone: "Asia/Shanghai",
  links: { location: SAMPLE.lading, terminal: null, vessel: SAMPLE.vessel },
};
const INLAND = {
  location_locode: "USCHI",
  timezone: "America/Chicago",
  links: { location: SAMPLE.destination, terminal: SAMPLE.ramp, vessel: null },
};

function placeOf(event: EventName) {
  if (/vessel_departed|vessel_loaded|empty_out|full_in/.test(event)) return AT_LADING;
  if (/inland|rail_arrived|rail_unloaded|lfd_rail|delivered|empty_in/.test(event)) return INLAND;
  return AT_DISCHARGE;
}

/** Events about a deadline, an appointment or an estimate contain it as their value. */
const tellsValue = (event: EventName) => /\.changed$|\.estimated\./.test(event);

function transportEvent(event: EventName): Resource {
  const { links, ...place } = placeOf(event);
  const value = tellsValue(event) ? "2026-03-08T08:00:00Z" : null;
  return sample(
    "transport_event",
    event,
    {
      event,
      timestamp: event.endsWith(".changed") ? AT : (value ?? AT),
      created_at: AT,
      value,
      value_timestamp: value,
      ...place,
      voyage_number: links.vessel && value === null ? "605E" : null,
      data_source: /lfd_terminal|appointment|available/.test(event) ? "terminal" : "shipping_line",
    },
    { shipment: SAMPLE.shipment, container: SAMPLE.container, ...links },
  );
}

type Outcome = { status: TrackingRequestStatus; [attribute: string]: unknown };

const OUTCOMES: Partial<Record<EventName, Outcome>> = {
  "tracking_request.succeeded": { status: "succeeded" },
  "tracking_request.tracking_stopped": { status: "tracking_stopped" },
  "tracking_request.failed": { status: "failed", failed_reason: "not_found" },
  "tracking_request.awaiting_manifest": { status: "awaiting_manifest", is_retrying: true, retry_count: 1 },
};

function trackingRequest(event: EventName): Resource {
  const found = event === "tracking_request.succeeded" || event === "tracking_request.tracking_stopped";
  const { status, ...outcome } = OUTCOMES[event] ?? { status: "pending" };
  return sample(
    "tracking_request",
    event,
    {
      status: writtenStatus(status),
      request_number: "MAEU221876618",
      request_type: "bill_of_lading",
      scac: "MAEU",
      ref_numbers: ["PO-1042"],
      shipment_tags: [],
      is_retrying: false,
      created_at: "2026-02-09T08:14:56Z",
      updated_at: AT,
      ...outcome,
    },
    { tracked_object: found ? SAMPLE.shipment : null },
  );
}

const estimatedArrival = (event: EventName) =>
  sample(
    "estimated_event",
    event,
    {
      event,
      estimated_timestamp: "2026-03-02T14:00:00Z",
      created_at: AT,
      voyage_number: "605E",
      location_locode: "USLAX",
      timezone: "America/Los_Angeles",
      data_source: "shipping_line",
    },
    { shipment: SAMPLE.shipment, port: SAMPLE.discharge, vessel: SAMPLE.vessel },
  );

const containerCreated = (event: EventName) =>
  sample(
    "container_created_event",
    event,
    { timestamp: AT, timezone: "Etc/UTC" },
    { container: SAMPLE.container, shipment: SAMPLE.shipment },
  );

const REPORTED_BY_TERMINAL = { timestamp: AT, timezone: "America/Los_Angeles", data_source: "terminal" };
const AT_TERMINAL = { container: SAMPLE.container, terminal: SAMPLE.terminal };

function containerUpdated(event: EventName): Resource {
  const hold = { name: "customs", status: "hold", description: "CBP hold" };
  const changeset = {
    available_for_pickup: [true, false],
    holds_at_pod_terminal: [[], [hold]],
    pickup_lfd: [null, "2026-03-08T08:00:00Z"],
    pickup_lfd_line: [null, "2026-03-08T08:00:00Z"],
  };
  const links = { ...AT_TERMINAL, shipment: SAMPLE.shipment };
  return sample("container_updated_event", event, { ...REPORTED_BY_TERMINAL, changeset }, links);
}

const terminalChanged = (event: EventName) =>
  sample(
    "container_pod_terminal_changed_event",
    event,
    { timestamp: AT, data_source: "shipping_line" },
    { ...AT_TERMINAL, shipment: SAMPLE.shipment },
  );

function document(event: EventName): Resource {
  const read = event === "document.extracted";
  return sample(
    "document",
    event,
    {
      id: stableId("sample", "document", event),
      name: "arrival-notice.pdf",
      source: read ? "email" : "upload",
      file_name: "arrival-notice.pdf",
      file_content_type: "application/pdf",
      file_size_bytes: 48_213,
      content_type: "application/pdf",
      byte_size: 48_213,
      checksum: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
      created_at: AT,
      document_type: "arrival_notice",
      updated_at: AT,
      ...(read
        ? {
            status: "extracted",
            extracted_data: { container_numbers: ["MSKU4807969"], bill_of_lading_numbers: ["MAEU221876618"] },
          }
        : {
            status: "extraction_failed",
            failed_reason: "The document could not be read: it is no readable PDF.",
          }),
    },
    read
      ? {
          shipments: [SAMPLE.shipment],
          cargos: [SAMPLE.container],
          email_submission: SAMPLE.email,
          last_document_representation: SAMPLE.representation,
        }
      : {},
  );
}

/** Returns the reference object of a sample notification of this event. */
export function sampleReference(event: EventName): Resource {
  if (event.startsWith("tracking_request.")) return trackingRequest(event);
  if (event === "shipment.estimated.arrival") return estimatedArrival(event);
  if (event === "container.created") return containerCreated(event);
  if (event === "container.updated") return containerUpdated(event);
  if (event === "container.pod_terminal_changed") return terminalChanged(event);
  if (event.startsWith("document.")) return document(event);
  return transportEvent(event);
}
