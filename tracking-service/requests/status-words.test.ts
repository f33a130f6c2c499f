import { afterAll, beforeAll, expect, it } from "vitest";
import { containerCheckDigit } from "@/lib/contract/container-number";
import {
  type Receiver,
  startReceiver,
  startTestService,
  type TestService,
  until,
} from "@/tracking-service/testing/running-service";

/** A container that its line knows, whose request is not left out of a search as that of a shipment's BOL. */
const NUMBER = `MSKU480801${containerCheckDigit("MSKU480801")}`;

let service: TestService;
let receiver: Receiver;

beforeAll(async () => {
  service = await startTestService({ seedContainers: 0, statusWords: "live" });
  receiver = await startReceiver();
});
afterAll(async () => {
  await service.end();
  await receiver.close();
});

const statusOf = (record: { attributes?: Record<string, unknown> } | undefined) => record?.attributes?.status;

it("a resolved request is created in every answer and delivery with the words of the live service", async () => {
  const event = "tracking_request.succeeded";
  const webhook = { url: receiver.url, active: true, events: [event] };
  await service.call("/webhooks", { body: { data: { type: "webhook", attributes: webhook } } });
  const attributes = { request_number: NUMBER, request_type: "container", scac: "MAEU" };
  const sent = await service.call("/tracking_requests", {
    body: { data: { type: "tracking_request", attributes } },
  });
  expect(statusOf(sent.item)).toBe("pending");
  const address = `/tracking_requests/${sent.item.id}`;
  await until(async () => statusOf((await service.call(address)).item) === "created", 60_000, 250);
  for (const word of ["created", "succeeded"]) {
    const { items } = await service.call(`/tracking_requests?filter[status]=${word}`);
    expect(items.map(statusOf), word).toEqual(["created"]);
  }
  const found = (await service.call(`/search?query=${NUMBER}`)).items;
  expect(found.map(statusOf).filter((status) => status !== null)).toEqual(["created"]);
  const example = await service.call(`/webhook_notifications/examples?event=${event}`);
  await until(() => receiver.received.length > 0);
  const delivered = JSON.parse(receiver.received[0]?.text ?? "");
  for (const included of [example.included, delivered.included]) {
    expect(statusOf(included.find(({ type }: { type: string }) => type === "tracking_request"))).toBe(
      "created",
    );
  }
});
