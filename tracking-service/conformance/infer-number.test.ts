import { describe, expect, it } from "vitest";
import { call, itOurs } from "./target";

describe("supplement.md, POST /tracking_requests/infer_number", () => {
  const infer = async (number: unknown, headers: Record<string, string> = {}) =>
    call("/tracking_requests/infer_number", { body: { number }, headers });

  const attributesOf = async (number: string) => (await infer(number)).item.attributes;

  it("plain JSON body {number}; interface.md, Other endpoints: infer tracking number", async () => {
    const response = await infer("msku 480796-9", { "Content-Type": "application/json" });
    expect(response.status).toBe(200);
  });

  it("number_type container, known by its check digit", async () => {
    expect(await attributesOf("msku 480796-9")).toMatchObject({ number_type: "container" });
    expect(await attributesOf("MSKU4807960")).toMatchObject({ number_type: "container" });
  });

  it("validation: is_valid, type, check_digit_passed, parsed_number, reason", async () => {
    expect((await attributesOf("msku 480796-9"))?.validation).toMatchObject({
      is_valid: true,
      type: "container",
      check_digit_passed: true,
      parsed_number: "MSKU4807969",
      reason: null,
    });
    expect((await attributesOf("MSKU4807960"))?.validation).toMatchObject({
      is_valid: false,
      check_digit_passed: false,
      reason: expect.any(String),
    });
  });

  const PREDICTIONS = "predictions differ";

  itOurs(
    "shipping_line decision auto_select: the owner's prefix, or the line's own code",
    PREDICTIONS,
    async () => {
      for (const [number, scac] of [
        ["MSKU4807969", "MAEU"],
        ["MAEU240123456", "MAEU"],
        ["HLCUSEL251063157", "HLCU"],
        ["EBKG12345678", "MSCU"],
      ] as const) {
        const line = (await attributesOf(number))?.shipping_line;
        expect(line, number).toMatchObject({ decision: "auto_select", selected: { scac } });
      }
    },
  );

  itOurs("shipping_line selected: scac, name, confidence", PREDICTIONS, async () => {
    const { selected } = Object((await attributesOf("MAEU240123456"))?.shipping_line);
    expect(selected).toMatchObject({ scac: "MAEU", name: expect.any(String) });
    expect(selected.confidence).toBeGreaterThan(0.8);
    expect(selected.confidence).toBeLessThanOrEqual(1);
  });

  itOurs(
    "shipping_line decision needs_confirmation: a number in a line's form without its code",
    PREDICTIONS,
    async () => {
      for (const number of ["240123456", "612345678901"]) {
        const line = (await attributesOf(number))?.shipping_line;
        expect(line, number).toMatchObject({ decision: "needs_confirmation", selected: null });
      }
    },
  );

  itOurs("shipping_line candidates: several lines with their codes", PREDICTIONS, async () => {
    const { candidates } = Object((await attributesOf("TCLU4808004"))?.shipping_line);
    expect(candidates.length).toBeGreaterThan(2);
    for (const each of candidates) expect(each.scac).toMatch(/^[A-Z]{4}$/);
  });

  itOurs("shipping_line decision no_prediction", PREDICTIONS, async () => {
    for (const number of ["QQQQQQ", "12345678"]) {
      const line = (await attributesOf(number))?.shipping_line;
      expect(line, number).toMatchObject({ decision: "no_prediction", selected: null });
    }
  });

  for (const [type, numbers] of [
    ["bill_of_lading", ["MAEU240123456", "HLCUSEL251063157", "240123456", "QQQQQQ"]],
    ["booking", ["EBKG12345678"]],
  ] as const) {
    itOurs(`number_type ${type}, known by the lines' own codes and shapes`, PREDICTIONS, async () => {
      for (const number of numbers) {
        expect((await attributesOf(number))?.number_type, number).toBe(type);
      }
    });
  }

  it("takes JSON:API's media type and JSON's", async () => {
    const types = ["application/json", "application/vnd.api+json"];
    for (const type of types)
      expect((await infer("MAEU240123456", { "Content-Type": type })).status).toBe(200);
    expect((await infer("MAEU240123456", { "Content-Type": "text/plain" })).status).toBe(415);
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
