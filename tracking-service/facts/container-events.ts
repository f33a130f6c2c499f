import { EVENTS, type EventName } from "@/lib/contract/events";
import { iso } from "@/tracking-service/clock/instant";
import type { ContainerFacts, Milestone, Place, ShipmentPlaces } from "./attributes";
import type { UnseenChanges } from "./changed-container";
import { estimateDrafts } from "./estimates";
import { type EventDraft, milestoneRow, type Owner } from "./record-events";
import { changedMembers } from "./state-diff";

/**
 * The attributes covered by `container.updated` (interface.md, Events): fees, holds, LFD, appointment, availability,
 * spot.
 */
const TERMINAL_DATA = [
  "holds_at_pod_terminal",
  "fees_at_pod_terminal",
  "ind_facility_holds",
  "ind_facility_fees",
  "pickup_lfd",
  "pickup_appointment_at",
  "availability_known",
  "available_for_pickup",
  "location_at_pod_terminal",
  "pod_full_out_chassis_number",
] as const satisfies readonly (keyof ContainerFacts)[];

function isEventName(name: string): name is EventName {
  return EVENTS.some((event) => event === name);
}

function milestoneDraft(owner: Owner, milestone: Milestone, now: Date): EventDraft[] {
  const { id, event, attributes, places } = milestoneRow(owner, milestone, now);
  if (!isEventName(event)) return [];
  return [
    { kind: "transport", event, milestone: true, identity: id, happenedAt: milestone.at, attributes, places },
  ];
}

/** The pickup place unless it is the rail ramp inland. */
const atPort = (pickup: Place, { destination_terminal: ramp }: ShipmentPlaces): Place =>
  pickup !== null && pickup.id === ramp?.id ? null : pickup;

/** Where terminal facts come from: inland once the container is at the rail ramp, otherwise at the port. */
function status({ after }: UnseenChanges) {
  const { container, containerPlaces, shipment, shipmentPlaces } = after;
  if (container.ind_rail_unloaded_at || container.ind_ata_at) {
    return {
      timezone: container.final_destination_timezone,
      locode: shipment.destination_locode,
      location: shipmentPlaces.destination,
      terminal: shipmentPlaces.destination_terminal,
    };
  }
  return {
    timezone: container.pod_timezone,
    locode: shipment.port_of_discharge_locode,
    location: shipmentPlaces.port_of_discharge,
    terminal: atPort(containerPlaces.pickup_facility, shipmentPlaces) ?? containerPlaces.pod_terminal,
  };
}

function transportDraft(
  changes: UnseenChanges,
  event: EventName,
  value: string | null | undefined,
): EventDraft {
  const { timezone, locode, location, terminal } = status(changes);
  const at = iso(changes.now.getTime());
  const tellsValue = value !== undefined;
  // A deadline or appointment changed now. An estimate is for the time that it tells.
  const timestamp = tellsValue && !event.endsWith(".changed") ? value : at;
  return {
    kind: "transport",
    event,
    milestone: !tellsValue,
    identity: null,
    happenedAt: timestamp,
    attributes: {
      timestamp,
      timezone,
      voyage_number: null,
      location_locode: locode,
      data_source: changes.dataSource,
      value: value ?? null,
    },
    places: { location, terminal, vessel: null },
  };
}

/**
 * `available` when the container becomes available. `not_available` when it stops being available at the same place.
 */
function availabilityDrafts(changes: UnseenChanges): EventDraft[] {
  const was = changes.before.container.current_status;
  const is = changes.after.container.current_status;
  if (is === "available" && was !== "available") {
    return [transportDraft(changes, "container.transport.available", undefined)];
  }
  if (is === "not_available" && was === "available") {
    return [transportDraft(changes, "container.transport.not_available", undefined)];
  }
  return [];
}

const DEADLINES = [
  ["pickup_lfd_line", "container.pickup_lfd_line.changed"],
  ["pickup_lfd_terminal", "container.pickup_lfd_terminal.changed"],
  ["pickup_lfd_rail", "container.pickup_lfd_rail.changed"],
] as const satisfies readonly (readonly [string, EventName])[];

/** Changed deadlines, appointment and inland estimate. Each is an event whose value is the new instant. */
function valueDrafts(changes: UnseenChanges): EventDraft[] {
  const { before, after } = changes;
  const drafts: EventDraft[] = [];
  const report = (event: EventName, was: string | null | undefined, is: string | null | undefined) => {
    if ((was ?? null) !== (is ?? null)) drafts.push(transportDraft(changes, event, is ?? null));
  };
  for (const [field, event] of DEADLINES) {
    report(event, before.container.import_deadlines?.[field], after.container.import_deadlines?.[field]);
  }
  report("container.pickup_lfd.changed", before.container.pickup_lfd, after.container.pickup_lfd);
  report(
    "container.pickup_appointment.changed",
    before.container.pickup_appointment_at,
    after.container.pickup_appointment_at,
  );
  drafts.push(...estimateDrafts(changes));
  const inland = "container.transport.estimated.arrived_at_inland_destination";
  if (after.container.ind_eta_at) report(inland, before.container.ind_eta_at, after.container.ind_eta_at);
  return drafts;
}

/**
 * The ids of the old and new terminal when the container arrives at another one, as in the changeset. Null otherwise.
 */
function podTerminals({ before, after }: UnseenChanges): [string | null, string] | null {
  const was = before.containerPlaces.pod_terminal?.id ?? null;
  const is = after.containerPlaces.pod_terminal?.id ?? null;
  return is === null || is === was ? null : [was, is];
}

function podTerminalDraft(changes: UnseenChanges): EventDraft[] {
  if (!podTerminals(changes)) return [];
  return [
    {
      kind: "change",
      event: "container.pod_terminal_changed",
      type: "container_pod_terminal_changed_event",
      attributes: {
        timestamp: iso(changes.now.getTime()),
        data_source: changes.dataSource,
      },
      places: { terminal: changes.after.containerPlaces.pod_terminal },
    },
  ];
}

/** The old and new value of each changed deadline, by its name (supplement-2.md, 7. container.updated). */
const deadlinePairs = ({ before, after }: UnseenChanges) =>
  DEADLINES.flatMap(([name]) => {
    const was = before.container.import_deadlines?.[name] ?? null;
    const is = after.container.import_deadlines?.[name] ?? null;
    return was === is ? [] : [[name, [was, is]] as const];
  });

function updatedDraft(changes: UnseenChanges): EventDraft[] {
  const { before, after, now, dataSource } = changes;
  const changed = changedMembers(before.container, after.container);
  const fields = TERMINAL_DATA.filter((field) => field in changed);
  const deadlines = deadlinePairs(changes);
  const moved = podTerminals(changes);
  if (fields.length + deadlines.length === 0 && !moved) return [];
  const { timezone, terminal } = status(changes);
  return [
    {
      kind: "change",
      event: "container.updated",
      type: "container_updated_event",
      attributes: {
        changeset: {
          ...Object.fromEntries(
            fields.map((field) => [field, [before.container[field], after.container[field]]]),
          ),
          ...Object.fromEntries(deadlines),
          pod_terminal: moved ?? undefined,
        },
        timestamp: iso(now.getTime()),
        timezone: timezone ?? "Etc/UTC",
        data_source: dataSource,
      },
      places: { terminal },
    },
  ];
}

/** All events about one container for its account, in reporting order. */
export function containerChanges(changes: UnseenChanges, milestones: Milestone[]): EventDraft[] {
  return [
    ...milestones.flatMap((milestone) => milestoneDraft(changes.owner, milestone, changes.now)),
    ...valueDrafts(changes),
    ...podTerminalDraft(changes),
    ...updatedDraft(changes),
    ...availabilityDrafts(changes),
  ];
}
