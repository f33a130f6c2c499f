import { inspect } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { containerRecord } from "@/lib/contract/fixtures";
import { AppError, type ErrorCode } from "@/lib/platform/errors";
import { pathOf, TrackingClient } from "./client";
import { type StubResponse, StubService } from "./test-stub-service";
import type { Gate, TrackingClientOptions } from "./types";

const KEY = "k3y-that-nobody-may-see";
const item: StubResponse = { body: { data: containerRecord("c-1") } };
const body = { data: { type: "party", attributes: { company_name: "Harbour Dray" } } };
const refusal = (status: number, detail?: string, rest: object = {}): StubResponse => ({
  status,
  body: { errors: [{ title: "Refused", status: `${status}`, ...(detail ? { detail } : {}), ...rest }] },
});

let stub: StubService;
let received: string[] = [];
let admitted: string[] = [];
let failures: string[] = [];

beforeEach(async () => {
  received = [];
  admitted = [];
  failures = [];
  stub = await StubService.start(() => item);
});
afterEach(() => stub.stop());

/** A gate that admits requests, except attempts with an error at their position, which throw it. */
const turns = (refusals: readonly (Error | null)[]): Gate => ({
  admit: async (bucket) => {
    admitted.push(bucket);
    const refusal = refusals[admitted.length - 1];
    if (refusal) throw refusal;
  },
  refused: async (bucket, ms) => {
    received.push(`refused ${bucket} ${ms}`);
  },
  pace: async () => 0,
  succeeded: () => received.push("answer"),
  silent: () => received.push("silence"),
  clockOff: () => {},
  failed: (request, failure) => failures.push(`${request} ${failure.code}`),
});

function client(options: Partial<TrackingClientOptions> = {}): TrackingClient {
  return new TrackingClient({
    baseUrl: stub.baseUrl,
    key: KEY,
    patienceMs: 5_000,
    timeoutMs: 1_000,
    gate: turns([]),
    ...options,
  });
}

/** Returns the responses in order and then repeats the last one. */
function inTurn(...responses: StubResponse[]): void {
  stub.answer = () => responses[Math.min(stub.requests.length, responses.length) - 1];
}

async function failureOf(action: Promise<unknown>): Promise<AppError> {
  const error = await action.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AppError)) throw new Error(`expected an AppError, got ${inspect(error)}`);
  const all = inspect(error, { depth: 20, showHidden: true, getters: true }) + error.stack;
  expect(all).not.toContain(KEY);
  return error;
}

describe("a request", () => {
  it("sends the key as `Token KEY`, requests JSON:API and returns its send time", async () => {
    const before = Date.now();
    const { document, sentAt } = await client().getItem(pathOf("containers", "c-1"), { include: "shipment" });
    expect(document.data.id).toBe("c-1");
    expect(sentAt.getTime()).toBeGreaterThanOrEqual(before);
    expect(sentAt.getTime()).toBeLessThanOrEqual(stub.requests[0]?.at ?? 0);
    expect(stub.asked).toEqual(["containers/c-1?include=shipment"]);
    expect(stub.requests[0]?.headers).toMatchObject({
      authorization: `Token ${KEY}`,
      accept: "application/vnd.api+json",
    });
    expect(received).toEqual(["answer"]);
  });

  it("sends a body as JSON:API, once", async () => {
    await client().create("parties", body);
    expect(stub.requests).toHaveLength(1);
    expect(stub.requests[0]).toMatchObject({ method: "POST", body: JSON.stringify(body) });
    expect(stub.requests[0]?.headers["content-type"]).toBe("application/vnd.api+json");
  });

  it("omits parameters that are not set", async () => {
    stub.answer = () => ({ body: { data: [] } });
    await client().getPage("containers", { "page[number]": 2, include: undefined });
    expect(new URLSearchParams(stub.asked[0]?.split("?")[1]).get("page[number]")).toBe("2");
    expect(stub.asked[0]).not.toContain("include");
  });

  it("escapes any id into a single path segment", async () => {
    for (const id of ["a/b", "a?b#c", "a b", "ä", "%2e%2e"]) await client().getItem(pathOf("containers", id));
    expect(stub.requests.map(({ path }) => path.split("/").length)).toEqual([2, 2, 2, 2, 2]);
    expect(stub.requests.every(({ path }) => !path.includes("?b"))).toBe(true);
  });

  it.each(["", ".", "..", "\ud800"])("throws for an id that would name another record: %j", (id) => {
    expect(() => pathOf("containers", id)).toThrow(AppError);
  });
});

describe("a refusal", () => {
  it.each<[number, ErrorCode, string]>([
    [400, "refused_by_service", "Page size is not a number"],
    [401, "service_refused_key", "The key could not be verified"],
    [403, "not_allowed", "Routing data feature is not enabled for this account"],
    [422, "refused_by_service", "scac is not supported"],
  ])("%i is %s, with the service's own message, and is not retried", async (status, code, message) => {
    inTurn(refusal(status, message, { source: { pointer: "/data/attributes/scac" } }));
    const failure = await failureOf(client().create("tracking_requests", body));
    expect(failure).toMatchObject({ code, message: message });
    expect(failure.details).toEqual([{ pointer: "/data/attributes/scac", message: message }]);
    expect(stub.requests).toHaveLength(1);
    expect(received).toEqual(["answer"]);
  });

  it.each<[number, ErrorCode, RegExp]>([
    [401, "service_refused_key", /TRACKING_API_KEY/],
    [403, "not_allowed", /plan/],
    [404, "not_found", /^Record not found/],
    [418, "refused_by_service", /status 418/],
    [422, "refused_by_service", /status 422/],
  ])("%i without a message is %s, with Drayboard's message", async (status, code, message) => {
    for (const text of ["", "no", '{"errors":{}}', "[]"]) {
      inTurn({ status, text });
      const failure = await failureOf(client().getItem("containers/x"));
      expect(failure.code).toBe(code);
      expect(failure.message).toMatch(message);
      expect(failure.serviceStatus).toBe(status);
    }
  });

  it("404 with a page for a browser is about the address, not the record", async () => {
    // The live service answers so to a path that it does not have.
    const page = '<!DOCTYPE html>\n<html lang="en"><head><title>Not Found</title></head></html>';
    for (const text of [page, "<html>no</html>"]) {
      inTurn({ status: 404, text, headers: { "Content-Type": "text/html; charset=utf-8" } });
      const failure = await failureOf(client().getItem("containers/x"));
      expect(failure).toMatchObject({ code: "refused_by_service", serviceStatus: 404 });
      expect(failure.message).toMatch(/TRACKING_API_URL/);
      expect((await failureOf(client().remove("containers/x"))).code).toBe("refused_by_service");
    }
  });

  it("is reported without the key when the message contains it", async () => {
    inTurn(refusal(401, `Token ${KEY} is not a key`));
    const failure = await failureOf(client().getItem("containers/x"));
    expect(failure.message).toBe("Token [key] is not a key");
  });

  it("keeps each error with its pointer", async () => {
    const errors = [
      { detail: "is blank", source: { pointer: "/data/attributes/request_number" }, status: 422 },
      { title: "Unknown", source: { parameter: "include" } },
      {},
    ];
    inTurn({ status: 422, body: { errors } });
    expect((await failureOf(client().create("tracking_requests", body))).details).toEqual([
      { pointer: "/data/attributes/request_number", message: "is blank" },
      { pointer: "include", message: "Unknown" },
      { pointer: null, message: "refused" },
    ]);
  });
});

describe("a busy service", () => {
  const busy = (after?: string): StubResponse => ({
    ...refusal(429, "slow down"),
    ...(after === undefined ? {} : { headers: { "Retry-After": after } }),
  });

  it.each(["read", "write"])("is retried after Retry-After: %s", async (kind) => {
    inTurn(busy("1"), item);
    await (kind === "read" ? client().getItem("containers/c-1") : client().create("parties", body));
    const [first, second] = stub.requests;
    expect(stub.requests).toHaveLength(2);
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(990);
  });

  it("is reported by its bucket, and every attempt takes a request slot", async () => {
    inTurn(busy("1"), item);
    await client().create("tracking_requests", body);
    expect(admitted).toEqual(["create", "create"]);
    expect(received).toEqual(["refused create 1000", "answer"]);
    expect(failures).toEqual([]);
  });

  it("receives no request when no slot is available", async () => {
    const none = new AppError("service_busy", "none left");
    expect(await failureOf(client({ gate: turns([none]) }).getItem("containers/c-1"))).toBe(none);
    expect(admitted).toHaveLength(1);
    expect(stub.requests).toHaveLength(0);
    expect(received).toEqual([]);
  });

  it.each<[string, StubResponse, string[]]>([
    ["no answer: that was a silence", { drop: true }, ["silence"]],
    ["an outage: that was a silence", refusal(502), ["silence"]],
    ["a 429: that was none", busy("0"), ["refused default 0"]],
  ])("receives no retry without a slot after %s", async (_, response, reported) => {
    inTurn(response);
    const none = new AppError("service_busy", "none left");
    expect(await failureOf(client({ gate: turns([null, none]) }).getItem("containers/c-1"))).toBe(none);
    expect([admitted.length, stub.requests.length]).toEqual([2, 1]);
    expect(received).toEqual(reported);
  });

  it("dates the facts by the request that was answered", async () => {
    inTurn(busy("1"), item);
    const { sentAt } = await client().getItem("containers/c-1");
    expect(sentAt.getTime()).toBeGreaterThan((stub.requests[0]?.at ?? 0) + 900);
  });

  it.each([
    ["seconds", "6"],
    ["a date", new Date(Date.now() + 3_600_000).toUTCString()],
  ])("fails immediately when it requests a longer wait than allowed, in %s", async (_, after) => {
    inTurn(busy(after), item);
    const began = Date.now();
    const failure = await failureOf(client().create("parties", body));
    expect(failure).toMatchObject({ code: "service_busy", status: 503 });
    expect(failure.message).toMatch(/Try again in a minute/);
    expect(Date.now() - began, "its patience was not used up").toBeLessThan(5_000);
    expect(stub.requests).toHaveLength(1);
  });

  it("is not retried forever", async () => {
    inTurn(busy("0"));
    expect((await failureOf(client().getItem("containers/c-1"))).code).toBe("service_busy");
    expect(stub.requests).toHaveLength(5);
  });
});

describe("a failing service", () => {
  it.each<[string, StubResponse]>([
    ["without a body", { status: 500 }],
    ["with a page for a browser", { status: 500, text: "<html>We are sorry</html>" }],
    ["with null members", refusal(500, undefined, { source: null, detail: null, title: null })],
  ])("that answers 500 %s is reported as silent, with its status", async (_, response) => {
    inTurn(response);
    const failure = await failureOf(client().getItem("containers/c-1"));
    expect(failure).toMatchObject({ code: "service_unreachable", serviceStatus: 500 });
  });

  it.each([502, 503, 504])("%i is temporary: a read is retried", async (status) => {
    inTurn(refusal(status), item);
    expect((await client().getItem("containers/c-1")).document.data.id).toBe("c-1");
    expect(stub.requests).toHaveLength(2);
  });

  it.each([500, 502, 503, 504])("%i to a write is not retried: it is sent once", async (status) => {
    inTurn(refusal(status, "internal words"), item);
    const failure = await failureOf(client().create("parties", body));
    expect(failure.code).toBe("service_unreachable");
    expect(failure.message).toMatch(/is not responding\. Check whether it was saved/);
    expect(stub.requests).toHaveLength(1);
    expect(received).toEqual(["silence"]);
  });

  it("receives a write once when it drops the connection", async () => {
    inTurn({ drop: true });
    for (const action of ["create", "remove"] as const) {
      const sent = action === "create" ? client().create("parties", body) : client().remove("containers/c");
      const failure = await failureOf(sent);
      expect(failure.code).toBe("service_unreachable");
      expect(failure.message).toMatch(/Check whether it was saved/);
    }
    expect(stub.asked).toEqual(["POST parties", "DELETE containers/c"]);
  });

  it("receives a read again when it drops the connection", async () => {
    inTurn({ drop: true }, { drop: true }, item);
    expect((await client().getItem("containers/c-1")).document.data.id).toBe("c-1");
    expect(stub.requests).toHaveLength(3);
  });

  it("is reported as unreachable when it does not exist", async () => {
    const gone = await StubService.start();
    await gone.stop();
    const failure = await failureOf(client({ baseUrl: gone.baseUrl }).create("parties", body));
    expect(failure.code).toBe("service_unreachable");
    expect(failure.cause).toMatch(/ECONNREFUSED/);
    expect(failure.message).toMatch(/Nothing was changed/);
    expect(received).toEqual(["silence"]);
  });

  it.each<[string, () => Promise<StubResponse>]>([
    ["says nothing", () => new Promise(() => undefined)],
    ["stops in the middle of its answer", async () => ({ stall: '{"data":' })],
  ])("fails after the timeout when it %s", async (_, response) => {
    stub.answer = response;
    const began = Date.now();
    const failure = await failureOf(client({ timeoutMs: 200 }).create("parties", body));
    expect(failure.code).toBe("service_unreachable");
    expect(failure.message).toMatch(/Check whether it was saved/);
    expect(Date.now() - began).toBeLessThan(2_000);
    expect(stub.requests).toHaveLength(1);
  });
});

describe("a response", () => {
  it.each<[string, ErrorCode, StubResponse]>([
    ["cut short", "service_unreachable", { cut: '{"data":{"id"' }],
    ["truncated", "service_answer_unreadable", { text: '{"data":{"id":"c-1"' }],
    ["empty", "service_answer_unreadable", { text: "" }],
    ["not JSON", "service_answer_unreadable", { text: "<html>" }],
    ["of another shape", "service_answer_unreadable", { body: { data: [containerRecord("c-1")] } }],
    ["without an id", "service_answer_unreadable", { body: { data: { type: "container" } } }],
  ])("%s is %s", async (_, code, response) => {
    inTurn(response);
    const failure = await failureOf(client().getItem("containers/c-1"));
    expect(failure.code).toBe(code);
    expect(failure.message).toMatch(/(can't be read|is not responding)\. Try again/);
    expect((await failureOf(client().create("parties", body))).message).toMatch(
      /(can't be read|is not responding)\. Check whether it was saved/,
    );
  });

  it("with a redirect is not followed, and the key is sent to no other host", async () => {
    const other = await StubService.start(() => item);
    for (const status of [301, 302, 307, 308]) {
      inTurn({ status, headers: { Location: `${other.baseUrl}/containers/c-1` } });
      const before = stub.requests.length;
      const failure = await failureOf(client().getItem("containers/c-1"));
      expect(failure).toMatchObject({ code: "service_answer_unreadable" });
      expect(failure.message).toMatch(/redirect.*TRACKING_API_URL/);
      expect(stub.requests.length - before).toBe(1);
    }
    expect(other.requests).toHaveLength(0);
    await other.stop();
  });

  it("to a delete may be 204, or 404 when the record is already deleted", async () => {
    inTurn({ status: 204 }, refusal(404));
    await client().remove("containers/c/party_roles/r");
    await client().remove("containers/c/party_roles/r");
    expect(stub.asked).toEqual(Array(2).fill("DELETE containers/c/party_roles/r"));
    inTurn(refusal(422, "not yours"));
    expect((await failureOf(client().remove("containers/c/party_roles/r"))).message).toBe("not yours");
  });
});

describe("the key", () => {
  it.each(["k3y with\na new line", "k3y with a space", "k3y with ä", ""])(
    "is refused without being shown when no header can contain it: %j",
    (key) => {
      const open = () => client({ key });
      expect(open).toThrow(AppError);
      expect(open).not.toThrow(/k3y/);
    },
  );
});
