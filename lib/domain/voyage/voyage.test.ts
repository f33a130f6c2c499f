import { describe, expect, it } from "vitest";
import { testContainer } from "@/lib/domain/container/test-container";
import { plainVoyage, readVoyage, withStraightLines } from "./voyage";

const point = (coordinates: unknown, properties: Record<string, unknown>) => ({
  type: "Feature",
  geometry: { type: "Point", coordinates },
  properties,
});
const line = (coordinates: unknown, feature_type: string) => ({
  type: "Feature",
  geometry: { type: "LineString", coordinates },
  properties: { feature_type },
});
const collection = (...features: unknown[]) => ({ type: "FeatureCollection", features });

describe("the service's map", () => {
  it("is parsed to the ports in order, the vessel, and the lines behind and ahead", () => {
    const voyage = readVoyage(
      collection(
        point([-118.3, 33.7], {
          feature_type: "port",
          label: "POD",
          name: "Los Angeles",
          ports_sequence: 2,
          time_zone: "America/Los_Angeles",
          inbound_eta_at: "2026-11-24T18:00:00Z",
        }),
        point(["121.5", "31.2"], { feature_type: "port", label: "POL", name: "Shanghai", ports_sequence: 1 }),
        point([170, 44], {
          feature_type: "current_vessel",
          vessel_name: "MSC ORIANE",
          voyage_number: "442A",
          speed: 17.5,
        }),
        line(
          [
            [121.5, 31.2],
            [170, 44],
          ],
          "past_vessel_locations",
        ),
        line(
          [
            [170, 44],
            [180, 45],
          ],
          "estimated_partial_leg",
        ),
        line(
          [
            [-180, 45],
            [-118.3, 33.7],
          ],
          "estimated_full_legs",
        ),
      ),
    );
    expect(voyage?.ports.map(({ name }) => name)).toEqual(["Shanghai", "Los Angeles"]);
    expect(voyage?.ports[1]).toMatchObject({
      arrives: { at: "2026-11-24T18:00:00Z", zone: "America/Los_Angeles" },
      arrived: null,
    });
    expect(voyage?.vessel).toMatchObject({ name: "MSC ORIANE", position: [170, 44], speed: 17.5 });
    expect([voyage?.past.length, voyage?.ahead.length]).toEqual([1, 2]);
  });

  it("skips invalid and unknown features", () => {
    const voyage = readVoyage(
      collection(
        null,
        "port",
        point([400, 10], { feature_type: "port" }),
        point([10, 95], { feature_type: "port" }),
        point([Number.NaN, 1], { feature_type: "port" }),
        line([[1, 2]], "past_vessel_locations"),
        line(
          [
            [1, 2],
            [3, 4],
          ],
          "something_new",
        ),
        point([4.4, 51.2], { feature_type: "port", name: 7, time_zone: "Moon/Base", inbound_eta_at: "soon" }),
      ),
    );
    expect(voyage).toEqual({
      ports: [expect.objectContaining({ name: "Port", position: [4.4, 51.2], arrives: null })],
      vessel: null,
      past: [],
      ahead: [],
    });
  });

  it.each([null, "map", {}, { features: "none" }, collection()])("yields null for %o", (geojson) => {
    expect(readVoyage(geojson)).toBeNull();
  });
});

describe("the simplified voyage", () => {
  const lading = { code: "CNSHA", name: "Shanghai", longitude: 121.5, latitude: 31.2 };
  const discharge = { code: "USLAX", name: "Los Angeles", longitude: -118.3, latitude: 33.7 };
  const stop = (
    event: string,
    at: string,
    [longitude, latitude]: [number | null, number | null],
    place = "Busan",
  ) => ({
    event: `container.transport.${event}`,
    at,
    zone: "Asia/Seoul",
    place,
    longitude,
    latitude,
  });
  const container = testContainer(
    {},
    { pol_atd_at: "2026-11-01T00:00:00Z", pod_eta_at: "2026-11-24T18:00:00Z" },
  );

  it("runs behind the vessel as far as the milestones, and ahead to the port of discharge", () => {
    const voyage = plainVoyage(
      container,
      [
        stop("transshipment_arrived", "2026-11-04T00:00:00Z", [129, 35.1]),
        stop("transshipment_departed", "2026-11-06T00:00:00Z", [129, 35.1]),
        stop("rail_loaded", "2026-11-07T00:00:00Z", [-90, 40], "Chicago"),
        stop("feeder_arrived", "2026-11-03T00:00:00Z", [null, null], "nowhere"),
      ],
      { lading, discharge },
    );
    expect(voyage?.ports.map(({ name }) => name)).toEqual(["Shanghai", "Busan", "Los Angeles"]);
    expect(voyage?.ports[1]).toMatchObject({
      arrived: { at: "2026-11-04T00:00:00Z", zone: "Asia/Seoul" },
      departed: { at: "2026-11-06T00:00:00Z" },
    });
    expect(voyage?.past).toEqual([
      [
        [121.5, 31.2],
        [129, 35.1],
      ],
    ]);
    expect(voyage?.ahead).toEqual([
      [
        [129, 35.1],
        [-118.3, 33.7],
      ],
    ]);
  });

  it("is entirely behind once the vessel arrived", () => {
    const arrived = [stop("vessel_arrived", "2026-11-14T00:00:00Z", [-118.3, 33.7], "Los Angeles")];
    const voyage = plainVoyage(container, arrived, { lading, discharge });
    expect(voyage?.ports.map(({ label }) => label)).toEqual(["POL", "POD"]);
    expect(voyage?.ahead).toEqual([]);
    expect(voyage?.past).toHaveLength(1);
  });

  it("is null without any known position", () => {
    const nowhere = { ...lading, longitude: null };
    expect(plainVoyage(container, [], { lading: nowhere, discharge: null })).toBeNull();
    expect(plainVoyage(container, [], { lading, discharge: null })).toMatchObject({ past: [], ahead: [] });
  });

  it("is added to a map of ports alone, behind to the last port that the ship reached", () => {
    const ports = [
      point([121.5, 31.2], {
        feature_type: "port",
        ports_sequence: 1,
        outbound_atd_at: "2026-11-01T00:00:00Z",
      }),
      point([129, 35.1], { feature_type: "port", ports_sequence: 2, inbound_ata_at: "2026-11-04T00:00:00Z" }),
      point([-118.3, 33.7], { feature_type: "port", ports_sequence: 3 }),
    ];
    const voyage = readVoyage(collection(...ports));
    expect(voyage && withStraightLines(voyage)).toMatchObject({
      past: [
        [
          [121.5, 31.2],
          [129, 35.1],
        ],
      ],
      ahead: [
        [
          [129, 35.1],
          [-118.3, 33.7],
        ],
      ],
    });
  });
});
