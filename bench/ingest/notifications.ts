import { listAccount } from "@/bench/board/account";
import { PORTS } from "@/bench/board/world";
import type { JsonApiRecord } from "@/lib/contract/json-api";

/** A delivery ready to post: the service's own full body, slightly more than 6 KB. */
export type Delivery = { id: string; body: Buffer };

type Container = { container: JsonApiRecord; shipment: JsonApiRecord; terminal: JsonApiRecord | null };

const related = (record: JsonApiRecord, name: string): string | null => {
  const data = record.relationships?.[name]?.data;
  return data && !Array.isArray(data) ? data.id : null;
};

/** The account's containers with their related records in a notification. */
function listContainers(count: number, now: Date): Container[] {
  const byId = new Map<string, JsonApiRecord>();
  const account: Container[] = [];
  for (const record of [...listAccount(count, now)].flat()) {
    byId.set(`${record.type} ${record.id}`, record);
    if (record.type !== "container") continue;
    const shipment = byId.get(`shipment ${related(record, "shipment")}`);
    const terminal = byId.get(`terminal ${related(record, "pod_terminal")}`) ?? null;
    if (shipment) account.push({ container: record, shipment, terminal });
  }
  return account;
}

/** Attributes of a shipment and a location in the service's format. The account of the board benchmark omits them. */
const SHIPMENT_EXTRAS = {
  tags: [],
  pol_etd_at: null,
  pol_atd_at: "2026-10-12T04:00:00Z",
  pol_original_etd_at: "2026-10-11T04:00:00Z",
  pod_vessel_imo: "9784271",
  destination_ata_at: null,
  destination_original_eta_at: null,
  line_tracking_stopped_at: null,
  line_tracking_stopped_reason: null,
  line_tracking_last_attempted_at: "2026-11-20T03:11:04Z",
};

/** Terminal attributes in the service's format, present for each terminal. No values are known here. */
const TERMINAL_EXTRAS = {
  smdg_code: null,
  bic_facility_code: null,
  provided_data: Object.fromEntries(
    [
      "pickup_lfd",
      "available_for_pickup",
      "fees_at_pod_terminal",
      "holds_at_pod_terminal",
      "pickup_appointment_at",
      "location_at_pod_terminal",
      "pod_full_out_chassis_number",
    ].flatMap((name): [string, boolean | string][] => [
      [name, true],
      [`${name}_notes`, ""],
    ]),
  ),
  street: "100 Harbor Scenic Drive, Berths 12 to 20",
  city: "Long Beach",
  state: "California",
  state_abbr: "CA",
  zip: "90802",
  country: "United States",
};

/** The vessel from which a container was discharged. */
const VESSEL: JsonApiRecord = {
  type: "vessel",
  id: "vessel-1",
  attributes: {
    name: "PACIFIC TRADER",
    imo: "9784271",
    mmsi: "477123400",
    latitude: 33.754185,
    longitude: -118.216458,
    nautical_speed_knots: 0,
    navigational_heading_degrees: 271,
    position_timestamp: "2026-11-20T03:11:04Z",
  },
};

/** Attributes that the service sends for every container, with or without a value. */
const CONTAINER_EXTRAS = {
  current_status: null,
  availability_known: true,
  available_for_pickup: null,
  pickup_lfd: null,
  import_deadlines: { pickup_lfd_line: null, pickup_lfd_terminal: null, pickup_lfd_rail: null },
  holds_at_pod_terminal: [],
  fees_at_pod_terminal: [],
  ind_facility_holds: null,
  ind_facility_fees: null,
  ind_facility_lfd_on: null,
  ssl_lfd: null,
  delivered_at: null,
  empty_out_at: null,
  empty_terminated_at: null,
  empty_terminated_timezone: null,
  pod_arrived_at: null,
  pod_discharged_at: null,
  pod_full_out_at: null,
  pod_full_out_chassis_number: null,
  pod_rail_carrier_scac: null,
  pod_rail_loaded_at: null,
  pod_rail_departed_at: null,
  pod_timezone: null,
  pol_full_in_at: "2026-10-08T10:41:00Z",
  pol_vessel_loaded_at: "2026-10-11T22:10:00Z",
  pol_vessel_departed_at: "2026-10-12T04:00:00Z",
  pol_timezone: "Asia/Shanghai",
  ind_rail_carrier_scac: null,
  ind_eta_at: null,
  ind_ata_at: null,
  ind_rail_unloaded_at: null,
  final_destination_timezone: null,
  final_destination_full_out_at: null,
  rail_last_tracking_request_at: null,
  shipment_last_tracking_request_at: "2026-11-20T03:11:04Z",
  created_at: "2026-10-01T08:00:00Z",
};

function place(type: string, id: string, name: string, code: string, zone: string): JsonApiRecord {
  return {
    type,
    id,
    attributes: {
      id,
      name,
      code,
      state_abbr: null,
      city: name,
      country_code: code.slice(0, 2),
      latitude: "33.754185",
      longitude: "-118.216458",
      time_zone: zone,
    },
    relationships: { terminals: { data: [] } },
    links: { self: `/v2/ports/${id}` },
  };
}

/**
 * The fields that change between two notifications of a container: an appointment, a yard location, the time of the
 * terminal's check.
 */
function changesOf(n: number, round: number, at: string) {
  return {
    pickup_appointment_at: new Date(Date.parse(at) + (n % 96) * 3_600_000).toISOString(),
    location_at_pod_terminal: `${String.fromCharCode(65 + (round % 26))}${(n * 7 + round * 13) % 900}`,
    terminal_checked_at: at,
    pod_last_tracking_request_at: at,
  };
}

/**
 * Creates `count` notifications with full bodies for `containers` containers in turn. They are created one millisecond
 * apart, ending at `now`. Each one changes data.
 */
export function makeDeliveries(count: number, containers: number, now: Date, serial = ""): Delivery[] {
  const account = listContainers(containers, now);
  return Array.from({ length: count }, (_, n) => {
    const container = account[n % account.length];
    if (!container) throw new Error("the account has no containers");
    const at = new Date(now.getTime() - (count - n)).toISOString();
    return {
      id: `notification${serial}-${n}`,
      body: Buffer.from(JSON.stringify(documentOf(container, n, serial, at))),
    };
  });
}

function documentOf({ container, shipment, terminal }: Container, n: number, serial: string, at: string) {
  const event = "container.transport.vessel_discharged";
  const eventId = `event${serial}-${n}`;
  const port = PORTS[n % PORTS.length];
  const identifier = (record: JsonApiRecord) => ({ type: record.type, id: record.id });
  const facts = { ...CONTAINER_EXTRAS, ...container.attributes, ...changesOf(n, Math.floor(n / 10_000), at) };
  return {
    data: {
      id: `notification${serial}-${n}`,
      type: "webhook_notification",
      attributes: { id: `notification${serial}-${n}`, event, delivery_status: "pending", created_at: at },
      relationships: {
        webhook: { data: { type: "webhook", id: "webhook-1" } },
        reference_object: { data: { type: "transport_event", id: eventId } },
        webhook_notification_logs: { data: [] },
      },
    },
    links: { self: `/v2/webhook_notifications/notification${serial}-${n}` },
    included: [
      {
        type: "transport_event",
        id: eventId,
        attributes: {
          event,
          timestamp: at,
          created_at: at,
          timezone: port?.zone ?? null,
          location_locode: port?.locode ?? null,
          voyage_number: "042E",
          data_source: "terminal",
        },
        relationships: {
          container: { data: identifier(container) },
          shipment: { data: identifier(shipment) },
          location: { data: { type: "port", id: `port-${port?.locode}` } },
          vessel: { data: identifier(VESSEL) },
          ...(terminal ? { terminal: { data: identifier(terminal) } } : {}),
        },
      },
      {
        ...container,
        attributes: { id: container.id, ...facts },
        links: { self: `/v2/containers/${container.id}` },
      },
      {
        ...shipment,
        attributes: { id: shipment.id, ...SHIPMENT_EXTRAS, ...shipment.attributes },
        relationships: {
          ...shipment.relationships,
          port_of_lading: { data: { type: "port", id: "port-CNSHA" } },
          port_of_discharge: { data: { type: "port", id: `port-${port?.locode}` } },
          containers: { data: [identifier(container)] },
        },
        links: { self: `/v2/shipments/${shipment.id}` },
      },
      ...(terminal ? [{ ...terminal, attributes: { ...TERMINAL_EXTRAS, ...terminal.attributes } }] : []),
      VESSEL,
      place("port", "port-CNSHA", "Shanghai", "CNSHA", "Asia/Shanghai"),
      ...(port ? [place("port", `port-${port.locode}`, port.name, port.locode, port.zone)] : []),
    ],
  };
}
