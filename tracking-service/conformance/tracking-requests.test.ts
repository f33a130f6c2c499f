import { describe, expect, it } from "vitest";
import { relatedOne } from "@/lib/contract/json-api";
import {
  type Attributes,
  answered,
  KNOWN,
  maersk,
  numbered,
  OWN_NUMBERS,
  read,
  send,
  UNKNOWN,
} from "./recorded-requests";
import { call, itOurs, patience } from "./target";

describe("interface.md, POST /tracking_requests", () => {
  it("returns at once with a pending request and no shipment; supplement.md, POST /tracking_requests: 201", async () => {
    const response = await send({ ...KNOWN, ref_numbers: ["PO-1", "PO-2"], shipment_tags: ["rush"] });
    expect(response.status).toBe(201);
    expect(response.item.type).toBe("tracking_request");
    expect(response.item.attributes).toMatchObject({
      request_number: "TEST-TR-SUCCEEDED",
      request_type: "bill_of_lading",
      scac: "TEST",
      ref_numbers: ["PO-1", "PO-2"],
      shipment_tags: ["rush"],
      status: "pending",
      failed_reason: null,
      is_retrying: false,
      retry_count: null,
    });
    expect(relatedOne(response.item, "tracked_object")).toBeNull();
    expect(response.document.links?.self).toContain(`/tracking_requests/${response.item.id}`);
  });

  it.each<[string, Attributes, string]>([
    ["422 on scac: blank", { ...maersk("MAEU240123456"), scac: " " }, "scac"],
    ["422 on scac: unknown", { ...maersk("MAEU240123456"), scac: "QQQQ" }, "scac"],
    ["422 on request_number: blank", { ...KNOWN, request_number: " " }, "request_number"],
    ["422 on request_number: malformed", maersk("MAEU!!"), "request_number"],
  ])("supplement.md, Status codes and envelopes: %s", async (_, attributes, member) => {
    const response = await send(attributes);
    expect([response.status, response.error.source?.pointer]).toEqual([422, `/data/attributes/${member}`]);
  });

  it.each<[string, Attributes, number, string, string | null]>([
    ["a blank number", { ...KNOWN, request_number: "" }, 422, "request_number", "blank"],
    ["no number", { ...KNOWN, request_number: undefined }, 422, "request_number", "blank"],
    ["a malformed number", maersk("MAEU!!"), 422, "request_number", "invalid"],
    ["a wrong check digit", maersk("MSKU4807960", "container"), 422, "request_number", "invalid"],
    ["a BOL as a container", maersk("240123456", "container"), 422, "request_number", "invalid"],
    ["a number of 256 characters", maersk("9".repeat(256)), 422, "request_number", null],
    ["a number that is no text", { ...KNOWN, request_number: 5 }, 400, "request_number", null],
    [
      "another request_type",
      { ...KNOWN, request_type: "letter" },
      422,
      "request_type",
      "invalid_request_type",
    ],
    ["a blank scac", { ...maersk("MAEU240123456"), scac: "" }, 422, "scac", "blank"],
    ["no scac", { ...maersk("MAEU240123456"), scac: undefined }, 422, "scac", "blank"],
    ["an unknown scac", { ...maersk("MAEU240123456"), scac: "QQQQ" }, 422, "scac", "not_recognized"],
    ["a number of five characters", maersk("MAE12"), 422, "request_number", "too_short"],
    ["ref_numbers that are no list", { ...KNOWN, ref_numbers: "PO-1" }, 400, "ref_numbers", null],
    ["shipment_tags that are no texts", { ...KNOWN, shipment_tags: [1] }, 400, "shipment_tags/0", null],
  ])("refuses %s and names it", async (_, attributes, status, member, code) => {
    const response = await send(attributes);
    expect(response.status).toBe(status);
    expect(response.error.source?.pointer).toBe(`/data/attributes/${member}`);
    if (status === 422) expect(response.error.title).toBe("Unprocessable Entity");
    if (code) expect(response.error.code).toBe(code);
  });

  itOurs("refuses at once a number whose request is pending, once for each of two", OWN_NUMBERS, async () => {
    const number = numbered("7003");
    const two = await Promise.all([send(maersk(number)), send(maersk(number))]);
    const refused = two.find(({ status }) => status === 422);
    expect(two.map(({ status }) => status).sort()).toEqual([201, 422]);
    expect(refused?.error).toEqual({
      status: "422",
      code: "duplicate",
      title: "Unprocessable Entity",
      detail: `Request number '${number}' with scac 'MAEU' already exists in a tracking_request with a pending or created status`,
      source: { pointer: "/data/attributes/request_number" },
    });
  });

  itOurs(
    "supplement.md, Status codes and envelopes: 422 on scac: not supported",
    "which lines it asks differs",
    async () => {
      const response = await send({ ...maersk("MATS240123456"), scac: "MATS" });
      expect(response.error).toMatchObject({
        status: "422",
        code: "not_supported",
        source: { pointer: "/data/attributes/scac" },
      });
    },
  );

  it("data.type is tracking_request, and nothing else", async () => {
    const response = await call("/tracking_requests", {
      body: { data: { type: "tracking_requests", attributes: KNOWN } },
    });
    expect([response.status, response.error.source?.pointer]).toEqual([400, "/data/type"]);
  });

  it("supplement.md, POST /tracking_requests: shipment_tags[]", async () => {
    const requested = await send({ ...UNKNOWN, shipment_tags: ["rush", "reefer"] });
    expect(requested.item.attributes?.shipment_tags).toEqual(["rush", "reefer"]);
  });

  it("refuses another type, missing members and a relationship to something else", async () => {
    const wrongType = await call("/tracking_requests", {
      body: { data: { type: "party", attributes: KNOWN } },
    });
    expect(wrongType.status).toBe(400);
    expect(wrongType.error.source?.pointer).toBe("/data/type");
    const bare = await call("/tracking_requests", { body: { data: { type: "tracking_request" } } });
    expect(bare.status).toBe(400);
    expect(bare.error.source?.pointer).toBe("/data/attributes");
    const id = "00000000-0000-4000-8000-000000000000";
    const shipment = await send(KNOWN, { customer: { data: { type: "shipment", id } } });
    expect(shipment.status).toBe(400);
    expect(shipment.error.source?.pointer).toBe("/data/relationships/customer/data/type");
    for (const unknown of [id, "nobody", ""]) {
      const response = await send(KNOWN, { customer: { data: { type: "party", id: unknown } } });
      expect(response.status).toBe(422);
      expect(response.error.source?.pointer).toBe("/data/relationships/customer");
    }
  });

  it(
    "supplement.md, POST /tracking_requests: customer, and the user who asked",
    async () => {
      const attributes = { company_name: `Tracked for ${Date.now()}` };
      const party = (await call("/parties", { body: { data: { type: "party", attributes } } })).item;
      const requested = await send(KNOWN, { customer: { data: { type: "party", id: party.id } } });
      const response = await answered(requested.item.id);
      expect(relatedOne(response.item, "customer")).toMatchObject({ type: "party", id: party.id });
      const tracked = relatedOne(response.item, "tracked_object");
      const shipment = response.included.find(({ id }) => id === tracked?.id);
      expect(shipment?.attributes?.customer_name).toBe(attributes.company_name);
      const user = relatedOne(response.item, "user");
      expect(response.included.map(({ type, id }) => `${type}/${id}`)).toEqual(
        expect.arrayContaining([`party/${party.id}`, ...(user ? [`user/${user.id}`] : [])]),
      );
    },
    patience(130_000),
  );
});

describe("interface.md, GET /tracking_requests/{id}", () => {
  it("returns one tracking request, its shipment included, and 404 for what is not there", async () => {
    const { item } = await send(UNKNOWN);
    const response = await call(`/tracking_requests/${item.id}`);
    expect(response.status).toBe(200);
    expect(response.item.id).toBe(item.id);
    expect(response.document.links?.self).toContain(`/v2/tracking_requests/${item.id}`);
    for (const id of ["00000000-0000-4000-8000-000000000000", "nobody"]) {
      expect((await call(`/tracking_requests/${id}`)).status).toBe(404);
    }
    const include = await call(`/tracking_requests/${item.id}?include=tracked_object.nothing`);
    expect(include.status).toBe(400);
    expect(include.error.source?.parameter).toBe("include");
  });
});

describe("supplement.md, PATCH /tracking_requests/{id}", () => {
  const edit = (id: string, attributes: unknown, type = "tracking_request") =>
    call(`/tracking_requests/${id}`, { method: "PATCH", body: { data: { type, id, attributes } } });

  it("reference numbers are replaced, and nothing else", async () => {
    const { item } = await send({ ...UNKNOWN, ref_numbers: ["PO-1"] });
    const edited = await edit(item.id, { ref_numbers: ["PO-2", "PO-3"], status: "succeeded", scac: "MSCU" });
    expect(edited.status).toBe(200);
    expect(edited.item.attributes).toMatchObject({ ref_numbers: ["PO-2", "PO-3"], scac: "TEST" });
    expect((await read(item.id)).item.attributes?.ref_numbers).toEqual(["PO-2", "PO-3"]);
    expect((await edit(item.id, {})).item.attributes?.ref_numbers).toEqual(["PO-2", "PO-3"]);
    expect((await edit(item.id, { ref_numbers: [] })).item.attributes?.ref_numbers).toEqual([]);
  });

  it("refuses what is no list of texts, another type and an unknown request", async () => {
    const { item } = await send(UNKNOWN);
    const wrong = await edit(item.id, { ref_numbers: "PO-1" });
    expect(wrong.status).toBe(400);
    expect(wrong.error.source?.pointer).toBe("/data/attributes/ref_numbers");
    const long = await edit(item.id, { ref_numbers: Array.from({ length: 101 }, () => "PO") });
    expect(long.status).toBe(422);
    expect((await edit(item.id, { ref_numbers: ["x".repeat(256)] })).status).toBe(422);
    expect((await edit(item.id, { ref_numbers: [] }, "shipment")).status).toBe(400);
    expect((await edit("00000000-0000-4000-8000-000000000000", { ref_numbers: [] })).status).toBe(404);
    expect((await edit("nobody", { ref_numbers: [] })).status).toBe(404);
    expect((await read(item.id)).item.attributes?.ref_numbers).toEqual([]);
  });
});
