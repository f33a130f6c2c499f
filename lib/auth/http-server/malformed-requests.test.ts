import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { refuseMalformed } from "./malformed-requests";
import { runBeforeNext } from "./request-steps";

const warn = vi.hoisted(() => vi.fn());
vi.mock("@/lib/platform/log", () => ({ logger: () => ({ warn }) }));

let reached: string[] = [];
/** Takes the place of Next. Fails at every page, so that a response of it shows that no status is changed. */
const server = createServer((sent, response) => {
  reached.push(`${sent.method} ${sent.url}`);
  sent.resume().once("end", () => {
    response.statusCode = 500;
    response.end("failed");
  });
});
let port = 0;

beforeAll(async () => {
  runBeforeNext(refuseMalformed);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => server.close());
beforeEach(() => {
  reached = [];
});

type RequestParts = { method?: string; path?: string; headers?: Record<string, string>; body?: string };

/** Sends a request. Returns the response, or null for one that Next received. */
const refusalOf = async ({ method = "GET", path = "/board", headers = {}, body = "" }: RequestParts) => {
  const { answer, text } = await new Promise<{ answer: IncomingMessage; text: string }>((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, method, path, headers, agent: false }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (chunk) => {
        text += chunk;
      });
      answer.on("end", () => resolve({ answer, text }));
    });
    sent.on("error", reject);
    sent.end(body);
  });
  if (reached.length === 0) return { status: answer.statusCode, type: answer.headers["content-type"], text };
  expect(reached).toEqual([`${method} ${path}`]);
  expect([answer.statusCode, text]).toEqual([500, "failed"]);
  return null;
};

const ID = "7f".repeat(21);
const MULTIPART = "multipart/form-data; boundary=----form";
const post = (headers: Record<string, string>, path = "/board"): RequestParts => ({
  ...{ method: "POST", path, headers, body: "x" },
});
const isText = (status: number, text: string) => ({ status, type: "text/plain", text: `${text}\n` });

describe("the method", () => {
  it("TRACE is refused, since no web request can be made from it", async () => {
    expect(await refusalOf({ method: "TRACE" })).toEqual(isText(400, "The method TRACE is not supported."));
  });

  it.each(["GET", "POST", "DELETE", "OPTIONS", "PROPFIND"])("%s reaches Next", async (method) => {
    expect(await refusalOf({ method })).toBeNull();
  });
});

describe("an address", () => {
  it.each(["/calendar/%c0%ae", "/share/%zz?a=b", "/my/%ed%a0%80", "/containers/%c3/%a9", "/containers/%"])(
    "%s is refused, since its escapes are not UTF-8",
    async (path) => {
      expect(await refusalOf({ path })).toEqual(
        isText(400, "The percent escapes of the address are not UTF-8."),
      );
    },
  );

  it("of a route is refused with JSON", async () => {
    expect(await refusalOf({ path: "/api/containers/%ff" })).toEqual({
      status: 400,
      type: "application/json; charset=utf-8",
      text: '{"error":{"code":"bad_input","message":"The percent escapes of the address are not UTF-8."}}',
    });
  });

  it.each([
    "/",
    "/api/containers/%C3%A9",
    "/api/containers/a%00b",
    "/containers/%25ff",
    "/board?q=%ff",
    "/board?q=100%",
  ])("%s reaches Next", async (path) => {
    expect(await refusalOf({ path })).toBeNull();
  });
});

describe("a router state", () => {
  it.each(["nonsense", "[[[[", "[]", "%", "%5B%22%22%5D", '["",[]]', '["",{"children":["x"]}]'])(
    "%s is refused",
    async (state) => {
      expect(await refusalOf({ headers: { "next-router-state-tree": state } })).toEqual(
        isText(400, "The header next-router-state-tree is not a router state."),
      );
    },
  );

  it("as Next's router sends it reaches Next", async () => {
    const state = '["",{"children":[["id","1","d",null],{},null,"refetch"]},null,null,16]';
    expect(await refusalOf({ headers: { "next-router-state-tree": encodeURIComponent(state) } })).toBeNull();
  });
});

describe("the request line", () => {
  it.each(["*", "http://elsewhere.example/board", "https://elsewhere.example//x/"])(
    "with the address %s is refused",
    async (path) => {
      for (const method of ["OPTIONS", "GET"])
        expect(await refusalOf({ method, path, headers: { host: "dashboard.example" } })).toEqual(
          isText(400, "The request line needs a path that begins with a slash."),
        );
    },
  );
});

describe("an action's post", () => {
  it.each(["", "application/json", "application/x-www-form-urlencoded", "Multipart/Form-Data; boundary=x"])(
    "of the type %j is refused",
    async (type) => {
      expect(await refusalOf(post({ "next-action": ID, "content-type": type }))).toEqual(
        isText(400, "The content type is not one that an action takes."),
      );
    },
  );

  it.each(["multipart/form-data", "multipart/form-data; boundary=", 'multipart/form-data; boundary=""'])(
    "of the type %j is refused, with and without an id, at every address",
    async (type) => {
      const refused = isText(400, "The content type multipart/form-data has no boundary.");
      expect(await refusalOf(post({ "next-action": ID, "content-type": type }))).toEqual(refused);
      expect(await refusalOf(post({ "content-type": type }))).toEqual(refused);
      expect(await refusalOf(post({ "content-type": type }, "/api/documents;a=b"))).toMatchObject({
        status: 400,
        text: expect.stringContaining('"code":"bad_input"'),
      });
    },
  );

  it.each(["https://elsewhere.example", "http://dashboard.example:81", "null", "nonsense"])(
    "from the origin %s is refused, with and without an id",
    async (origin) => {
      const headers = { host: "dashboard.example", origin, "content-type": MULTIPART };
      const host = URL.canParse(origin) ? new URL(origin).host : "";
      const both = ` Its page is at ${host}, but the request came for dashboard.example. A proxy must pass on the header Host unchanged.`;
      const refused = isText(403, `Only Drayboard pages can send this request.${host ? both : ""}`);
      expect(await refusalOf(post(headers))).toEqual(refused);
      expect(await refusalOf(post({ ...headers, "next-action": ID }))).toEqual(refused);
    },
  );

  it("from the origin of another host is logged with both hosts, once a minute", async () => {
    const clock = vi.spyOn(performance, "now").mockReturnValue(1e12);
    warn.mockClear();
    const headers = {
      host: "10.0.0.10:3000",
      origin: "https://dashboard.example",
      "content-type": MULTIPART,
    };
    for (let count = 0; count < 3; count += 1) await refusalOf(post(headers));
    clock.mockRestore();
    expect(warn.mock.calls).toEqual([
      [{ expectedHost: "10.0.0.10:3000", pageHost: "dashboard.example" }, expect.stringContaining("a proxy")],
    ]);
  });

  it("is compared with the host that a proxy forwards", async () => {
    const headers = { host: "inside", origin: "https://dashboard.example", "content-type": MULTIPART };
    expect(await refusalOf(post(headers))).toMatchObject({ status: 403 });
    const forwarded = { ...headers, "x-forwarded-host": "dashboard.example, inside" };
    expect(await refusalOf(post(forwarded))).toBeNull();
  });

  it("over 1 MB is refused, but not the form of a route", async () => {
    const send = (bytes: number, headers: Record<string, string> = {}, path?: string) =>
      refusalOf({ ...post({ "content-type": MULTIPART, ...headers }, path), body: "x".repeat(bytes) });
    expect(await send(1_048_577)).toEqual(isText(413, "The body is larger than 1 MB."));
    expect(await send(1_048_577, { "next-action": ID })).toMatchObject({ status: 413 });
    expect(await send(1_048_577, { "next-action": ID }, "/api/none")).toMatchObject({ status: 413 });
    expect(await send(1_048_577, {}, "/api/export")).toBeNull();
    reached = [];
    expect(await send(1_048_576)).toBeNull();
  });

  it.each<Record<string, string>>([
    { "next-action": ID, "content-type": MULTIPART },
    { "next-action": ID, "content-type": 'multipart/form-data; charset=x; boundary="a b"' },
    { "next-action": ID, "content-type": "text/plain;charset=UTF-8" },
    { "content-type": MULTIPART, host: "a.example", origin: "https://a.example" },
  ])("as a page sends it reaches Next: %j", async (headers) => {
    expect(await refusalOf(post(headers))).toBeNull();
  });
});

it.each<Record<string, string>>([
  { "content-type": "application/json", origin: "https://elsewhere.example" },
  { "content-type": "application/x-www-form-urlencoded", origin: "https://elsewhere.example" },
  {},
])("a post that is no action reaches Next: %j", async (headers) => {
  expect(await refusalOf(post(headers, "/api/jobs"))).toBeNull();
});
