import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { containerCheckDigit } from "@/lib/contract/container-number";
import { type JsonApiRecord, relatedMany, relatedOne } from "@/lib/contract/json-api";
import {
  type Receiver,
  startReceiver,
  startTestService,
  type TestService,
  until,
} from "@/tracking-service/testing/running-service";

let service: TestService;
let receiver: Receiver;

const EVENTS = [
  "tracking_request.succeeded",
  "tracking_request.failed",
  "tracking_request.awaiting_manifest",
  "container.created",
];

beforeAll(async () => {
  service = await startTestService();
  receiver = await startReceiver();
  const attributes = { url: receiver.url, active: true, events: EVENTS };
  await service.call("/webhooks", { body: { data: { type: "webhook", attributes } } });
});
afterAll(async () => {
  await service.end();
  await receiver.close();
});

type Attributes = Record<string, unknown>;

function send(attributes: Attributes, relationships?: object) {
  const body = {
    data: {
      type: "tracking_request",
      attributes: { request_type: "bill_of_lading", scac: "MAEU", ...attributes },
      relationships,
    },
  };
  return service.call("/tracking_requests", { body });
}

async function answered(id: string) {
  let request: JsonApiRecord | undefined;
  await until(
    async () => {
      request = (await service.call(`/tracking_requests/${id}`)).item;
      return request.attributes?.status !== "pending";
    },
    60_000,
    250,
  );
  return service.call(`/tracking_requests/${id}`);
}

/** Returns the container number for this owner and serial number, with its check digit. */
const container = (first10: string) => `${first10}${containerCheckDigit(first10)}`;

describe("POST /tracking_requests rejects", () => {
  it.each<[Attributes, number, string, string?]>([
    [{ request_number: "" }, 422, "request_number", "blank"],
    [{ request_number: undefined }, 422, "request_number", "blank"],
    [{ request_number: 12345678 }, 400, "request_number"],
    [{ request_number: "MAEU!!" }, 422, "request_number", "invalid"],
    [{ request_number: "x".repeat(400) }, 422, "request_number", "too_long"],
    [{ request_number: "MSKU4807960", request_type: "container" }, 422, "request_number", "invalid"],
    [{ request_number: "MSKU48", request_type: "container" }, 422, "request_number", "invalid"],
    [{ request_number: "MAE12" }, 422, "request_number", "too_short"],
    [{ request_number: "MAEU12345678", request_type: "letter" }, 422, "request_type", "invalid_request_type"],
    [{ request_number: "MAEU12345678", request_type: undefined }, 422, "request_type", "blank"],
    [{ request_number: "MAEU12345678", scac: "" }, 422, "scac", "blank"],
    [{ request_number: "MAEU12345678", scac: null }, 422, "scac", "blank"],
    [{ request_number: "MAEU12345678", scac: "MAE" }, 422, "scac", "not_recognized"],
    [{ request_number: "MAEU12345678", scac: "XXXX" }, 422, "scac", "not_recognized"],
    [
      { request_number: "MAEU12345678", scac: "xxxx", auto_detect_vocc_scac: true },
      422,
      "scac",
      "not_recognized",
    ],
    [{ request_number: "MATS12345678", scac: "MATS" }, 422, "scac", "not_supported"],
    [{ request_number: "MAEU12345678", ref_numbers: "PO-1" }, 400, "ref_numbers"],
    [{ request_number: "MAEU12345678", auto_detect_vocc_scac: "yes" }, 400, "auto_detect_vocc_scac"],
  ])("%j with %i", async (attributes, status, member, code) => {
    const before = (await service.call("/tracking_requests")).document.meta?.total;
    const response = await send(attributes);
    expect(response.status).toBe(status);
    expect(response.error.source?.pointer).toBe(`/data/attributes/${member}`);
    if (code) expect(response.error.code).toBe(code);
    if (status === 422) expect(response.error.title).toBe("Unprocessable Entity");
    expect((await service.call("/tracking_requests")).document.meta?.total).toBe(before);
  });

  it("a customer that is not a party of the account", async () => {
    const customer = { data: { type: "party", id: "00000000-0000-4000-8000-000000000000" } };
    const response = await send({ request_number: "MAEU12345678" }, { customer });
    expect(response.status).toBe(422);
    expect(response.error.source?.pointer).toBe("/data/relationships/customer");
  });
});

describe("a tracking request", () => {
  it("is pending at first, then succeeds with shipment, containers and the account's input", async () => {
    const party = (await service.call("/parties")).items[0];
    const customer = { data: { type: "party", id: party?.id } };
    const requested = await send(
      { request_number: "maeu 240-123456", ref_numbers: ["PO-7"], shipment_tags: ["rush"] },
      { customer },
    );
    expect(requested.status).toBe(201);
    expect(requested.item.attributes).toMatchObject({
      status: "pending",
      failed_reason: null,
      is_retrying: false,
    });
    expect(relatedOne(requested.item, "tracked_object")).toBeNull();

    const response = await answered(requested.item.id);
    expect(response.item.attributes).toMatchObject({ status: "succeeded", ref_numbers: ["PO-7"] });
    expect(relatedOne(response.item, "customer")?.id).toBe(party?.id);
    const tracked = relatedOne(response.item, "tracked_object");
    const shipment = response.included.find(({ id }) => id === tracked?.id);
    expect(shipment?.attributes).toMatchObject({
      bill_of_lading_number: "MAEU240123456",
      normalized_number: "240123456",
      shipping_line_scac: "MAEU",
      ref_numbers: ["PO-7"],
      tags: ["rush"],
      customer_name: party?.attributes?.company_name,
    });
    const found = await service.call("/shipments?number=MAEU240123456&include=containers");
    expect(found.items.map(({ id }) => id)).toEqual([tracked?.id]);
    const containers = found.items[0] ? relatedMany(found.items[0], "containers") : [];
    expect(containers.length).toBeGreaterThan(0);
    await until(
      () => receiver.events().filter((event) => event === "container.created").length >= containers.length,
    );
    await until(() => receiver.events().includes("tracking_request.succeeded"));
  });

  it("gets the documented result for every test number", async () => {
    const numbers: [Attributes, string, string | null][] = [
      [{ request_number: "TEST-TR-SUCCEEDED", scac: "TEST" }, "succeeded", null],
      [{ request_number: "TEST-TR-SUCCEEDED", scac: "TEST" }, "succeeded", null],
      [{ request_number: "TEST-TR-FAILED", scac: "TEST" }, "failed", "not_found"],
      [{ request_number: "ANYTHING", scac: "TEST" }, "failed", "invalid_number"],
      [{ request_number: "TEST-TR-DATA-UNAVAILABLE", scac: "TEST" }, "failed", "data_unavailable"],
      [{ request_number: "TEST-TR-AWAITING-MANIFEST", scac: "TEST" }, "awaiting_manifest", null],
      [{ request_number: "MAEU24559901" }, "failed", "booking_cancelled"],
      [{ request_number: "MAEU24559902" }, "failed", "expired"],
      [{ request_number: "MAEU24559903" }, "failed", "internal_processing_error"],
      [{ request_number: "MAEU24559904" }, "failed", "invalid_number"],
      [{ request_number: "MAEU24559905" }, "failed", "not_found"],
      [{ request_number: "MAEU24559906" }, "failed", "retries_exhausted"],
      [{ request_number: "MAEU24559907" }, "failed", "shipping_line_unreachable"],
      [{ request_number: "MAEU24559908" }, "failed", "unrecognized_response"],
      [{ request_number: "MAEU24559909" }, "failed", "data_unavailable"],
      [{ request_number: "MAEU24559910" }, "awaiting_manifest", null],
      [{ request_number: "MAEU24559912" }, "failed", "awaiting_manifest"],
      [{ request_number: "MAEU24559913" }, "awaiting_manifest", null],
      [{ request_number: "UNHEARD" }, "awaiting_manifest", null],
      [{ request_number: "BK2400111", request_type: "booking_number", scac: "ONEY" }, "succeeded", null],
      [{ request_number: container("MSKU480800"), request_type: "container" }, "succeeded", null],
      [{ request_number: container("TCLU480800"), request_type: "container" }, "succeeded", null],
      [{ request_number: container("MSKU000123"), request_type: "container" }, "failed", "not_found"],
      [{ request_number: container("OOLU480800"), request_type: "container" }, "failed", "not_found"],
      [{ request_number: "HLCU24778899", scac: null, auto_detect_vocc_scac: true }, "succeeded", null],
      [
        { request_number: "QQQQ24778899", scac: null, auto_detect_vocc_scac: true },
        "failed",
        "scac_auto_detect_failed",
      ],
    ];
    const requested = await Promise.all(numbers.map(([attributes]) => send(attributes)));
    const responses = await Promise.all(requested.map(({ item }) => answered(item.id)));
    const seen = responses.map(({ item }) => [item.attributes?.status, item.attributes?.failed_reason]);
    expect(seen).toEqual(numbers.map(([, status, reason]) => [status, reason]));
    const detected =
      responses[numbers.findIndex(([{ request_number }]) => request_number === "HLCU24778899")];
    expect(detected?.item.attributes?.scac).toBe("HLCU");
    await until(() => receiver.events().includes("tracking_request.awaiting_manifest"));
    expect(receiver.events()).toContain("tracking_request.failed");
  });

  it("is refused at once while a pending or succeeded one has the number, and not after that one failed", async () => {
    const again = async (attributes: Attributes) => (await send(attributes)).error;
    const refused = (number: string) => ({
      status: "422",
      code: "duplicate",
      title: "Unprocessable Entity",
      detail: `Request number '${number}' with scac 'MAEU' already exists in a tracking_request with a pending or created status`,
      source: { pointer: "/data/attributes/request_number" },
    });
    const first = await send({ request_number: "MAEU240777002" });
    expect(first.status).toBe(201);
    expect(await again({ request_number: "maeu 240777002" })).toEqual(refused("maeu 240777002"));
    expect((await answered(first.item.id)).item.attributes?.status).toBe("succeeded");
    expect(await again({ request_number: "MAEU240777002" })).toEqual(refused("MAEU240777002"));
    expect(await again({ request_number: "MAEU240777002", scac: null, auto_detect_vocc_scac: true })).toEqual(
      refused("MAEU240777002"),
    );
    const failed = await send({ request_number: "MAEU24779904" });
    expect((await answered(failed.item.id)).item.attributes?.status).toBe("failed");
    expect((await send({ request_number: "MAEU24779904" })).status).toBe(201);
    const shipment = relatedOne((await answered(first.item.id)).item, "tracked_object");
    await service.call(`/shipments/${shipment?.id}/stop_tracking`, { method: "PATCH" });
    expect((await send({ request_number: "MAEU240777002" })).status).toBe(201);
  });

  it("is created once when several are sent at the same time, and once in each account", async () => {
    const stranger = await service.stranger();
    const statuses = async (key: string) => {
      const attributes = { request_number: "MAEU240777003", request_type: "bill_of_lading", scac: "MAEU" };
      const body = { data: { type: "tracking_request", attributes } };
      const sent = Array.from({ length: 8 }, () => service.call("/tracking_requests", { key, body }));
      return (await Promise.all(sent)).map(({ status }) => status).sort();
    };
    const [own, other] = await Promise.all([statuses(service.key), statuses(stranger.key)]);
    expect([own, other]).toEqual(Array.from({ length: 2 }, () => [201, 422, 422, 422, 422, 422, 422, 422]));
  });

  it("fails as duplicate while an earlier one is active, in any spelling of the number", async () => {
    const first = await send({ request_number: "MAEU240777001" });
    const again = await send({ request_number: "240777001" });
    expect((await answered(first.item.id)).item.attributes?.status).toBe("succeeded");
    expect((await answered(again.item.id)).item.attributes).toMatchObject({
      status: "failed",
      failed_reason: "duplicate",
    });
    const seeded = (await service.call("/containers?page[size]=60&include=shipment")).items.find(
      ({ attributes }) => attributes?.current_status === "on_ship",
    );
    const number = String(seeded?.attributes?.number);
    const prefixed = await send({ request_number: number, request_type: "container" });
    expect((await answered(prefixed.item.id)).item.attributes?.failed_reason).toBe("duplicate");
  });
});
