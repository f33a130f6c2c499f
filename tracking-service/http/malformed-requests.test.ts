import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestService, type TestService } from "@/tracking-service/testing/running-service";

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ seedContainers: 1 });
});
afterAll(() => service.end());

/** Sends raw bytes and returns the response. The service must close the connection. */
async function responseTo(bytes: string): Promise<string> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk.toString("utf8");
  });
  socket.write(bytes, "latin1");
  await once(socket, "close");
  return text;
}

const authorized = () => `Host: x\r\nAuthorization: Token ${service.key}\r\nConnection: close\r\n`;

it.each([
  ["bytes that are no HTTP", () => "hello\r\n\r\n", "400"],
  ["a method nobody knows", () => `FROB /v2/containers HTTP/1.1\r\n${authorized()}\r\n`, "400"],
  ["a header without a name", () => `GET /v2/containers HTTP/1.1\r\n: x\r\n${authorized()}\r\n`, "400"],
  ["two lengths", () => `POST /v2/parties HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n`, "400"],
  [
    "length and chunks",
    () => "POST /v2/parties HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
    "400",
  ],
  [
    "a Host that is none",
    () => "GET /v2/containers HTTP/1.1\r\nHost: a b:99999\r\nConnection: close\r\n\r\n",
    "400",
  ],
  ["no Host", () => "GET /v2/containers HTTP/1.1\r\nConnection: close\r\n\r\n", "400"],
  ["a backslash in the address", () => `GET /v2\\containers HTTP/1.1\r\n${authorized()}\r\n`, "400"],
  ["an address without an end", () => `GET /v2/${"x".repeat(70_000)} HTTP/1.1\r\n${authorized()}\r\n`, "431"],
  [
    "a packed body",
    () =>
      `POST /v2/parties HTTP/1.1\r\n${authorized()}Content-Type: application/vnd.api+json\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}`,
    "415",
  ],
  ["CONNECT", () => "CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n", "405"],
  ["an expectation", () => `GET /v2/containers HTTP/1.1\r\nExpect: wonders\r\n${authorized()}\r\n`, "417"],
])("responds to %s as JSON:API", async (_, bytes, status) => {
  const text = await responseTo(bytes());
  expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(text.toLowerCase()).toContain("content-type: application/vnd.api+json");
  const [, body = ""] = text.split("\r\n\r\n");
  expect(JSON.parse(body.slice(body.indexOf("{"), body.lastIndexOf("}") + 1))).toMatchObject({
    errors: [{ status, title: expect.any(String), detail: expect.any(String) }],
  });
});

it("responds to a protocol upgrade request in HTTP and closes the connection", async () => {
  const head = `Host: x\r\nAuthorization: Token ${service.key}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n`;
  const text = await responseTo(
    `POST /v2/parties HTTP/1.1\r\n${head}Content-Type: application/vnd.api+json\r\nContent-Length: 100000\r\n\r\n${"x".repeat(100_000)}`,
  );
  expect(text).toMatch(/^HTTP\/1\.1 400 /);
  expect(text.toLowerCase()).toContain("connection: close");
});

it("requires no Host header for HTTP/1.0", async () => {
  const text = await responseTo(
    `GET /v2/parties HTTP/1.0\r\nAuthorization: Token ${service.key}\r\nConnection: close\r\n\r\n`,
  );
  expect(text).toMatch(/^HTTP\/1\.1 200 /);
});

it("still responds to the next request", async () => {
  expect((await service.call("/containers")).status).toBe(200);
});
