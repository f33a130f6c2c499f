import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { relatedMany } from "@/lib/contract/json-api";
import { RESOURCES } from "@/lib/contract/responses/resources";
import { startTestService, type TestService } from "@/tracking-service/testing/running-service";

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ seedContainers: 40 });
});
afterAll(() => service.end());

describe("GET /containers/{id}/raw_events (supplement.md, raw_event)", () => {
  it("lists them in the carrier's order, as in the container's relationship", async () => {
    const { items } = await service.call("/containers?page[size]=40");
    const several = items.filter((container) => relatedMany(container, "raw_events").length > 0);
    expect(several.length).toBeGreaterThan(20);
    for (const container of several.slice(0, 8)) {
      const response = await service.call(`/containers/${container.id}/raw_events`);
      expect(response.items.map(({ id }) => id)).toEqual(
        relatedMany(container, "raw_events").map(({ id }) => id),
      );
      expect(response.document.meta).toEqual({ size: response.items.length, total: response.items.length });
      for (const [place, { attributes }] of response.items.entries()) {
        expect(RESOURCES.raw_event.attributes.safeParse(attributes).error).toBeUndefined();
        expect(attributes?.index).toBe(place);
        expect(attributes?.estimated ? attributes.actual_at : attributes?.estimated_at).toBeNull();
      }
    }
  });

  it("includes them with containers, each once and only for its own container", async () => {
    const { items, included } = await service.call("/containers?page[size]=3&include=raw_events.vessel");
    const named = items.flatMap((container) => relatedMany(container, "raw_events").map(({ id }) => id));
    const raw = included.filter(({ type }) => type === "raw_event").map(({ id }) => id);
    expect(raw.sort()).toEqual(named.sort());
    expect(included.some(({ type }) => type === "vessel")).toBe(true);
  });

  it("supports pages, and rejects unknown includes", async () => {
    const { items } = await service.call("/containers?page[size]=40");
    const container = items.find((one) => relatedMany(one, "raw_events").length > 2);
    const page = await service.call(`/containers/${container?.id}/raw_events?page[size]=2&page[number]=2`);
    expect(page.items[0]?.id).toBe(container && relatedMany(container, "raw_events")[2]?.id);
    const refused = await service.call(`/containers/${container?.id}/raw_events?include=party`);
    expect(refused.status).toBe(400);
    expect(refused.error.source).toEqual({ parameter: "include" });
  });

  it.each(["nothing", "0b000000-0000-4000-8000-000000000000"])("returns 404 for %s", async (id) => {
    expect((await service.call(`/containers/${id}/raw_events`)).status).toBe(404);
  });

  it("returns 404 for another account's container", async () => {
    const { items } = await service.call("/containers?page[size]=1");
    const { key } = await service.stranger();
    expect((await service.call(`/containers/${items[0]?.id}/raw_events`, { key })).status).toBe(404);
  });
});
