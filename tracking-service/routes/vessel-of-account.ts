import type { Account } from "@/tracking-service/accounts/authenticate";
import type { Service } from "@/tracking-service/endpoints/operation";
import { notFound } from "@/tracking-service/json-api/errors";
import { vesselVoyage, writtenPosition } from "@/tracking-service/map/vessel-voyage";
import { findInCatalogue } from "@/tracking-service/resources/catalog-records";
import type { Resource } from "@/tracking-service/resources/resource";
import type { RouteLeg } from "@/tracking-service/sources/route";
import type { Reader } from "@/tracking-service/store/database";

/** The vessel of this id or IMO number. 404 when there is none. */
export async function requireVessel(reader: Reader, idOrImo: string): Promise<Resource> {
  const vessel = await findInCatalogue(reader, ["vessel"], idOrImo);
  if (!vessel) throw notFound("There is no such vessel.");
  return vessel;
}

/** The leg on which the vessel carries, or last carried, a container of the account. */
export const voyageOf = ({ db, source, now }: Service, account: Account, vessel: Resource) =>
  vesselVoyage(db, source, { accountId: account.id, vesselId: vessel.id }, now());

type Positions = ReturnType<typeof writtenPosition>[];

/** The vessel's record with its current position and the requested positions. */
export function vesselAt(vessel: Resource, voyage: RouteLeg | null, positions: Positions): Resource {
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
