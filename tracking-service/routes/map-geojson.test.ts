import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ContainerMap, containerMapWritten } from "@/lib/contract/responses/map-geojson";
import { DAY_MS, iso } from "@/tracking-service/clock/instant";
import { stepJourney } from "@/tracking-service/sources/simulation/manual-step";
import { accounts } from "@/tracking-service/store/schema";
import { everyPage } from "@/tracking-service/testing/every-page";
import { startTestService, type TestService } from "@/tracking-service/testing/running-service";

let service: TestService;
const START = new Date("2026-11-21T09:00:00Z");
let now = START;

beforeAll(async () => {
  service = await startTestService({ simStart: START, seedContainers: 100 }, { now: () => now });
});
afterAll(() => service.end());

type Feature = ContainerMap["features"][number];
type Kind = Feature["properties"]["feature_type"];
type PropertiesOf<K extends Kind> = Extract<Feature["properties"], { feature_type: K }>;

const isKind =
  <K extends Kind>(kind: K) =>
  (properties: Feature["properties"]): properties is PropertiesOf<K> =>
    properties.feature_type === kind;

const propertiesOf = <K extends Kind>({ features }: ContainerMap, kind: K) =>
  features.map(({ properties }) => properties).filter(isKind(kind));

async function mapOf(id: string): Promise<ContainerMap> {
  const response = await service.call(`/containers/${id}/map_geojson`);
  expect(response.status).toBe(200);
  expect(response.mediaType).toBe("application/json");
  return containerMapWritten.parse(response.json);
}

async function containersOf(status: string) {
  const { items } = await everyPage(service.call, "/containers");
  const found = items.filter(({ attributes }) => attributes?.current_status === status);
  expect(found.length).toBeGreaterThan(0);
  return found;
}

/** A container at sea on a route with or without transshipment. */
async function atSea(transshipped: boolean) {
  for (const { id } of await containersOf("on_ship")) {
    const map = await mapOf(id);
    const arrived = propertiesOf(map, "port").at(-1)?.inbound_ata_at;
    if (arrived === null && propertiesOf(map, "port").length > 2 === transshipped) return { id, map };
  }
  throw new Error("no such container is at sea");
}

const coordinatesOf = ({ features }: ContainerMap, kind: Kind) =>
  features
    .filter(({ properties }) => properties.feature_type === kind)
    .map(({ geometry }) => geometry.coordinates);

describe("the map of a container", () => {
  it("at sea shows its ports in order and the vessel between past and future route", async () => {
    const { id, map } = await atSea(false);
    const { item, included } = await service.call(`/containers/${id}?include=shipment`);
    const shipment = included[0]?.attributes ?? {};
    const [pol, pod] = propertiesOf(map, "port");
    expect(pol).toMatchObject({
      label: "POL",
      ports_sequence: 1,
      ports_total: 2,
      name: shipment.port_of_lading_name,
      time_zone: shipment.pol_timezone,
      inbound_eta_at: null,
      inbound_ata_at: null,
      outbound_etd_at: shipment.pol_etd_at,
      outbound_atd_at: shipment.pol_atd_at,
    });
    expect(pod).toMatchObject({
      label: "POD",
      ports_sequence: 2,
      name: shipment.port_of_discharge_name,
      time_zone: item.attributes?.pod_timezone,
      inbound_eta_at: shipment.pod_eta_at,
      inbound_ata_at: null,
      outbound_etd_at: null,
      outbound_atd_at: null,
    });
    const [vessel, ...others] = propertiesOf(map, "current_vessel");
    expect(others).toEqual([]);
    expect(vessel).toMatchObject({
      vessel_name: shipment.pod_vessel_name,
      vessel_imo: shipment.pod_vessel_imo,
      voyage_number: shipment.pod_voyage_number,
      departure_port_label: "POL",
      arrival_port_label: "POD",
      arrival_port_eta: shipment.pod_eta_at,
      vessel_location_timestamp: iso(now.getTime()),
    });
    const [here] = coordinatesOf(map, "current_vessel");
    expect(coordinatesOf(map, "past_vessel_locations").at(-1)?.at(-1)).toEqual(here);
    expect(coordinatesOf(map, "estimated_partial_leg")[0]?.[0]).toEqual(here);
    expect(coordinatesOf(map, "port")[0]).toEqual(coordinatesOf(map, "past_vessel_locations")[0]?.[0]);
    expect(coordinatesOf(map, "estimated_partial_leg").at(-1)?.at(-1)).toEqual(coordinatesOf(map, "port")[1]);
    expect(propertiesOf(map, "estimated_full_legs")).toEqual([]);
  });

  it("shows each transshipment with the times reported there", async () => {
    const { id, map } = await atSea(true);
    expect(propertiesOf(map, "port").map(({ label }) => label)).toEqual(["POL", "TS1", "POD"]);
    const { items } = await service.call(`/containers/${id}/transport_events`);
    const [, hub] = propertiesOf(map, "port");
    const came = items.find(({ attributes }) =>
      /(transshipment|feeder)_arrived$/.test(String(attributes?.event)),
    );
    const left = items.find(({ attributes }) => /transshipment_departed$/.test(String(attributes?.event)));
    expect(hub?.inbound_ata_at ?? undefined).toBe(came?.attributes?.timestamp);
    expect(hub?.outbound_atd_at ?? undefined).toBe(left?.attributes?.timestamp);
    const legs = propertiesOf(map, "past_vessel_locations").map(({ ports_sequence }) => ports_sequence);
    expect(legs).toContain(1);
  });

  it("moves the vessel with time and keeps the past route", async () => {
    const { id, map } = await atSea(false);
    const far = (collection: ContainerMap) =>
      coordinatesOf(collection, "past_vessel_locations").flat().length;
    now = new Date(START.getTime() + DAY_MS / 2);
    const later = await mapOf(id);
    expect(coordinatesOf(later, "current_vessel")).not.toEqual(coordinatesOf(map, "current_vessel"));
    expect(far(later)).toBeGreaterThan(far(map));
    now = START;
  });

  it("shows only the past route of a discharged container", async () => {
    for (const { id } of (await containersOf("picked_up")).slice(0, 5)) {
      const map = await mapOf(id);
      expect(propertiesOf(map, "port").at(-1)?.inbound_ata_at).not.toBeNull();
      const kinds = new Set(map.features.map(({ properties }) => properties.feature_type));
      expect([...kinds].sort()).toEqual(["past_vessel_locations", "port"]);
    }
  });

  it("shows nothing for an unknown container, and its route once it is manifested", async () => {
    const container = (await containersOf("new")).find(({ attributes }) => attributes?.pod_timezone === null);
    const map = await mapOf(container?.id ?? "");
    expect(map.features).toEqual([]);
    await stepJourney(service.store.db, container?.id ?? "", 1, now);
    const manifested = await mapOf(container?.id ?? "");
    expect(propertiesOf(manifested, "port").at(-1)?.label).toBe("POD");
    expect(propertiesOf(manifested, "estimated_full_legs").length).toBeGreaterThan(0);
    expect(propertiesOf(manifested, "past_vessel_locations")).toEqual([]);
  });

  it("draws no line across the antimeridian for any container", async () => {
    const { items } = await everyPage(service.call, "/containers");
    for (const { id } of items) {
      for (const { geometry } of (await mapOf(id)).features) {
        if (geometry.type !== "LineString") continue;
        for (const [index, [x = 0, y = 0]] of geometry.coordinates.entries()) {
          expect(Math.abs(x)).toBeLessThanOrEqual(180);
          expect(Math.abs(y)).toBeLessThan(70);
          expect(Math.abs(x - (geometry.coordinates[index - 1]?.[0] ?? x))).toBeLessThan(180);
        }
      }
    }
  });

  it("rejects other accounts and accounts without routing data", async () => {
    const [container] = await containersOf("on_ship");
    const { key, accountId } = await service.stranger();
    const path = `/containers/${container?.id}/map_geojson`;
    expect((await service.call(path, { key })).status).toBe(404);
    expect((await service.call("/containers/nothing/map_geojson")).status).toBe(404);
    await service.store.db
      .update(accounts)
      .set({ features: ["container_refresh"] })
      .where(eq(accounts.id, accountId));
    const refused = await service.call(path, { key });
    expect(refused.status).toBe(403);
    expect(refused.error).toMatchObject({
      title: "Forbidden",
      detail: "Routing data feature is not enabled for this account",
    });
  });
});
