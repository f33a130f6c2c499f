import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testContext } from "@/lib/auth/commands/test-context";
import { TrackingClient } from "@/lib/tracking-client/client";
import { type StubResponse, StubService } from "@/lib/tracking-client/test-stub-service";
import { inferNumber } from "./infer-number";

let stub: StubService;
let response: StubResponse;

beforeAll(async () => {
  stub = await StubService.start(() => response);
});
afterAll(() => stub.stop());

const ctx = () =>
  testContext(null, undefined, {
    tracking: new TrackingClient({ baseUrl: stub.baseUrl, key: "key", patienceMs: 0 }),
  });

const request = (attributes: unknown, number = "MEDUAB123456") => {
  response = { body: { data: { id: "x", type: "infer_number_results", attributes } } };
  return inferNumber(ctx(), { number });
};
const SEEN = { is_valid: true, type: "booking", check_digit_passed: null, parsed_number: "X", reason: null };
const MSC = { scac: "MSCU", name: "MSC", confidence: 0.97 };

describe("inferNumber", () => {
  it("returns the type and a certain line, and converts a booking to the request type", async () => {
    const line = { decision: "auto_select", selected: MSC, candidates: [MSC] };
    expect(await request({ number_type: "booking", validation: SEEN, shipping_line: line })).toEqual({
      type: "booking_number",
      problem: null,
      line: { scac: "MSCU", name: "MSC" },
      candidates: [{ scac: "MSCU", name: "MSC" }],
    });
    expect(stub.requests.at(-1)).toMatchObject({
      path: "tracking_requests/infer_number",
      body: '{"number":"MEDUAB123456"}',
    });
    expect(stub.requests.at(-1)?.headers["content-type"]).toBe("application/json");
  });

  it("returns the reason for an invalid number, from the service or a default message", async () => {
    const wrong = (reason: string | null) => ({ ...SEEN, is_valid: false, reason });
    const none = { decision: "no_prediction", selected: null, candidates: [] };
    expect(
      await request({ number_type: null, validation: wrong("Too short."), shipping_line: none }),
    ).toMatchObject({
      type: null,
      problem: "Too short.",
    });
    expect(await request({ number_type: null, validation: wrong(null), shipping_line: none })).toMatchObject({
      problem: "Not a valid tracking number.",
    });
  });

  it.each([
    ["parts are missing", {}],
    [
      "parts are of another kind",
      { number_type: "parcel", validation: "yes", shipping_line: { candidates: 7 } },
    ],
    ["a line has no name", { shipping_line: { selected: { confidence: 1 } } }],
  ])("returns an empty result without an error when %s", async (_, attributes) => {
    expect(await request(attributes)).toEqual({ type: null, problem: null, line: null, candidates: [] });
  });

  it("throws the error of the service for a restricted account", async () => {
    response = { status: 401, body: { errors: [{ title: "Only creating tracking requests is allowed." }] } };
    await expect(inferNumber(ctx(), { number: "MEDUAB123456" })).rejects.toMatchObject({
      code: "service_refused_key",
      message: "Only creating tracking requests is allowed.",
    });
  });
});
