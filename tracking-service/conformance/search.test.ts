import { beforeAll, describe, expect, it } from "vitest";
import { relatedOne } from "@/lib/contract/json-api";
import { send, UNKNOWN } from "./recorded-requests";
import { call, itHere, target } from "./target";

let containerNumber: { id: string; number: string; shipmentId: string };
let bill: string;
const REFERENCE = `SEARCHED-${Date.now()}`;

beforeAll(async () => {
  const container = (await call("/containers?page[size]=1")).items[0];
  if (!container) throw new Error("the account has no container to test with");
  const shipmentId = relatedOne(container, "shipment")?.id ?? "";
  containerNumber = { id: container.id, number: String(container.attributes?.number), shipmentId };
  bill = String((await call(`/shipments/${shipmentId}`)).item.attributes?.bill_of_lading_number);
});

async function search(query: string) {
  const response = await call(`/search?query=${encodeURIComponent(query)}`);
  expect(response.status).toBe(200);
  expect(response.items.length).toBeLessThanOrEqual(25);
  return response.items.map(({ id, attributes }): Record<string, unknown> => ({ id, ...attributes }));
}

describe("supplement.md, GET /search?query=", () => {
  it("type cargo: a container by its number; interface.md, Other endpoints: search", async () => {
    const hits = await search(containerNumber.number);
    expect(hits).toContainEqual(
      expect.objectContaining({ entity_type: "cargo", number: containerNumber.number }),
    );
    expect(hits.map(({ id }) => id)).toContain(containerNumber.id);
    expect(hits.find(({ id }) => id === containerNumber.id)?.shipment_id).toBe(containerNumber.shipmentId);
  });

  it("type shipment: by the bill of lading", async () => {
    const hits = await search(bill);
    expect(hits[0]).toMatchObject({ entity_type: "shipment", number: bill });
    expect(hits.filter(({ number }) => number === bill).map(({ id }) => id)).toContain(
      containerNumber.shipmentId,
    );
  });

  it("type tracking_request: by its number", async () => {
    const requested = await send({ ...UNKNOWN, ref_numbers: [REFERENCE] });
    const [request] = await search(REFERENCE);
    expect(request).toMatchObject({ entity_type: "tracking_request", id: requested.item.id });
    expect(request?.status).toEqual(expect.any(String));
  });

  it("finds parts", async () => {
    const hits = await search(containerNumber.number.slice(0, 6));
    expect(hits.length).toBeGreaterThan(0);
    for (const { number, ref_numbers } of hits) {
      const all = [number, ...(Array.isArray(ref_numbers) ? ref_numbers : [])]
        .join("\n")
        .replaceAll(/[ .-]/g, "");
      expect(all.toUpperCase()).toContain(containerNumber.number.slice(0, 6));
    }
  });

  it("up to 25 hits", async () => {
    expect((await search(containerNumber.number.slice(0, 3))).length).toBeLessThanOrEqual(25);
  });

  it("finds nothing where there is nothing", async () => {
    for (const text of ["NO-SUCH-NUMBER-4711", "%", "___", "\\"]) expect(await search(text)).toEqual([]);
  });

  it.each(["", "?query=", "?query=%20"])("refuses '%s' with 400 on the parameter", async (query) => {
    const response = await call(`/search${query}`);
    expect(response.status).toBe(400);
    expect(response.error.source).toEqual({ parameter: "query" });
  });

  it("refuses a NUL character with 400", async () => {
    const response = await call("/search?query=a%00b");
    expect(response.status).toBe(400);
    expect(response.error.source).toEqual({ parameter: "query" });
  });

  itHere("shows another account nothing", "it takes a second account", async () => {
    const response = await call(`/search?query=${containerNumber.number}`, { key: target.strangerKey ?? "" });
    expect(response.items).toEqual([]);
  });
});

describe("supplement.md, Deep links: case, spaces and dashes are ignored", () => {
  it("in a search", async () => {
    const { number } = containerNumber;
    for (const text of [
      number.toLowerCase(),
      `${number.slice(0, 4)} ${number.slice(4, 10)} ${number.slice(10)}`,
      `${number.slice(0, 4)}-${number.slice(4)}`,
    ]) {
      expect(
        (await search(text)).map((hit) => hit.number),
        text,
      ).toContain(number);
    }
  });
});
