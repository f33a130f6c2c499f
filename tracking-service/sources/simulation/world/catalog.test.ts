import { describe, expect, it } from "vitest";
import { RESOURCES } from "@/lib/contract/responses/resources";
import { listCatalogue } from "./catalog";
import { TERMINALS } from "./terminals";

describe("the catalog", () => {
  const records = listCatalogue();

  it("has all attributes of its type and a unique id for every record", () => {
    for (const { type, id, attributes } of records) {
      const { attributes: described } = RESOURCES[type];
      const read = described.safeParse("id" in described.shape ? { id, ...attributes } : attributes);
      expect(read.error?.issues ?? [], `${type} ${JSON.stringify(attributes)}`).toEqual([]);
    }
    expect(new Set(records.map(({ id }) => id)).size).toBe(records.length);
  });

  it("names the shipping lines by their codes", () => {
    const lines = records.filter(({ type }) => type === "shipping_line");
    expect(lines.map(({ code }) => code)).toContain("MAEU");
    const codes = lines.flatMap(({ attributes }) => [attributes.scac, attributes.alternative_scacs].flat());
    expect(new Set(codes).size).toBe(codes.length);
  });

  it("has terminals that omit data other terminals report", () => {
    const marine = TERMINALS.filter(({ offDock }) => !offDock).map(({ reporting }) => reporting);
    expect(marine.some(({ availability }) => !availability)).toBe(true);
    expect(marine.some(({ lastFreeDay }) => !lastFreeDay)).toBe(true);
    expect(marine.some(({ appointments }) => !appointments)).toBe(true);
    expect(new Set(marine.map(({ fees }) => fees))).toEqual(new Set(["items", "items-and-total", "none"]));
  });
});
