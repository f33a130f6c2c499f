import { describe, expect, it } from "vitest";
import { relatedOne } from "@/lib/contract/json-api";
import { everyPage } from "@/tracking-service/testing/every-page";
import { answered, maersk, numbered, send, UNKNOWN } from "./recorded-requests";
import { call, itHere, itOurs } from "./target";

const OURS = "other services differ here";
const RUN = Date.now().toString(36);
const NOWHERE = "00000000-0000-4000-8000-000000000000";

const write = (path: string, method: string, data: object) => call(path, { method, body: { data } });

let defined = 0;
async function define(entityType: string, dataType = "short_text"): Promise<{ id: string; slug: string }> {
  defined += 1;
  const slug = `operations_${RUN}_${defined}`;
  const attributes = { entity_type: entityType, api_slug: slug, display_name: "Lane", data_type: dataType };
  const data = { type: "custom_field_definition", attributes };
  return { id: (await write("/custom_field_definitions", "POST", data)).item.id, slug };
}

describe("supplement-2.md, 1. POST /tracking_requests", () => {
  itHere(
    "initial_custom_fields for the shipment, one container and all",
    "it tracks a shipment",
    async () => {
      const [shipment, container, all] = [
        await define("Shipment"),
        await define("Container"),
        await define("Container"),
      ];
      const request = {
        ...maersk(numbered("4401")),
        initial_custom_fields: {
          shipment: [{ api_slug: shipment.slug, value: "S" }],
          containers: [
            { api_slug: container.slug, value: "one", number: "MSKU0000001" },
            { api_slug: all.slug, value: "each", number: "" },
          ],
        },
      };
      const created = await send(request);
      const done = await answered(created.item.id);
      const shipmentId = relatedOne(done.item, "tracked_object")?.id;
      const valuesOf = async (path: string) =>
        (await call(`${path}/custom_fields`)).items.map(({ attributes }) => attributes?.value);
      expect(await valuesOf(`/shipments/${shipmentId}`)).toEqual(["S"]);
      const { included } = await call(`/shipments/${shipmentId}?include=containers`);
      expect(included.length).toBeGreaterThan(0);
      for (const { id, attributes } of included) {
        const own = attributes?.number === "MSKU0000001" ? ["one"] : [];
        expect((await valuesOf(`/containers/${id}`)).sort()).toEqual(["each", ...own].sort());
      }
    },
    60_000,
  );

  it("initial_custom_fields that are unknown: 422", async () => {
    const initial_custom_fields = { shipment: [{ api_slug: `no_${RUN}`, value: "1" }] };
    const response = await send({ ...UNKNOWN, initial_custom_fields });
    expect([response.status, response.error.source?.pointer]).toEqual([
      422,
      "/data/attributes/initial_custom_fields/shipment/0/api_slug",
    ]);
  });

  it("neither scac nor flag: 422 blank", async () => {
    const response = await send({ request_number: "MAEU240123456", request_type: "bill_of_lading" });
    expect([response.status, response.error.code]).toEqual([422, "blank"]);
  });

  itOurs("scac null while being detected", OURS, async () => {
    const request = { ...maersk(numbered("9901")), scac: undefined, auto_detect_vocc_scac: true };
    const response = await send(request);
    expect(response.item.attributes).toMatchObject({ scac: null, status: "pending" });
  });
});

describe("supplement-2.md, 1. PATCH /tracking_requests/{id}", () => {
  it.each([
    ["ref_number, one text", { ref_number: "PO-1" }],
    ["ref_numbers", { ref_numbers: ["PO-1"] }],
  ])("%s", async (_, attributes) => {
    const { item } = await send(UNKNOWN);
    const data = { type: "tracking_request", id: item.id, attributes };
    const edited = await write(`/tracking_requests/${item.id}`, "PATCH", data);
    expect(edited.item.attributes?.ref_numbers).toEqual(["PO-1"]);
  });
});

describe("supplement-2.md, 1. infer_number", () => {
  const infer = (number: string) => call("/tracking_requests/infer_number", { body: { number } });
  const decided = async (number: string) => {
    const line = Object((await infer(number)).item.attributes?.shipping_line);
    return { decision: line.decision, best: line.candidates[0]?.confidence ?? 0 };
  };

  itOurs(
    "auto_select from 0.95; supplement-2.md, 1. infer_number: needs_confirmation from 0.70; supplement-2.md, 1. infer_number: no_prediction below",
    OURS,
    async () => {
      const found = new Set<string>();
      for (const number of [
        "MSKU4807969",
        "MAEU240123456",
        "MAEU1",
        "240123456",
        "12345678",
        "TCLU4808004",
      ]) {
        const { decision, best } = await decided(number);
        const expected = best >= 0.95 ? "auto_select" : best >= 0.7 ? "needs_confirmation" : "no_prediction";
        expect(decision, number).toBe(expected);
        found.add(decision);
      }
      expect(found.size).toBe(3);
    },
  );

  itOurs(
    "validation.type container or shipment; supplement-2.md, 1. infer_number: is_valid true, false, null",
    OURS,
    async () => {
      for (const [number, type, is_valid] of [
        ["MSKU4807969", "container", true],
        ["MSKU4807960", "container", false],
        ["MAEU240123456", "shipment", true],
        ["QQQQQQ", "shipment", null],
      ]) {
        const { validation } = Object((await infer(String(number))).item.attributes);
        expect(validation, String(number)).toMatchObject({ type, is_valid });
      }
    },
  );

  it("unreadable number 422", async () => {
    const response = await infer("?!");
    expect([response.status, response.error.detail]).toEqual([422, expect.any(String)]);
  });
});

describe("supplement-2.md, 1. unknown filter[x]", () => {
  itHere(
    "filter[customer_id] on /shipments; supplement-2.md, 1. unknown filter[x]: filter[customer_id] on /containers; supplement-2.md, 1. unknown filter[x]: filter[customer_name] on /containers",
    "it tracks a shipment",
    async () => {
      const name = `Customer ${RUN}`;
      const party = (await write("/parties", "POST", { attributes: { company_name: name } })).item;
      const customer = { customer: { data: { type: "party", id: party.id } } };
      const request = await send(maersk(numbered("4402")), customer);
      const shipmentId = relatedOne((await answered(request.item.id)).item, "tracked_object")?.id;
      const ids = async (path: string) => (await everyPage(call, path)).items;
      expect((await ids(`/shipments?filter[customer_id]=${party.id}`)).map(({ id }) => id)).toEqual([
        shipmentId,
      ]);
      for (const query of [
        `filter[customer_id]=${party.id}`,
        `filter[customer_name]=${name.toUpperCase()}`,
      ]) {
        const containers = await ids(`/containers?${query}`);
        expect(containers.length, query).toBeGreaterThan(0);
        for (const each of containers) expect(relatedOne(each, "shipment")?.id).toBe(shipmentId);
      }
      expect(await ids(`/containers?filter[customer_id]=${NOWHERE}`)).toEqual([]);
    },
    60_000,
  );
});
