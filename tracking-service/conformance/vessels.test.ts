import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { JsonApiRecord } from "@/lib/contract/json-api";
import { everyPage } from "@/tracking-service/testing/every-page";
import { call, itHere, itOurs, target } from "./target";

const NOWHERE = "00000000-0000-4000-8000-000000000000";
const PAID = "Routing Data is a paid feature";

let vessel: JsonApiRecord;

beforeAll(async () => {
  const { items } = await everyPage(call, "/shipments");
  // The vessel that departed first. A vessel that has just departed has no position yet.
  const [underWay] = items
    .map(({ attributes }) => attributes ?? {})
    .filter(({ pol_atd_at, pod_ata_at, pod_vessel_imo }) => pol_atd_at && !pod_ata_at && pod_vessel_imo)
    .sort((a, b) => String(a.pol_atd_at).localeCompare(String(b.pol_atd_at)));
  if (!underWay) throw new Error("the account has no shipment at sea");
  if (target.ours) vessel = (await call(`/vessels/${underWay.pod_vessel_imo}`)).item;
});

const positions = z.array(
  z.looseObject({
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
    heading: z.number().min(0).lt(360).nullable(),
    timestamp: z.iso.datetime(),
    estimated: z.boolean(),
  }),
);

describe("supplement.md, vessel", () => {
  const nullable = z.number().nullable();
  for (const [name, schema] of Object.entries({
    name: z.string(),
    imo: z.string().regex(/^\d{7}$/),
    mmsi: z.string().nullable(),
    latitude: nullable,
    longitude: nullable,
    nautical_speed_knots: nullable,
    navigational_heading_degrees: nullable,
    position_timestamp: z.iso.datetime().nullable(),
    positions,
  })) {
    itOurs(name, PAID, async () => {
      expect(schema.safeParse(vessel.attributes?.[name]).error).toBeUndefined();
    });
  }

  for (const name of ["latitude", "longitude", "heading", "timestamp", "estimated"] as const) {
    itOurs(`positions[].${name}`, PAID, async () => {
      const shown = positions.parse(vessel.attributes?.positions);
      expect(shown.length).toBeGreaterThan(0);
      for (const each of shown) expect(each).toHaveProperty(name);
    });
  }
});

describe("supplement.md, GET /vessels/{id}; supplement.md, GET /vessels/{imo}; interface.md, Other endpoints: vessels by id; interface.md, Other endpoints: vessels by IMO", () => {
  itOurs("the same vessel by id and by IMO number", PAID, async () => {
    const byId = await call(`/vessels/${vessel.id}`);
    expect(byId.item.id).toBe(vessel.id);
    expect(byId.item.attributes?.imo).toBe(vessel.attributes?.imo);
    expect(byId.document.links?.self).toMatch(new RegExp(`/v2/vessels/${vessel.id}$`));
  });

  itOurs("positions are past ones, oldest first", PAID, async () => {
    const shown = positions.parse(vessel.attributes?.positions);
    const times = shown.map(({ timestamp }) => timestamp);
    expect(times).toEqual([...times].sort());
    expect(shown.every(({ estimated }) => !estimated)).toBe(true);
  });

  it.each([NOWHERE, "0000000", "no-vessel"])("404 for %s", async (name) => {
    expect([403, 404]).toContain((await call(`/vessels/${name}`)).status);
  });
});

async function passagePath(name = "future_positions"): Promise<string> {
  const [from, to] = [(await call("/ports/CNSHA")).item.id, (await call("/ports/USLAX")).item.id];
  return `/vessels/${vessel.id}/${name}?previous_port_id=${from}&port_id=${to}`;
}

describe("supplement.md, GET /vessels/{id}/future_positions", () => {
  itOurs("a passage between two ports", PAID, async () => {
    const way = positions.parse((await call(await passagePath())).item.attributes?.positions);
    expect(way.length).toBeGreaterThan(1_000);
    expect(way.every(({ estimated }) => estimated)).toBe(true);
    const times = way.map(({ timestamp }) => timestamp);
    expect(times).toEqual([...times].sort());
  });

  itOurs("supplement-2.md, 1. future_positions: positions one minute apart", PAID, async () => {
    const way = positions.parse((await call(await passagePath())).item.attributes?.positions);
    const times = way.slice(0, 60).map(({ timestamp }) => Date.parse(timestamp));
    for (const [index, at] of times.slice(1).entries()) expect(at - (times[index] ?? 0)).toBe(60_000);
  });

  itOurs("supplement-2.md, 1. future_positions: both port ids required, uuid", PAID, async () => {
    const path = `/vessels/${vessel.id}/future_positions`;
    for (const [query, status, parameter] of [
      ["", 400, "previous_port_id"],
      [`?previous_port_id=${NOWHERE}`, 400, "port_id"],
      [`?previous_port_id=USLAX&port_id=${NOWHERE}`, 422, "previous_port_id"],
      [`?previous_port_id=${NOWHERE}&port_id=${NOWHERE}`, 422, "previous_port_id"],
    ] as const) {
      const response = await call(`${path}${query}`);
      expect([response.status, response.error.source?.parameter], query).toEqual([status, parameter]);
    }
  });

  it.each([NOWHERE, "no-vessel"])("404 for %s", async (name) => {
    expect([403, 404]).toContain((await call(`/vessels/${name}/future_positions`)).status);
  });
});

describe("supplement-2.md, 1. GET /vessels/{id}/future_positions_with_coordinates", () => {
  const pathOf = async (query: string) => (await passagePath("future_positions_with_coordinates")) + query;

  itOurs("200: a vessel with positions from the coordinates on, and links.self", PAID, async () => {
    const path = await pathOf("&latitude=30.5&longitude=150.25");
    const response = await call(path);
    expect(response.item).toMatchObject({ type: "vessel", id: vessel.id });
    const [first] = positions.parse(response.item.attributes?.positions);
    expect(first).toMatchObject({ latitude: 30.5, longitude: 150.25, estimated: true });
    expect(response.document.links?.self).toBe(`${target.url}${path}`);
  });

  itOurs("latitude and longitude are required numbers", PAID, async () => {
    for (const [query, status, parameter] of [
      ["", 400, "longitude"],
      ["&longitude=3", 400, "latitude"],
      ["&longitude=3&latitude=north", 422, "latitude"],
    ] as const) {
      const response = await call(await pathOf(query));
      expect([response.status, response.error.source?.parameter]).toEqual([status, parameter]);
    }
  });

  itHere("403 Forbidden without Routing Data", "it takes a second account", async () => {
    const response = await call(await pathOf("&latitude=1&longitude=1"), { key: target.plainKey ?? "" });
    expect([response.status, response.error.title]).toEqual([403, "Forbidden"]);
  });

  itOurs("404 for an unknown vessel", PAID, async () => {
    const path = `/vessels/${NOWHERE}/future_positions_with_coordinates`;
    expect((await call(path)).status).toBe(404);
  });
});
