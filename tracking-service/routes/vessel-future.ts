import { z } from "zod";
import { operation, type Service } from "@/tracking-service/endpoints/operation";
import { distanceNm, type Position } from "@/tracking-service/geo/sphere";
import { everyMinute } from "@/tracking-service/geo/track";
import { itemResponse } from "@/tracking-service/json-api/document";
import { missingParameter, unprocessable } from "@/tracking-service/json-api/errors";
import { usualPassage } from "@/tracking-service/map/usual-passage";
import { writtenPosition } from "@/tracking-service/map/vessel-voyage";
import { findInCatalogue } from "@/tracking-service/resources/catalog-records";
import type { RouteLeg } from "@/tracking-service/sources/route";
import type { Reader } from "@/tracking-service/store/database";
import { requireVessel, vesselAt, voyageOf } from "./vessel-of-account";

const required = { param: { required: true } };
const idParameter = z.uuid({ error: "must be a uuid" }).optional().meta(required);

function degreesParameter(limit: number) {
  const error = `must be a number from -${limit} to ${limit}`;
  return z
    .string()
    .regex(/^-?\d{1,3}(\.\d{1,15})?$/, { error })
    .transform(Number)
    .refine((value) => Math.abs(value) <= limit, { error })
    .optional()
    .meta({ ...required, type: "number" });
}

const PORTS = { port_id: idParameter, previous_port_id: idParameter };

/** The value of a required parameter. 400 when it is absent. */
function given<T>(name: string, value: T | undefined): T {
  if (value === undefined) throw missingParameter(name);
  return value;
}

async function requirePort(reader: Reader, name: string, id: string): Promise<string> {
  const port = await findInCatalogue(reader, ["port"], id);
  const code = port?.attributes.code;
  if (typeof code === "string") return code;
  throw unprocessable(`Invalid ${name}`, `${name} names no port.`, { parameter: name }, "invalid");
}

type Ports = { port_id?: string | undefined; previous_port_id?: string | undefined };

/** The UN/LOCODEs of the two ports. 400 without one, 422 when an id names no port. */
async function endsOf(reader: Reader, ports: Ports): Promise<[start: string, end: string]> {
  const from = given("previous_port_id", ports.previous_port_id);
  const to = given("port_id", ports.port_id);
  return [await requirePort(reader, "previous_port_id", from), await requirePort(reader, "port_id", to)];
}

/** The rest of the voyage under way between these ports, otherwise an estimated passage from now. */
function aheadOf({ source, now }: Service, voyage: RouteLeg | null, [start, end]: [string, string]) {
  if (voyage?.from === start && voyage.to === end) return voyage.ahead;
  return usualPassage(source.seaWay(start, end) ?? [], now());
}

export const futurePositions = operation({
  summary: "Where a vessel is expected to go from one port to another, minute by minute.",
  section: "supplement.md, GET /vessels/{id}/future_positions",
  query: PORTS,
  needs: "routing_data",
  success: { kind: "item", type: "vessel" },
  async handle({ service, account, param, query, self }) {
    const vessel = await requireVessel(service.db, param("id"));
    const ends = await endsOf(service.db, query);
    const voyage = await voyageOf(service, account, vessel);
    const ahead = everyMinute(aheadOf(service, voyage, ends));
    const positions = ahead.map((point) => writtenPosition(point, true));
    return itemResponse(vesselAt(vessel, voyage, positions), self, null);
  },
});

/** The part of a way from the mark nearest to a position, beginning with the position. */
function wayFrom(position: Position, way: readonly Position[]): Position[] {
  const distances = way.map((mark) => distanceNm(position, mark));
  const nearest = distances.indexOf(Math.min(...distances));
  return way.length === 0 ? [] : [position, ...way.slice(nearest + 1)];
}

export const futurePositionsFromPoint = operation({
  summary: "Where a vessel at a position is expected to go on its way between two ports, minute by minute.",
  section: "supplement-2.md, GET /vessels/{id}/future_positions_with_coordinates",
  query: { ...PORTS, latitude: degreesParameter(90), longitude: degreesParameter(180) },
  needs: "routing_data",
  success: { kind: "item", type: "vessel" },
  async handle({ service, account, param, query, self }) {
    const { db, source, now } = service;
    const vessel = await requireVessel(db, param("id"));
    const [start, end] = await endsOf(db, query);
    const here: Position = [given("longitude", query.longitude), given("latitude", query.latitude)];
    const voyage = await voyageOf(service, account, vessel);
    const ahead = usualPassage(wayFrom(here, source.seaWay(start, end) ?? []), now());
    const positions = everyMinute(ahead).map((point) => writtenPosition(point, true));
    return itemResponse(vesselAt(vessel, voyage, positions), self, null);
  },
});
