import { describe, expect, it } from "vitest";
import type { Caller } from "@/e2e/access/callers";
import { judge } from "./judge";
import type { Shot } from "./requests";
import type { HttpResponse } from "./send";

const ORIGIN = "http://127.0.0.1:3000";
const PLANTED = {
  secrets: ["the-service-key"],
  internal: ["called the terminal twice"],
  others: ["PO-of-b"],
};
const caller = (name: string, more: Partial<Caller> = {}): Caller => ({
  ...{ name, role: null, cookie: async () => null, token: null },
  ...more,
});
const shot = (more: Partial<Shot> = {}): Shot => ({
  number: 1,
  target: {
    ...{ kind: "page", row: "/my", access: "containers", method: "GET", address: "/my", actionId: null },
    params: { names: [], values: [] },
  },
  caller: caller("signed out"),
  ...{ method: "GET", path: "/my", headers: [], body: null, broken: null, undecodable: false },
  ...more,
});
const response = (text: string, more: Partial<HttpResponse> = {}): HttpResponse => ({
  status: 200,
  headers: {},
  late: false,
  text,
  ...more,
});
const kinds = (input: HttpResponse, requested: Partial<Shot> = {}) =>
  judge(shot(requested), input, PLANTED, ORIGIN).map(({ kind }) => kind);

describe("judge", () => {
  it.each([
    "<p>Your containers at Los Angeles (12)</p>",
    '{"error":{"code":"bad_input","message":"page: expected a number"}}',
    '<template data-dgst="NEXT_REDIRECT;replace;/sign-in;307;"></template>',
    "Select a column from the list",
    '{"values":{"url":"file:///prototype"}}',
  ])("accepts a correct response: %s", (text) => {
    expect(kinds(response(text))).toEqual([]);
  });

  it.each([
    ["a path of the server", "in /srv/dashboard/node_modules/pg/lib/client.js"],
    ["a path of the server", "file:///srv/dashboard/lib/x.js"],
    ["a stack", "Error\n    at read (/srv/dashboard/lib/x.js:10:3)"],
    ["a stack", "lib/features/board/queries/board.ts:12"],
    ["SQL", 'Failed query: select "id" from "users"'],
    ["the database's words", 'invalid input syntax for type uuid: "x"'],
    ["the network's words", "connect ECONNREFUSED 10.0.0.1"],
    ["words of a program's error", "TypeError: x"],
    ["an unexpected failure", '{"problem":"Something went wrong. It is"}'],
    ["a part of a page that broke", '<template data-dgst="1234567"></template>'],
    ["a part of a page that broke", '5:E{"digest":"99887"}'],
    ["a secret", "key=the-service-key"],
  ])("finds %s", (kind, text) => {
    expect(kinds(response(text), { caller: caller("admin", { role: "admin" }) })).toContain(kind);
  });

  it("finds server errors and missing responses", () => {
    expect(kinds(response("", { status: 500 }))).toEqual(["status 500"]);
    expect(kinds(response("", { status: 503 }))).toEqual(["status 503"]);
    expect(kinds(response("", { status: 503, headers: { "retry-after": "5" } }))).toEqual([]);
    expect(kinds(response("", { status: 0, late: true }))).toEqual(["no answer in time"]);
    expect(kinds(response("", { status: 0 }))).toEqual(["connection ended without an answer"]);
    expect(kinds(response("", { status: 0 }), { broken: "bad chunk" })).toEqual([]);
  });

  it("finds a failed page part", () => {
    const text = '0:{"a":"$@1","q":"","i":false,"b":"x"}\n1:E{"digest":"123"}\n';
    expect(kinds(response(text))).toEqual(["a part of a page that broke"]);
  });

  it("accepts 500 only for arguments of an action that cannot be decoded", () => {
    const shown = { undecodable: true };
    expect(kinds(response("", { status: 500 }), shown)).toEqual([]);
    expect(kinds(response("", { status: 502 }), shown)).toEqual(["status 502"]);
    expect(kinds(response("TypeError: x", { status: 500 }), shown)).toEqual(["words of a program's error"]);
  });

  it("finds a redirect to another origin", () => {
    for (const location of ["https://evil.example/", "//evil.example", "http://127.0.0.1:3001/"])
      expect(kinds(response("", { status: 307, headers: { location } })), location).toEqual(["leads away"]);
    for (const location of ["/sign-in", `${ORIGIN}/board`])
      expect(kinds(response("", { status: 307, headers: { location } })), location).toEqual([]);
  });
});

describe("planted text", () => {
  const message = response("PO-of-b: called the terminal twice");
  it("is allowed for dashboard users and their API tokens", () => {
    for (const who of [
      caller("viewer", { role: "viewer" }),
      caller("api", { token: { kind: "api", text: "x", isValid: true } }),
    ])
      expect(kinds(message, { caller: who })).toEqual([]);
  });

  it.each([
    ["nobody", caller("signed out")],
    ["a customer", caller("customer", { role: "customer" })],
    ["a shared link", caller("share", { token: { kind: "share", text: "x", isValid: true } })],
    ["a token that ended", caller("revoked api", { token: { kind: "api", text: "x", isValid: false } })],
  ])("is a finding for %s", (_, who) => {
    expect(kinds(message, { caller: who })).toEqual(["what is internal", "what is another customer's"]);
  });

  it("is allowed for its own customer, except internal text", () => {
    expect(kinds(message, { caller: caller("other customer", { role: "customer" }) })).toEqual([
      "what is internal",
    ]);
  });

  it("is found in escaped form, but not when it only repeats the request", () => {
    expect(
      judge(shot(), response(String.raw`{"a":"sai\"d"}`), { ...PLANTED, others: ['sai"d'] }, ORIGIN),
    ).toHaveLength(1);
    expect(kinds(response("nothing for TypeError12"), { path: "/my?q=TypeError12" })).toEqual([]);
  });
});
