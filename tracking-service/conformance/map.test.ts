import { beforeAll, describe, expect, it } from "vitest";
import { type JsonApiRecord, relatedOne } from "@/lib/contract/json-api";
import { type ContainerMap, containerMapWritten } from "@/lib/contract/responses/map-geojson";
import { everyPage } from "@/tracking-service/testing/every-page";
import { call, itHere, itOurs, target } from "./target";

const NOWHERE = "00000000-0000-4000-8000-000000000000";

let containers: JsonApiRecord[];
/** Shipments whose port of discharge the shipping line has reported. */
let bound: Set<string>;

beforeAll(async () => {
  const response = await everyPage(call, "/containers?include=shipment");
  containers = response.items;
  bound = new Set(
    response.included.filter((each) => relatedOne(each, "port_of_discharge")).map(({ id }) => id),
  );
});

/** Containers of a status. Empty when the account has none. */
const met = (status: string) => containers.filter(({ attributes }) => attributes?.current_status === status);

type Feature = ContainerMap["features"][number];

async function featuresOf({ id }: JsonApiRecord): Promise<Feature[]> {
  const response = await call(`/containers/${id}/map_geojson`);
  expect(response.status).toBe(200);
  return containerMapWritten.parse(response.json).features;
}

const kindsOf = (features: Feature[]) => new Set(features.map(({ properties }) => properties.feature_type));

function portsOf(features: Feature[]) {
  return features.flatMap(({ geometry, properties }) =>
    properties.feature_type === "port" ? [{ geometry, properties }] : [],
  );
}

describe("interface.md, GET /containers/{id}/map_geojson", () => {
  it.each([NOWHERE, "no-uuid"])("404 for %s", async (id) => {
    expect([403, 404]).toContain((await call(`/containers/${id}/map_geojson`)).status);
  });

  itHere("404 for another account's", "it takes a second account", async () => {
    const key = target.strangerKey ?? "";
    expect((await call(`/containers/${containers[0]?.id}/map_geojson`, { key })).status).toBe(404);
  });
});

describe("supplement.md, GET /containers/{id}/map_geojson", () => {
  const why = "Routing Data is a paid feature, and other maps have other members";

  itOurs(
    "a bare GeoJSON FeatureCollection; supplement-2.md, 1. GET /containers/{id}/map_geojson: application/json; interface.md, GET /containers/{id}/map_geojson: returns route data",
    why,
    async () => {
      const response = await call(`/containers/${containers[0]?.id}/map_geojson`);
      expect(response.mediaType).toBe("application/json");
      expect(Object.keys(containerMapWritten.parse(response.json)).sort()).toEqual(["features", "type"]);
    },
  );

  itOurs("port: POL, TS1…, POD in order, with their times and zone", why, async () => {
    const underWay = met("on_ship").filter((container) =>
      bound.has(relatedOne(container, "shipment")?.id ?? ""),
    );
    for (const container of underWay.slice(0, 10)) {
      const ports = portsOf(await featuresOf(container)).map(({ properties }) => properties);
      const between = ports.slice(1, -1).map((_, index) => `TS${index + 1}`);
      expect(ports.map(({ label }) => label)).toEqual(["POL", ...between, "POD"]);
      expect(ports[0]?.outbound_atd_at ?? ports[0]?.outbound_etd_at).not.toBeNull();
      expect(ports.at(-1)?.inbound_eta_at).not.toBeNull();
      for (const port of ports) expect(port.time_zone).toMatch(/\//);
    }
  });

  itOurs("current_vessel: a point on its way, with the ports it left and makes for", why, async () => {
    const atSea = met("on_ship").filter(({ attributes }) => attributes?.pod_arrived_at === null);
    let vessels = 0;
    for (const container of atSea.slice(0, 10)) {
      for (const { geometry, properties } of await featuresOf(container)) {
        if (properties.feature_type !== "current_vessel") continue;
        vessels += 1;
        expect(geometry.type).toBe("Point");
        expect(properties.vessel_imo).toMatch(/^\d{7}$/);
        expect(properties.heading).toBeLessThan(360);
        expect(properties.speed).toBeLessThan(40);
        expect(properties.departure_port_label).not.toBe(properties.arrival_port_label);
      }
    }
    expect(vessels).toBeGreaterThan(0);
  });

  itOurs(
    "past_vessel_locations and supplement.md, GET /containers/{id}/map_geojson: estimated_partial_leg while the vessel is under way",
    why,
    async () => {
      const all = await Promise.all(met("on_ship").slice(0, 10).map(featuresOf));
      const underWay = all.map(kindsOf).filter((kinds) => kinds.has("current_vessel"));
      expect(underWay.length).toBeGreaterThan(0);
      for (const kinds of underWay) {
        expect(kinds).toContain("past_vessel_locations");
        expect(kinds).toContain("estimated_partial_leg");
      }
    },
  );

  itOurs(
    "supplement-2.md, 1. GET /containers/{id}/map_geojson: ports have state and country; supplement-2.md, 1. GET /containers/{id}/map_geojson: current_vessel has state and country of both ports; supplement-2.md, 1. GET /containers/{id}/map_geojson: vessel_location_speed, vessel_location_heading",
    why,
    async () => {
      const all = (await Promise.all(met("on_ship").slice(0, 10).map(featuresOf))).flat();
      const ports = portsOf(all).map(({ properties }) => properties);
      const american = ports.filter(({ country_code }) => country_code === "US");
      expect(american.length).toBeGreaterThan(0);
      for (const port of american) {
        expect(port.country).toBe("United States");
        expect(port.state).toMatch(/^[A-Z][a-z]+/);
      }
      for (const { state } of ports.filter(({ country_code }) => country_code !== "US"))
        expect(state).toBeNull();
      const vessels = all.flatMap(({ properties }) =>
        properties.feature_type === "current_vessel" ? [properties] : [],
      );
      expect(vessels.length).toBeGreaterThan(0);
      for (const vessel of vessels) {
        expect(vessel.departure_port_country).toEqual(expect.any(String));
        expect(vessel.arrival_port_country).toEqual(expect.any(String));
        expect(vessel).toHaveProperty("departure_port_state");
        expect(vessel).toHaveProperty("arrival_port_state");
        expect(vessel.vessel_location_heading).toBe(vessel.heading);
        expect(vessel.vessel_location_speed).toBe(vessel.speed);
      }
    },
  );

  itOurs("supplement-2.md, 1. GET /containers/{id}/map_geojson: no route yet: no features", why, async () => {
    const unknown = containers.filter(
      ({ attributes, relationships }) =>
        attributes?.current_status === "new" && !bound.has(Object(relationships?.shipment?.data).id),
    );
    for (const container of unknown.slice(0, 10)) {
      // A port alone would be a map without a route. The line may name the ports during the test.
      expect(portsOf(await featuresOf(container))).not.toHaveLength(1);
    }
  });

  itOurs("estimated_full_legs for legs that are still to come", why, async () => {
    const early = containers.filter(({ attributes }) =>
      ["new", "on_ship"].includes(String(attributes?.current_status)),
    );
    const all = await Promise.all(early.map(featuresOf));
    const legs = all.flat().filter(({ properties }) => properties.feature_type === "estimated_full_legs");
    for (const { geometry } of legs) expect(geometry.type).toBe("LineString");
    for (const features of all) {
      if (!kindsOf(features).has("estimated_full_legs")) continue;
      expect(portsOf(features).at(-1)?.properties.inbound_ata_at).toBeNull();
    }
  });

  itOurs("nothing is ahead of a container that came ashore", why, async () => {
    for (const container of met("picked_up").slice(0, 5)) {
      expect([...kindsOf(await featuresOf(container))].sort()).toEqual(["past_vessel_locations", "port"]);
    }
  });
});
