import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { JsonApiRecord } from "@/lib/contract/json-api";
import { call, itOurs, target } from "./target";

const NOWHERE = "00000000-0000-4000-8000-000000000000";
const PAID = "Routing Data is a paid feature";

let vessel: JsonApiRecord;

beforeAll(async () => {
  const { items } = await call("/shipments?page[size]=200");
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

describe("supplement.md, GET /vessels/{id}/future_positions", () => {
  itOurs("estimated positions on the rest of the way", PAID, async () => {
    const response = await call(`/vessels/${vessel.id}/future_positions`);
    expect(response.status).toBe(200);
    const ahead = positions.parse(response.item.attributes?.positions);
    expect(ahead.every(({ estimated }) => estimated)).toBe(true);
    const times = ahead.map(({ timestamp }) => timestamp);
    expect(times).toEqual([...times].sort());
  });

  itOurs("a passage between two ports", PAID, async () => {
    const path = `/vessels/${vessel.id}/future_positions?previous_port_id=CNSHA&port_id=USLAX`;
    expect(positions.parse((await call(path)).item.attributes?.positions).length).toBeGreaterThan(10);
  });

  itOurs("422 where one port is missing or unknown", PAID, async () => {
    for (const query of ["port_id=USLAX", `previous_port_id=USLAX&port_id=${NOWHERE}`]) {
      expect((await call(`/vessels/${vessel.id}/future_positions?${query}`)).status).toBe(422);
    }
  });

  it.each([NOWHERE, "no-vessel"])("404 for %s", async (name) => {
    expect([403, 404]).toContain((await call(`/vessels/${name}/future_positions`)).status);
  });
});
