import { describe, expect, it } from "vitest";
import { call, itHere } from "./target";

describe("supplement.md, POST /tracking_requests/infer_number", () => {
  const infer = async (number: unknown, headers: Record<string, string> = {}) =>
    call("/tracking_requests/infer_number", { body: { number }, headers });

  it("knows a container by its check digit, and its line by the owner's prefix", async () => {
    const answer = await infer("msku 480796-9", { "Content-Type": "application/json" });
    expect(answer.status).toBe(200);
    expect(answer.item.attributes).toMatchObject({
      number_type: "container",
      validation: { is_valid: true, type: "container", check_digit_passed: true, reason: null },
      shipping_line: { decision: "auto_select", selected: { scac: "MAEU" } },
    });
  });

  it("says why a container number is none", async () => {
    const { attributes } = (await infer("MSKU4807960")).item;
    expect(attributes).toMatchObject({
      number_type: "container",
      validation: { is_valid: false, check_digit_passed: false, reason: expect.any(String) },
    });
  });

  it("takes JSON:API's media type and JSON's", async () => {
    const types = ["application/json", "application/vnd.api+json"];
    for (const type of types)
      expect((await infer("MAEU240123456", { "Content-Type": type })).status).toBe(200);
    expect((await infer("MAEU240123456", { "Content-Type": "text/plain" })).status).toBe(415);
  });

  itHere("lets a leased container be confirmed among several lines", "predictions differ", async () => {
    const { attributes } = (await infer("TCLU4808004")).item;
    expect(attributes).toMatchObject({
      number_type: "container",
      shipping_line: { decision: "needs_confirmation", selected: null },
    });
    expect(JSON.stringify(attributes).match(/"scac"/g)?.length).toBeGreaterThan(2);
  });

  itHere("knows BOLs and bookings by the lines' own codes and shapes", "predictions differ", async () => {
    const seen: unknown[] = [];
    for (const number of ["MAEU240123456", "HLCUSEL251063157", "EBKG12345678", "240123456", "QQQQQQ", "?!"]) {
      const { attributes } = (await infer(number)).item;
      seen.push([number, attributes?.number_type, attributes?.shipping_line]);
    }
    expect(seen).toMatchObject([
      ["MAEU240123456", "bill_of_lading", { decision: "auto_select", selected: { scac: "MAEU" } }],
      ["HLCUSEL251063157", "bill_of_lading", { decision: "auto_select", selected: { scac: "HLCU" } }],
      ["EBKG12345678", "booking", { decision: "auto_select", selected: { scac: "MSCU" } }],
      ["240123456", "bill_of_lading", { decision: "needs_confirmation", selected: null }],
      ["QQQQQQ", "bill_of_lading", { decision: "no_prediction", selected: null, candidates: [] }],
      ["?!", null, { decision: "no_prediction", selected: null, candidates: [] }],
    ]);
  });

  it("refuses a blank, missing or mistyped number", async () => {
    const blank = await infer("  ");
    expect(blank.status).toBe(422);
    expect(blank.error.source?.pointer).toBe("/number");
    expect((await infer(undefined)).status).toBe(400);
    expect((await infer(7)).status).toBe(400);
    expect((await infer("x".repeat(300))).status).toBe(422);
    expect((await call("/tracking_requests/infer_number")).status).toBe(405);
  });
});
