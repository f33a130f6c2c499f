import type { Account } from "@/tracking-service/accounts/authenticate";
import { DAY_MS, millis } from "@/tracking-service/clock/instant";
import { endpoint, operation, type Service } from "@/tracking-service/endpoints/operation";
import { itemResponse } from "@/tracking-service/json-api/document";
import { notFound, unprocessable } from "@/tracking-service/json-api/errors";
import { endParameter, instantParameter, textParameter } from "@/tracking-service/json-api/query";
import { usualPassage } from "@/tracking-service/map/usual-passage";
import { vesselVoyage, writtenPosition } from "@/tracking-service/map/vessel-voyage";
import { findInCatalogue } from "@/tracking-service/resources/catalog-records";
import type { Resource } from "@/tracking-service/resources/resource";
import type { RouteLeg } from "@/tracking-service/sources/route";
import type { Reader } from "@/tracking-service/store/database";

/** How far back positions go unless the request names another instant. */
const SHOWN_FOR_MS = 7 * DAY_MS;

async function requireVessel(reader: Reader, idOrImo: string): Promise<Resource> {
  const vessel = await findInCatalogue(reader, ["vessel"], idOrImo);
  if (!vessel) throw notFound("There is no such vessel.");
  return vessel;
}

const voyageOf = ({ db, source, now }: Service, account: Account, vessel: Resource) =>
  vesselVoyage(db, source, { accountId: account.id, vesselId: vessel.id }, now());

type Positions = ReturnType<typeof writtenPosition>[];

/** The vessel's record with its current position and the requested positions. */
function reportedPlace(vessel: Resource, voyage: RouteLeg | null, positions: Positions): Resource {
  const here = voyage?.behind.at(-1);
  if (!voyage || !here) return { ...vessel, attributes: { ...vessel.attributes, positions } };
  const { latitude, longitude, heading, timestamp } = writtenPosition(here, false);
  const moored = voyage.ahead.length === 0;
  const where = {
    latitude,
    longitude,
    nautical_speed_knots: moored ? 0 : voyage.speedKnots,
    navigational_heading_degrees: heading,
    position_timestamp: timestamp,
    positions,
  };
  return { ...vessel, attributes: { ...vessel.attributes, ...where } };
}

const item = operation({
  summary: "One vessel, by its id or IMO number: where it is, and where it was in the last seven days.",
  section: "supplement.md, GET /vessels/{id} and /vessels/{imo}",
  query: { "show_positions[from_timestamp]": instantParameter, "show_positions[to_timestamp]": endParameter },
  needs: "routing_data",
  success: { kind: "item", type: "vessel" },
  async handle({ service, account, param, query, self }) {
    const vessel = await requireVessel(service.db, param("id"));
    const voyage = await voyageOf(service, account, vessel);
    const now = service.now().getTime();
    const from = query["show_positions[from_timestamp]"]?.getTime() ?? now - SHOWN_FOR_MS;
    const until = query["show_positions[to_timestamp]"]?.getTime() ?? Number.POSITIVE_INFINITY;
    const shown = (voyage?.behind ?? []).filter(({ at }) => millis(at) >= from && millis(at) < until);
    const positions = shown.map((point) => writtenPosition(point, false));
    return itemResponse(reportedPlace(vessel, voyage, positions), self, null);
  },
});

async function requirePort(reader: Reader, name: string, idOrCode: string): Promise<string> {
  const port = await findInCatalogue(reader, ["port"], idOrCode);
  const code = port?.attributes.code;
  if (typeof code === "string") return code;
  throw unprocessable(`Invalid ${name}`, `${name} names no port.`, { parameter: name }, "invalid");
}

const PORT = "port_id";
const PREVIOUS_PORT = "previous_port_id";

/** Without ports: the rest of the route under way. Between two ports: that route, or an estimated passage from now. */
const future = operation({
  summary: "Where a vessel is expected to go: on its way, or from one port to another.",
  section: "supplement.md, GET /vessels/{id}/future_positions",
  query: { [PORT]: textParameter, [PREVIOUS_PORT]: textParameter },
  needs: "routing_data",
  success: { kind: "item", type: "vessel" },
  async handle({ service, account, param, query, self }) {
    const { db, source, now } = service;
    const vessel = await requireVessel(db, param("id"));
    const voyage = await voyageOf(service, account, vessel);
    const { [PORT]: to, [PREVIOUS_PORT]: from } = query;
    if ((to === undefined) !== (from === undefined)) {
      const parameter = to === undefined ? PORT : PREVIOUS_PORT;
      throw unprocessable(`Blank ${parameter}`, "Name both ports or none.", { parameter }, "blank");
    }
    let ahead = voyage?.ahead ?? [];
    if (to !== undefined && from !== undefined) {
      const [start, end] = [await requirePort(db, PREVIOUS_PORT, from), await requirePort(db, PORT, to)];
      const underWay = voyage?.from === start && voyage.to === end;
      ahead = underWay ? voyage.ahead : usualPassage(source.seaWay(start, end) ?? [], now());
    }
    const positions = ahead.map((point) => writtenPosition(point, true));
    return itemResponse(reportedPlace(vessel, voyage, positions), self, null);
  },
});

export const vesselEndpoints = [
  endpoint("/vessels/{id}", { get: item }),
  endpoint("/vessels/{id}/future_positions", { get: future }),
];
