import type { ResourceType } from "@/tracking-service/resources/resource";
import { badRequest } from "./errors";

const PLACES: ResourceType[] = ["port", "metro_area"];
const FACILITIES: ResourceType[] = ["terminal", "rail_terminal"];
const REFERENCES: ResourceType[] = [
  "tracking_request",
  "transport_event",
  "estimated_event",
  "container_updated_event",
  "container_created_event",
];

/** What may be included from where: the documented relationships and the types they lead to. */
const RELATIONS: Record<ResourceType, Record<string, ResourceType[]>> = {
  shipment: {
    containers: ["container"],
    port_of_lading: ["port"],
    port_of_discharge: ["port"],
    pod_terminal: ["terminal"],
    destination: PLACES,
    destination_terminal: FACILITIES,
    party_roles: ["party_role"],
  },
  container: {
    shipment: ["shipment"],
    pod_terminal: ["terminal"],
    pickup_facility: FACILITIES,
    transport_events: ["transport_event"],
  },
  transport_event: {
    shipment: ["shipment"],
    container: ["container"],
    location: PLACES,
    vessel: ["vessel"],
    terminal: FACILITIES,
  },
  tracking_request: { tracked_object: ["shipment"], customer: ["party"] },
  party: {},
  party_role: { party: ["party"] },
  webhook: {},
  webhook_notification: {
    reference_object: REFERENCES,
    webhook: ["webhook"],
    webhook_notification_logs: ["webhook_notification_log"],
  },
  webhook_notification_log: {},
  container_updated_event: { container: ["container"], terminal: FACILITIES },
  container_created_event: { container: ["container"], shipment: ["shipment"] },
  estimated_event: { shipment: ["shipment"], port: ["port"], vessel: ["vessel"] },
  port: {},
  metro_area: {},
  terminal: { port: ["port"] },
  rail_terminal: { port: ["port"], metro_area: ["metro_area"] },
  vessel: {},
};

const DEEPEST = 5;

/**
 * The paths of an `include` parameter, each a list of relationship names; [] when there is none. A name that no
 * record at that place has is refused with 400 and source.parameter.
 */
export function includePaths(type: ResourceType, include: string | undefined): string[][] {
  const texts = (include ?? "").split(",").map((text) => text.trim());
  return texts.filter((text) => text !== "").map((text) => knownPath(type, text));
}

function knownPath(type: ResourceType, text: string): string[] {
  const names = text.split(".");
  let types: ResourceType[] = [type];
  for (const name of names) {
    types = types.flatMap((from) =>
      Object.hasOwn(RELATIONS[from], name) ? (RELATIONS[from][name] ?? []) : [],
    );
    if (types.length === 0 || names.length > DEEPEST) {
      throw badRequest("Invalid include", `${text} is not a relationship that can be included here.`, {
        parameter: "include",
      });
    }
  }
  return names;
}
