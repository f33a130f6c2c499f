import { describe, expect, it } from "vitest";
import { ApiError } from "./errors";
import { flagParameter, locodesParameter, readQuery, textParameter } from "./query";

const SCHEMAS = {
  q: textParameter,
  "filter[number]": textParameter,
  "filter[created_at][start]": textParameter,
  "flag[parties]": flagParameter,
  "port_of_lading[]": locodesParameter,
};

const read = (text: string, schemas: Parameters<typeof readQuery>[0] = SCHEMAS) =>
  readQuery(schemas, new URLSearchParams(text));

function refusalOf(text: string, schemas?: Parameters<typeof readQuery>[0]) {
  try {
    read(text, schemas);
  } catch (error) {
    if (error instanceof ApiError) return { status: error.status, source: error.errors[0]?.source };
    throw error;
  }
  return null;
}

describe("a family of parameters", () => {
  it.each([
    "filter[foo]",
    "filter[number][]",
    "filter[created_at][begin]",
    "filter[created_at]",
    "page[foo]",
    "page[Number]",
    "flag[party]",
  ])("rejects the unknown member %s: 400 with source.parameter", (parameter) => {
    expect(refusalOf(`${parameter}=1`)).toEqual({ status: 400, source: { parameter } });
  });

  it.each(["filter", "page", "flag", "q[]", "q[0]", "q[a]", "include[]", "filter[number][x]"])(
    "rejects another form, %s: 400 with source.parameter",
    (parameter) => {
      expect(refusalOf(`${parameter}=1`)).toEqual({ status: 400, source: { parameter } });
    },
  );

  it("accepts no members without filters", () => {
    expect(refusalOf("filter[number]=1", {})).toMatchObject({ status: 400 });
  });

  it.each([
    "filter[number]=1&page[number]=1&page[size]=2",
    "filter[created_at][start]=x",
    "colour=red&fields[shipment]=number&sort=number",
  ])("ignores %s", (text) => {
    expect(refusalOf(text)).toBeNull();
  });
});

describe("an array", () => {
  it.each([
    "port_of_lading[]=USLAX&port_of_lading[]=CNSHA",
    "port_of_lading[0]=USLAX&port_of_lading[1]=CNSHA",
    "port_of_lading[5]=uslax&port_of_lading[]=CNSHA",
  ])("is read from %s", (text) => {
    expect(read(text)).toMatchObject({ "port_of_lading[]": ["USLAX", "CNSHA"] });
  });

  it.each([
    "port_of_lading=USLAX",
    "port_of_lading[a]=USLAX",
    "port_of_lading[0][x]=USLAX",
    "port_of_lading[0]=LA",
    "port_of_lading[]=",
  ])("rejects %s: 422", (text) => {
    expect(refusalOf(text)).toEqual({ status: 422, source: { parameter: "port_of_lading[]" } });
  });
});
