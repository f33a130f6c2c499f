import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { relatedOne } from "@/lib/contract/json-api";
import { startTestService, type TestService } from "@/tracking-service/testing/running-service";

let service: TestService;
let containerNumber: { id: string; number: string; shipmentId: string };
let bill: string;

beforeAll(async () => {
  service = await startTestService();
  const container = (await service.call("/containers?page[size]=1")).items[0];
  if (!container) throw new Error("no container");
  const shipmentId = relatedOne(container, "shipment")?.id ?? "";
  containerNumber = { id: container.id, number: String(container.attributes?.number), shipmentId };
  bill = String((await service.call(`/shipments/${shipmentId}`)).item.attributes?.bill_of_lading_number);
});
afterAll(() => service.end());

async function search(query: string, key?: string) {
  const response = await service.call(`/search?query=${encodeURIComponent(query)}`, { key });
  expect(response.status).toBe(200);
  return response.items.map(({ id, attributes }): Record<string, unknown> => ({ id, ...attributes }));
}

const edit = (id: string, attributes: object) =>
  service.call(`/shipments/${id}`, { method: "PATCH", body: { data: { type: "shipment", attributes } } });

describe("GET /search (supplement.md)", () => {
  it("finds a container by its number in any spelling", async () => {
    const { number } = containerNumber;
    for (const text of [
      number,
      number.toLowerCase(),
      ` ${number.slice(0, 4)} ${number.slice(4, 10)}-${number.slice(10)} `,
      `${number.slice(0, 4)}\u2013${number.slice(4)}`,
    ]) {
      expect(await search(text), text).toContainEqual(
        expect.objectContaining({ id: containerNumber.id, entity_type: "cargo", number }),
      );
    }
    expect((await search(number.slice(4))).map(({ id }) => id)).toContain(containerNumber.id);
    expect((await search(number.slice(3, 8))).map(({ id }) => id)).toContain(containerNumber.id);
    expect(await search(`${number}X`)).toEqual([]);
  });

  it("finds a shipment by its bill of lading, and not the request for the same number", async () => {
    const hits = await search(bill);
    expect(hits.map(({ entity_type }) => entity_type)).toEqual(["shipment"]);
    const containers = (await service.call(`/shipments/${containerNumber.shipmentId}?include=containers`))
      .included.length;
    expect(hits[0]).toMatchObject({
      id: containerNumber.shipmentId,
      number: bill,
      shipment_id: null,
      status: null,
      containers_count: containers,
    });
  });

  it("returns 25 at most: shipments, then containers, then requests", async () => {
    const owner = containerNumber.number.slice(0, 3);
    expect((await search(owner)).length).toBeLessThanOrEqual(25);
    await edit(containerNumber.shipmentId, { ref_numbers: ["4711-A"] });
    const other = (await service.call("/shipments?page[size]=2")).items.find(
      ({ id }) => id !== containerNumber.shipmentId,
    );
    await edit(other?.id ?? "", { ref_numbers: ["4711-AB", "X4711A"] });
    const container = { type: "container", id: containerNumber.id, attributes: { ref_numbers: ["4711A"] } };
    await service.call("/containers", { method: "PATCH", body: { data: container } });
    const request = { request_number: "TEST-TR-4711A", request_type: "bill_of_lading", scac: "TEST" };
    await service.call("/tracking_requests", {
      body: { data: { type: "tracking_request", attributes: request } },
    });
    const hits = await search("4711a");
    expect(hits.map(({ entity_type }) => entity_type)).toEqual([
      "shipment",
      "shipment",
      "cargo",
      "tracking_request",
    ]);
    const [first, second] = hits.map(({ updated_at }) => String(updated_at));
    expect(first?.localeCompare(second ?? "")).toBeGreaterThanOrEqual(0);
  });

  it("reflects an edit of the reference numbers", async () => {
    await edit(containerNumber.shipmentId, { ref_numbers: ["Müller 100%_x\\y"] });
    expect((await search("müller100%_X\\Y")).map(({ id }) => id)).toEqual([containerNumber.shipmentId]);
    await edit(containerNumber.shipmentId, { ref_numbers: [] });
    expect(await search("müller100%_x\\y")).toEqual([]);
  });

  it("treats no text as a pattern", async () => {
    for (const text of ["%", "_", "%%%", "___", ".*.", "\\", "'; drop table shipments; --", "\n\n\n"]) {
      if (text.trim() !== "") expect(await search(text), text).toEqual([]);
    }
  });

  it("finds only exact matches for one or two letters", async () => {
    expect(await search(containerNumber.number.slice(0, 2))).toEqual([]);
    await edit(containerNumber.shipmentId, { ref_numbers: ["q7"] });
    expect((await search("Q7")).map(({ id }) => id)).toEqual([containerNumber.shipmentId]);
    await edit(containerNumber.shipmentId, { ref_numbers: [] });
  });

  it("finds a request that has no shipment yet", async () => {
    const attributes = { request_number: "MAEUFINDME77", request_type: "bill_of_lading", scac: "MAEU" };
    const created = await service.call("/tracking_requests", {
      body: {
        data: { type: "tracking_request", attributes: { ...attributes, ref_numbers: ["PO find-me 9"] } },
      },
    });
    const hits = await search("po FINDME9");
    expect(hits[0]).toMatchObject({
      id: created.item.id,
      entity_type: "tracking_request",
      status: "pending",
    });
  });

  it("shows no results to another account", async () => {
    const { key } = await service.stranger();
    for (const text of [containerNumber.number, bill, bill.slice(0, 5)])
      expect(await search(text, key)).toEqual([]);
  });

  it.each(["", "?query=", "?query=%20%20"])("rejects '%s' with 400", async (query) => {
    const response = await service.call(`/search${query}`);
    expect(response.status).toBe(400);
    expect(response.error).toMatchObject({ title: "Bad Request", source: { parameter: "query" } });
  });

  it("finds nothing by separators alone", async () => {
    expect(await search("- - -")).toEqual([]);
  });

  it("uses an index for numbers", async () => {
    const client = await service.store.pool.connect();
    try {
      await client.query("set enable_seqscan = off");
      const { rows } = await client.query(
        `explain select entity_id from search_terms where account_id = $1
           and search_grams(account_id, terms) @> search_grams($1::uuid, $2::text) and strpos(terms, $2) > 0`,
        [service.accountId, containerNumber.number],
      );
      expect(JSON.stringify(rows)).toContain("search_terms_grams");
    } finally {
      client.release(true);
    }
  });

  it("has the terms of every record, whatever its origin", async () => {
    const { rows } = await service.store.pool.query(`
      select (select count(*) from search_terms)::int as terms,
        ((select count(*) from shipments) + (select count(*) from containers)
          + (select count(*) from tracking_requests))::int as records`);
    expect(rows[0].terms).toBe(rows[0].records);
  });
});
