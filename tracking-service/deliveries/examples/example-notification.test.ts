import { once } from "node:events";
import { createServer } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EVENTS, MINIMAL_BODY_EVENTS } from "@/lib/contract/events";
import { notificationDocumentSchema } from "@/lib/contract/webhook";
import { isResourceType, RESOURCES } from "@/lib/contract/written/resources";
import {
  type Receiver,
  startReceiver,
  startTestService,
  type TestService,
} from "@/tracking-service/testing/running-service";
import { exampleNotification } from "./example-notification";

let service: TestService;
let receiver: Receiver;

beforeAll(async () => {
  service = await startTestService({ seedContainers: 0 });
  receiver = await startReceiver();
});
afterAll(async () => {
  await service.end();
  await receiver.close();
});

const trigger = (body: unknown) => service.call("/webhooks/trigger", { body });

describe.each(EVENTS)("the example of %s", (event) => {
  it("holds nothing but records as the contract writes them", async () => {
    const answer = await service.call(`/webhook_notifications/examples?event=${event}`);
    expect(answer.status).toBe(200);
    const { data, included = [] } = notificationDocumentSchema.parse(answer.document);
    expect(data.attributes.event).toBe(event);
    for (const { type, attributes, relationships } of included) {
      if (!isResourceType(type)) throw new Error(`${type} is no record of ours`);
      expect(() => RESOURCES[type].attributes.parse(attributes)).not.toThrow();
      const written = Object.entries(RESOURCES[type].relations).filter(([, { always }]) => always);
      if (relationships || !MINIMAL_BODY_EVENTS.includes(event)) {
        expect(Object.keys(relationships ?? {})).toEqual(written.map(([name]) => name));
      }
    }
    if (!MINIMAL_BODY_EVENTS.includes(event)) {
      expect(included.map(({ id }) => ({ id }))).toContainEqual({
        id: Object(data.relationships?.reference_object?.data).id,
      });
    }
  });
});

describe("the example of an event", () => {
  it.each(["", "?event=", "?event=container.sunk"])("is refused with 422: '%s'", async (query) => {
    const answer = await service.call(`/webhook_notifications/examples${query}`);
    expect([answer.status, answer.error.source?.parameter]).toEqual([422, "event"]);
  });
});

describe("a triggered delivery", () => {
  it("is the example, signed with the secret, and both sides are told", async () => {
    const event = "container.updated";
    const answer = await trigger({ url: receiver.url, event, secret: "open sesame" });
    const [received] = receiver.received.splice(0);
    expect(JSON.parse(received?.text ?? "")).toEqual(await exampleNotification(service.store.db, event));
    expect(answer.status).toBe(200);
    expect(answer.document).toMatchObject({
      ...{ url: receiver.url, succeeded: true, error: null, status_code: 202, response_body: "" },
      request_body: received?.text,
      request_headers: { "X-T49-Webhook-Signature": received?.headers["x-t49-webhook-signature"] },
      response_headers: { connection: "keep-alive" },
    });
  });

  it("that is not accepted succeeds in telling so", async () => {
    receiver.status = 302;
    const answer = await trigger({ url: receiver.url, event: "container.created" });
    expect(answer.document).toMatchObject({ succeeded: false, status_code: 302, error: "answered 302" });
    expect(receiver.received).toHaveLength(1);
    receiver.status = 202;
    const nobody = await trigger({ url: "http://127.0.0.1:9/", event: "container.created" });
    expect(nobody.document).toMatchObject({ succeeded: false, status_code: null, response_body: null });
    expect(nobody.document).toMatchObject({ error: "the connection was refused (ECONNREFUSED)" });
  });

  it("shows the beginning of what a receiver says, and nothing of what the service itself does", async () => {
    const talker = createServer((request, response) => {
      request.resume().on("end", () => response.end("x".repeat(5_000)));
    }).listen(0, "127.0.0.1");
    await once(talker, "listening");
    const address = talker.address();
    const port = typeof address === "object" ? address?.port : 0;
    const told = await trigger({ url: `http://127.0.0.1:${port}/`, event: "container.created" });
    expect(told.document).toMatchObject({ succeeded: true, response_body: "x".repeat(1_024) });
    talker.close();
    for (const host of ["127.0.0.1", "localhost", "127.0.0.2"]) {
      const url = `${service.url.replace("127.0.0.1", host)}/openapi.json`;
      const own = await trigger({ url, event: "container.created" });
      expect(own.document).toMatchObject({ succeeded: false, response_body: null });
    }
  });

  it("that is cut off says so in words", async () => {
    const rude = createServer((request) => request.socket.destroy()).listen(0, "127.0.0.1");
    await once(rude, "listening");
    const address = rude.address();
    const port = typeof address === "object" ? address?.port : 0;
    const cut = await trigger({ url: `http://127.0.0.1:${port}/`, event: "container.created" });
    expect(cut.document).toMatchObject({
      error: "the connection was closed before an answer (ECONNRESET)",
    });
    rude.close();
  });

  it.each<[unknown, number, string]>([
    [{ event: "container.updated" }, 400, "/url"],
    [{ url: "http://127.0.0.1:9/" }, 400, "/event"],
    [{ url: "http://127.0.0.1:9/", event: "container.sunk" }, 422, "/event"],
    [{ url: 7, event: "container.updated" }, 400, "/url"],
    [{ url: "http://127.0.0.1:9/", event: "container.updated", secret: "s".repeat(256) }, 422, "/secret"],
  ])("%j is refused with %i", async (body, status, pointer) => {
    const answer = await trigger(body);
    expect([answer.status, answer.error.source?.pointer]).toEqual([status, pointer]);
  });
});
