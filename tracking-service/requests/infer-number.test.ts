import { describe, expect, it } from "vitest";
import { containerCheckDigit } from "@/lib/contract/container-number";
import { guessLines } from "@/tracking-service/sources/simulation/world/line-guesses";
import { LEASED_PREFIXES, LINES } from "@/tracking-service/sources/simulation/world/lines";
import { detectedScac, inferNumber } from "./infer-number";

const source = { guessLines };
const inferOrNull = (text: string) => inferNumber(source, text);
function infer(text: string) {
  const inferred = inferOrNull(text);
  if (!inferred) throw new Error(`${text} cannot be a number`);
  return inferred;
}
const container = (first10: string) => `${first10}${containerCheckDigit(first10)}`;

describe("inferring a number", () => {
  it.each(LINES.map(({ scac }) => scac))("selects %s by its code and by its containers", (scac) => {
    expect(infer(`${scac}240123456`).shipping_line.selected?.scac).toBe(scac);
    expect(detectedScac(source, `${scac}240123456`)).toBe(scac);
    const prefixes = LINES.find((line) => line.scac === scac)?.prefixes ?? [];
    for (const prefix of prefixes) {
      const { number_type: type, shipping_line: line } = infer(container(`${prefix}480796`));
      expect([type, line.decision, line.selected?.scac]).toEqual(["container", "auto_select", scac]);
    }
  });

  it.each(LEASED_PREFIXES)("predicts no line for a leased container %s, and lists candidates", (prefix) => {
    const { shipping_line: line } = infer(container(`${prefix}480796`));
    expect(line.decision).toBe("no_prediction");
    expect(line.selected).toBeNull();
    expect(line.candidates.length).toBeGreaterThan(1);
    expect(line.candidates.reduce((sum, { confidence }) => sum + confidence, 0)).toBeLessThan(1);
    expect(detectedScac(source, container(`${prefix}480796`))).toBeNull();
  });

  it("sorts distinct candidates and treats a matching shape alone as uncertain", () => {
    for (const [number, expected] of [
      ["2612345678", "needs_confirmation"],
      ["240123456", "needs_confirmation"],
      ["12345678", "no_prediction"],
      ["ABCD12345678", "no_prediction"],
      ["ABC12345678", "no_prediction"],
    ] as const) {
      const { decision, candidates } = infer(number).shipping_line;
      expect(decision, number).toBe(expected);
      const confidences = candidates.map(({ confidence }) => confidence);
      expect(confidences).toEqual([...confidences].sort((a, b) => b - a));
      expect(new Set(candidates.map(({ scac }) => scac)).size).toBe(candidates.length);
    }
  });

  it("reads a line code with seven digits as a container only for a possible owner code", () => {
    expect(infer("ONEY1234567")).toMatchObject({
      number_type: "bill_of_lading",
      shipping_line: { selected: { scac: "ONEY" } },
    });
    expect(infer("CMDU1234567").number_type).toBe("container");
    expect(detectedScac(source, "CMDU1234567")).toBe("CMDU");
  });

  it("cannot check a number without a known line's form", () => {
    expect(infer("QQQQQQ").validation).toMatchObject({ is_valid: null, type: "shipment" });
    expect(infer("MAEU240123456").validation).toMatchObject({ is_valid: true, type: "shipment" });
  });

  it("recognizes a booking by its shape", () => {
    expect(infer("EBKG12345678").number_type).toBe("booking");
    expect(infer("HLCU12345678").number_type).toBe("booking");
  });

  it("selects a line for a container with a wrong check digit and reports the error", () => {
    const { validation, shipping_line: line } = infer("MSKU 480796 0");
    expect(validation).toEqual({
      is_valid: false,
      type: "container",
      check_digit_passed: false,
      parsed_number: "MSKU4807960",
      reason: "The check digit would be 9.",
    });
    expect(line.selected?.scac).toBe("MAEU");
  });

  it.each(["", "ABC", "?!?!?", "9".repeat(36), "MAEU_240123456"])("infers nothing from %j", (text) => {
    expect(inferOrNull(text)).toBeNull();
  });
});
