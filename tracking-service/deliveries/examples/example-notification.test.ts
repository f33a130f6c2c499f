import diagnosticsChannel from "node:diagnostics_channel";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EVENTS, MINIMAL_BODY_EVENTS } from "@/lib/contract/events";
import { SHORT_FORMS } from "@/lib/contract/responses/documents";
import { isResourceType, RESOURCES } from "@/lib/contract/responses/resources";
import { notificationDocumentSchema } from "@/lib/contract/webhook";
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

/** Listens on a free local port. `close` stops the server. */
async function listen(result: RequestListener): Promise<{ url: string; close: () => void }> {
  const server = createServer(result).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Runs `act` while connecting sockets report these addresses. Tests have no public address. */
async function connectedTo<T>(
  [remoteAddress, localAddress]: [string, string],
  action: () => Promise<T>,
): Promise<T> {
  const pretend = (message: unknown) => {
    const { socket } = Object(message);
    if (!(socket instanceof Socket)) return;
    Object.defineProperties(socket, {
      remoteAddress: { value: remoteAddress },
      localAddress: { value: localAddress },
    });
  };
  diagnosticsChannel.subscribe("net.client.socket", pretend);
  try {
    return await action();
  } finally {
    diagnosticsChannel.unsubscribe("net.client.socket", pretend);
  }
}

const trigger = (body: unknown) => service.call("/webhooks/trigger", { body });

describe.each(EVENTS)("the example of %s", (event) => {
  it("contains only records that match the contract", async () => {
    const result = await service.call(`/webhook_notifications/examples?event=${event}`);
    expect(result.status).toBe(200);
    const { data, included = [] } = notificationDocumentSchema.parse({
      ...result.document,
      data: result.items[0],
    });
    expect(data.attributes.event).toBe(event);
    for (const { type, attributes, relationships } of included) {
      if (!isResourceType(type)) throw new Error(`${type} is no record of ours`);
      const { attributes: described } = type === "email_submission" ? SHORT_FORMS[type] : RESOURCES[type];
      expect(() => described.parse(attributes)).not.toThrow();
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
  it.each([
    ["", 400],
    ["?event=", 400],
    ["?event=container.sunk", 422],
  ])("is rejected: '%s' with %i", async (query, status) => {
    const result = await service.call(`/webhook_notifications/examples${query}`);
    expect([result.status, result.error.source?.parameter]).toEqual([status, "event"]);
  });
});

describe("a triggered delivery", () => {
  it("is the example, signed with the secret", async () => {
    const event = "container.updated";
    const result = await trigger({ url: receiver.url, event, secret: "open sesame" });
    const [received] = receiver.received.splice(0);
    expect(JSON.parse(received?.text ?? "")).toEqual(await exampleNotification(service.store.db, event));
    expect(result.status).toBe(200);
    expect(result.document).toMatchObject({
      ...{ url: receiver.url, succeeded: true, error: null, status_code: 202 },
      request_body: received?.text,
      request_headers: { "X-T49-Webhook-Signature": received?.headers["x-t49-webhook-signature"] },
    });
  });

  it("returns success and reports a rejected delivery", async () => {
    receiver.status = 302;
    const result = await trigger({ url: receiver.url, event: "container.created" });
    expect(result.document).toMatchObject({ succeeded: false, status_code: 302, error: "answered 302" });
    expect(receiver.received).toHaveLength(1);
    receiver.status = 202;
    const noOne = await trigger({ url: "http://127.0.0.1:9/", event: "container.created" });
    expect(noOne.document).toMatchObject({ succeeded: false, status_code: null, response_body: null });
    expect(noOne.document).toMatchObject({ error: "the connection was refused (ECONNREFUSED)" });
  });

  it.each(["127.0.0.1", "localhost", "127.0.0.2"])("hides the response of a receiver at %s", async (host) => {
    const internal = await listen((request, response) => {
      request.resume().on("end", () => response.setHeader("X-Internal", "yes").end("internal page"));
    });
    const url = internal.url.replace("127.0.0.1", host);
    const result = await trigger({ url, event: "container.created" });
    internal.close();
    expect(result.document).toMatchObject({ ...{ response_headers: null, response_body: null }, url });
    expect(result.text).not.toContain("internal page");
    expect(result.text).not.toContain("X-Internal");
  });

  it.each(["10.0.0.7", "192.168.1.1", "::1", "fd12::1", "::ffff:10.0.0.1", "169.254.169.254", ""])(
    "hides the response of a connection to '%s'",
    async (address) => {
      const internal = await listen((request, response) => {
        request.resume().on("end", () => response.end("internal page"));
      });
      const result = await connectedTo([address, "198.51.100.2"], () =>
        trigger({ url: internal.url, event: "container.created" }),
      );
      internal.close();
      expect(result.document).toMatchObject({
        status_code: 200,
        response_headers: null,
        response_body: null,
      });
    },
  );

  it("shows headers and the first 16 KB of the response of a public receiver", async () => {
    const talker = await listen((request, response) => {
      request.resume().on("end", () => response.setHeader("X-Seen", "yes").end("x".repeat(40_000)));
    });
    const result = await connectedTo(["203.0.113.7", "198.51.100.2"], () =>
      trigger({ url: talker.url, event: "container.created" }),
    );
    talker.close();
    expect(result.document).toMatchObject({
      succeeded: true,
      response_headers: { "x-seen": "yes" },
      response_body: "x".repeat(16_384),
    });
  });

  it("hides the response of this machine's public address", async () => {
    const talker = await listen((request, response) => {
      request.resume().on("end", () => response.end("own page"));
    });
    const result = await connectedTo(["203.0.113.7", "203.0.113.7"], () =>
      trigger({ url: talker.url, event: "container.created" }),
    );
    talker.close();
    expect(result.document).toMatchObject({ response_headers: null, response_body: null });
  });

  it("reports a closed connection as text", async () => {
    const rude = await listen((request) => request.socket.destroy());
    const cut = await trigger({ url: rude.url, event: "container.created" });
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
  ])("rejects %j with %i", async (body, status, pointer) => {
    const result = await trigger(body);
    expect([result.status, result.error.source?.pointer]).toEqual([status, pointer]);
  });
});
