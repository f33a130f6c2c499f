import { describe, expect, it } from "vitest";
import { readComingPositions, readLastPosition, vesselLegOf } from "./vessel-positions";

const NOW = new Date("2026-11-20T12:00:00Z");
const minutes = (count: number) => new Date(NOW.getTime() + count * 60_000).toISOString();
const at = (count: number, latitude: unknown = 33) => ({
  latitude,
  longitude: -140,
  timestamp: minutes(count),
  estimated: true,
});
const map = (...features: unknown[]) => ({ type: "FeatureCollection", features });
const vessel = (properties: Record<string, unknown>) => ({
  properties: { feature_type: "current_vessel", ...properties },
});

describe("the leg of a map", () => {
  it("is the one of the vessel under way", () => {
    const leg = { vessel_id: "v-1", departure_port_id: "p-1", arrival_port_id: "p-2" };
    expect(vesselLegOf(map({ properties: { feature_type: "port" } }, 7, vessel(leg)))).toEqual({
      vesselId: "v-1",
      previousPortId: "p-1",
      portId: "p-2",
    });
  });

  it.each([
    null,
    "no map",
    map(),
    map(vessel({ vessel_id: "v-1", departure_port_id: null, arrival_port_id: "p-2" })),
    map({ properties: null }),
  ])("is null for %j", (sent) => {
    expect(vesselLegOf(sent)).toBeNull();
  });
});

describe("coming positions", () => {
  it("are one a day and the last, of positions a minute apart", () => {
    const sent = Array.from({ length: 2 * 1_440 + 90 }, (_, index) => at(index));
    expect(readComingPositions(sent, NOW).map((each) => each.at)).toEqual([
      minutes(1_440),
      minutes(2_880),
      minutes(2_969),
    ]);
  });

  it("leave out what is past or invalid", () => {
    expect(readComingPositions([at(-5), at(10, 91), at(10, "x"), null, at(20)], NOW)).toEqual([
      { position: [-140, 33], at: minutes(20) },
    ]);
    expect(readComingPositions("none", NOW)).toEqual([]);
  });
});

describe("the last position", () => {
  it("has its speed if reported", () => {
    const sent = {
      latitude: 33,
      longitude: -140,
      position_timestamp: minutes(-5),
      nautical_speed_knots: 18.5,
    };
    expect(readLastPosition(sent)).toEqual({ position: [-140, 33], at: minutes(-5), speed: 18.5 });
    expect(readLastPosition({ ...sent, nautical_speed_knots: null })).toMatchObject({ speed: null });
  });

  it.each([{}, null, { latitude: null, longitude: null, position_timestamp: null }])(
    "is null for %j",
    (sent) => {
      expect(readLastPosition(sent)).toBeNull();
    },
  );
});
