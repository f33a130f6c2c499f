import { createServer, request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { refuseFailingRequests } from "./malformed-requests";

const server = createServer(({ method, url, headers }, answer) => {
  answer.statusCode = Number(headers["x-wanted"] ?? 200);
  if (url === "/api/ours") answer.setHeader("content-type", "application/json; charset=utf-8");
  answer.end(`${method} ${url}`);
});
let port = 0;

beforeAll(async () => {
  refuseFailingRequests();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  port = typeof address === "object" && address ? address.port : 0;
});
afterAll(() => {
  server.close();
});

/** The method and the path of a request as the handler receives them. */
const seen = (method: string, path: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, method, path, agent: false }, (answer) => {
      let text = "";
      answer.on("data", (chunk) => {
        text += chunk;
      });
      answer.on("end", () => resolve(text));
    });
    sent.on("error", reject);
    sent.end();
  });

it("treats an unsupported method as an unknown method", async () => {
  expect(await seen("TRACE", "/board")).toBe("UNKNOWN /board");
});

it.each(["GET", "POST", "DELETE", "OPTIONS", "PROPFIND"])(
  "leaves the method %s unchanged",
  async (method) => {
    expect(await seen(method, "/board")).toBe(`${method} /board`);
  },
);

it.each([
  "/api/containers/%ff",
  "/api/shipments/%",
  "/calendar/%c0%ae",
  "/share/%zz?a=b",
  "/my/%ed%a0%80",
  "/api/containers/%c3/%a9",
])("treats %s as a missing address", async (path) => {
  expect(await seen("GET", path)).toBe("GET /api/no-such-address");
});

it.each([
  "/",
  "/api/containers/%C3%A9",
  "/api/containers/a%00b",
  "/containers/%25ff",
  "/board?q=%ff",
  "/board?q=100%",
])("leaves the path %s unchanged", async (path) => {
  expect(await seen("GET", path)).toBe(`GET ${path}`);
});

describe("a response with status 500", () => {
  const statusOf = async (path: string, init: RequestInit = {}): Promise<number> =>
    (
      await fetch(`http://127.0.0.1:${port}${path}`, {
        ...init,
        headers: { "x-wanted": "500", ...init.headers },
      })
    ).status;

  it("becomes 400 for a post to a page", async () => {
    expect(await statusOf("/board", { method: "POST", body: "[" })).toBe(400);
    expect(await statusOf("/sign-in?api/", { method: "PATCH" })).toBe(400);
  });

  it("becomes 400 for a form posted outside the routes, but not for a failed route", async () => {
    const form = { method: "POST", body: new URLSearchParams({ a: "b" }) };
    expect(await statusOf("/api/documents;a=b", form)).toBe(400);
    expect(await statusOf("/api/ours", form)).toBe(500);
  });

  it.each(["nonsense", "[[[[", "%", "%5B%22%22%5D", '["",[]]', '["",{"children":["x"]}]'])(
    "becomes 400 for the invalid router state %s",
    async (state) => {
      expect(await statusOf("/track?_rsc=x", { headers: { "next-router-state-tree": state } })).toBe(400);
    },
  );

  it("remains 500 with a valid router state", async () => {
    const state = encodeURIComponent('["",{"children":[["id","1","d"],{},null,"refetch"]},null,null,true]');
    expect(await statusOf("/track", { headers: { "next-router-state-tree": state } })).toBe(500);
  });

  it("remains 500 for reads and for routes", async () => {
    expect(await statusOf("/board")).toBe(500);
    for (const path of ["/api/jobs", "//api/jobs", "/api"])
      expect(await statusOf(path, { method: "POST", body: "{}" }), path).toBe(500);
  });
});
