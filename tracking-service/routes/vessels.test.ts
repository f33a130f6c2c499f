import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { JsonApiRecord } from "@/lib/contract/json-api";
import { DAY_MS, iso, millis } from "@/tracking-service/clock/instant";
import { accounts } from "@/tracking-service/store/schema";
import { everyPage } from "@/tracking-service/testing/every-page";
import { startTestService, type TestService } from "@/tracking-service/testing/running-service";

let service: TestService;
let stranger: { key: string; accountId: string };
const START = new Date("2026-11-21T09:00:00Z");

const NOWHERE = "00000000-0000-4000-8000-000000000000";

beforeAll(async () => {
  service = await startTestService({ simStart: START, seedContainers: 100 }, { now: () => START });
  stranger = await service.stranger();
});
afterAll(() => service.end());

const positionsSchema = z.array(
  z.strictObject({
    latitude: z.number(),
    longitude: z.number(),
    heading: z.number().min(0).max(359),
    timestamp: z.iso.datetime(),
    estimated: z.boolean(),
  }),
);
const positionsOf = (vessel: JsonApiRecord) => positionsSchema.parse(vessel.attributes?.positions);

/** Less than the shortest crossing: a vessel that arrives by then has left the last port of lading. */
const SOON = iso(START.getTime() + 5 * DAY_MS);

/** A shipment of the account at sea, with its vessel. It may have sailed with another one before. */
async function underWay() {
  const { items } = await everyPage(service.call, "/shipments");
  const found = items
    .map(({ attributes }) => attributes ?? {})
    .filter(({ pol_atd_at, pod_ata_at }) => pol_atd_at !== null && pod_ata_at === null)
    .find(({ pod_eta_at }) => typeof pod_eta_at === "string" && pod_eta_at < SOON);
  if (!found) throw new Error("nothing is at sea");
  const { pod_vessel_imo, port_of_lading_locode, port_of_discharge_locode } = found;
  return { imo: String(pod_vessel_imo), port_of_lading_locode, port_of_discharge_locode };
}

const portId = async (code: unknown) => (await service.call(`/ports/${code}`)).item.id;

describe("a vessel", () => {
  it("is found by IMO number and id, at the position shown on its map", async () => {
    const { imo } = await underWay();
    const { item } = await service.call(`/vessels/${imo}`);
    expect(item.attributes).toMatchObject({
      imo,
      latitude: expect.any(Number),
      longitude: expect.any(Number),
    });
    expect(item.links).toEqual({ self: `/v2/vessels/${item.id}` });
    expect((await service.call(`/vessels/${item.id}`)).item).toEqual(item);
    expect(item.attributes?.position_timestamp).toBeTypeOf("string");
  });

  it("shows the last week, or the requested period", async () => {
    const { imo } = await underWay();
    const week = positionsOf((await service.call(`/vessels/${imo}`)).item);
    expect(week.length).toBeGreaterThan(5);
    expect(week.every(({ estimated }) => !estimated)).toBe(true);
    const times = week.map(({ timestamp }) => timestamp);
    expect([...times].sort()).toEqual(times);
    expect(Math.min(...times.map(millis))).toBeGreaterThanOrEqual(START.getTime() - 7 * DAY_MS);
    const from = iso(START.getTime() - 3 * DAY_MS);
    const until = iso(START.getTime() - 2 * DAY_MS);
    const requested = `show_positions[from_timestamp]=${from}&show_positions[to_timestamp]=${until}`;
    const day = positionsOf((await service.call(`/vessels/${imo}?${requested}`)).item);
    expect(day.every(({ timestamp }) => timestamp >= from && timestamp <= until)).toBe(true);
    expect(day.length).toBeLessThan(week.length);
  });

  it("has no position for an account without a container aboard, nor when included", async () => {
    const { imo } = await underWay();
    const { item } = await service.call(`/vessels/${imo}`, { key: stranger.key });
    expect(item.attributes).toMatchObject({ imo, latitude: null, position_timestamp: null, positions: [] });
    const { items } = await everyPage(service.call, "/containers");
    const container = items.find(({ attributes }) => attributes?.current_status === "on_ship");
    const { included } = await service.call(`/containers/${container?.id}/transport_events?include=vessel`);
    expect(included.length).toBeGreaterThan(0);
    for (const { attributes } of included) {
      expect(attributes?.latitude).toBeNull();
      expect(attributes).not.toHaveProperty("positions");
    }
  });

  it.each(["1234567", NOWHERE, "EVER-GIVEN", "%00", "95013701234"])("is not found as %s", async (name) => {
    expect((await service.call(`/vessels/${name}`)).status).toBe(404);
    expect((await service.call(`/vessels/${name}/future_positions`)).status).toBe(404);
  });

  it.each(["", "/future_positions"])("requires routing data%s", async (path) => {
    const { imo } = await underWay();
    const { key, accountId } = await service.stranger("Without routes");
    await service.store.db.update(accounts).set({ features: [] }).where(eq(accounts.id, accountId));
    const refused = await service.call(`/vessels/${imo}${path}`, { key });
    expect(refused.status).toBe(403);
    expect(refused.error.title).toBe("Forbidden");
  });

  it("rejects invalid times", async () => {
    const { imo } = await underWay();
    const response = await service.call(`/vessels/${imo}?show_positions[from_timestamp]=soon`);
    expect(response.status).toBe(422);
    expect(response.error.source?.parameter).toBe("show_positions[from_timestamp]");
    const vast =
      "show_positions[from_timestamp]=0001-01-01&show_positions[to_timestamp]=9998-12-31T23:59:59Z";
    expect((await service.call(`/vessels/${imo}?${vast}`)).status).toBe(200);
  });
});

describe("future positions", () => {
  it("are the rest of the voyage under way between its two ports", async () => {
    const { imo, port_of_lading_locode, port_of_discharge_locode } = await underWay();
    const [from, to] = [await portId(port_of_lading_locode), await portId(port_of_discharge_locode)];
    const path = `/vessels/${imo}/future_positions?previous_port_id=${from}&port_id=${to}`;
    const { item } = await service.call(path);
    const ahead = positionsOf(item);
    expect(ahead.length).toBeGreaterThan(1);
    expect(ahead.every(({ estimated }) => estimated)).toBe(true);
    const times = ahead.map(({ timestamp }) => millis(timestamp));
    const pauses = times.slice(1, -1).map((at, index) => at - (times[index] ?? 0));
    expect(new Set(pauses)).toEqual(new Set([60_000]));
  });

  it("are a passage from now between two ports", async () => {
    const { imo } = await underWay();
    const [from, to] = [await portId("SGSIN"), await portId("USNYC")];
    const path = `/vessels/${imo}/future_positions`;
    const { item } = await service.call(`${path}?previous_port_id=${from}&port_id=${to}`);
    const way = positionsOf(item);
    expect(way[0]).toMatchObject({ timestamp: iso(START.getTime()), latitude: 1.2644 });
    const port = (await service.call("/ports/USNYC")).item;
    expect(way.at(-1)).toMatchObject({
      latitude: port.attributes?.latitude,
      longitude: port.attributes?.longitude,
    });
    const days = (millis(way.at(-1)?.timestamp ?? "") - START.getTime()) / DAY_MS;
    expect(days).toBeGreaterThan(20);
    expect(days).toBeLessThan(30);
  });

  it("begin at coordinates that are given", async () => {
    const { imo } = await underWay();
    const [from, to] = [await portId("SGSIN"), await portId("USNYC")];
    const ports = `previous_port_id=${from}&port_id=${to}`;
    const path = `/vessels/${imo}/future_positions_with_coordinates?${ports}`;
    const { item } = await service.call(`${path}&latitude=12.5&longitude=46.25`);
    const way = positionsOf(item);
    expect(way[0]).toMatchObject({ latitude: 12.5, longitude: 46.25, timestamp: iso(START.getTime()) });
    const days = (millis(way.at(-1)?.timestamp ?? "") - START.getTime()) / DAY_MS;
    expect(days).toBeGreaterThan(10);
    expect(days).toBeLessThan(20);
    for (const [query, parameter] of [
      ["latitude=91&longitude=0", "latitude"],
      ["latitude=12&longitude=east", "longitude"],
    ]) {
      const refused = await service.call(`${path}&${query}`);
      expect([refused.status, refused.error.source?.parameter]).toEqual([422, parameter]);
    }
    const missing = await service.call(`${path}&latitude=12`);
    expect([missing.status, missing.error.source?.parameter]).toEqual([400, "longitude"]);
  });

  it.each([
    [`port_id=${NOWHERE}`, "previous_port_id", 400],
    [`previous_port_id=${NOWHERE}`, "port_id", 400],
    [`port_id=USLAX&previous_port_id=${NOWHERE}`, "port_id", 422],
    [`port_id=${NOWHERE}&previous_port_id=${NOWHERE}`, "previous_port_id", 422],
  ])("reject %s", async (query, parameter, status) => {
    const { imo } = await underWay();
    const response = await service.call(`/vessels/${imo}/future_positions?${query}`);
    expect([response.status, response.error.source?.parameter]).toEqual([status, parameter]);
  });
});
