import { describe, expect, it } from "vitest";
import {
  type BoardFilters,
  boardHref,
  formatSort,
  isNarrowed,
  nextSort,
  parseSort,
  readBoardFilters,
} from "./board-address";

const NONE: BoardFilters = {
  queue: "all",
  q: "",
  sort: null,
  terminal: "",
  line: "",
  port: "",
  status: "",
  carrier: "",
};

describe("filters in the address", () => {
  const asked = (change: Record<string, string>) => readBoardFilters({ ...NONE, sort: "", ...change });

  it.each<Record<string, string>>([
    { queue: "rubbish" },
    { queue: "" },
    { queue: "toString" },
    { q: "x".repeat(201) },
    { q: "a\0b" },
    { terminal: "x".repeat(201) },
    { status: "\0" },
    { sort: "rubbish" },
    { sort: "--eta" },
  ])("takes %j as not set, as the server does", (change) => {
    expect(asked(change)).toEqual(NONE);
  });

  it("keeps what is a value, with the longest search there may be", () => {
    const q = "x".repeat(200);
    expect(asked({ queue: "held", q, sort: "-vessel", line: "MAEU" })).toEqual({
      ...NONE,
      queue: "held",
      q,
      line: "MAEU",
      sort: { by: "vessel", descending: true },
    });
  });
});

describe("sort in the address", () => {
  it("reads a column and its direction", () => {
    expect(parseSort("eta")).toEqual({ by: "eta", descending: false });
    expect(parseSort("-charges")).toEqual({ by: "charges", descending: true });
  });

  it.each([null, undefined, "", "-", "--eta", "eta;drop", "ETA", "nothing"])(
    "takes %j for the desk's order",
    (text) => {
      expect(parseSort(text)).toBeNull();
    },
  );

  it("goes up, down, and back to the desk's own order", () => {
    const up = nextSort(null, "eta");
    const down = nextSort(up, "eta");
    expect([formatSort(up), formatSort(down), formatSort(nextSort(down, "eta"))]).toEqual([
      "eta",
      "-eta",
      "",
    ]);
    expect(formatSort(nextSort(down, "carrier"))).toBe("carrier");
  });
});

describe("boardHref", () => {
  it("leaves out what is not set", () => {
    expect(boardHref(NONE)).toBe("/board");
  });

  it("keeps every filter, in one order whatever came first", () => {
    const filters = { ...NONE, carrier: "p 1", q: "TCLU 67", queue: "held", sort: parseSort("-eta") };
    expect(boardHref(filters)).toBe("/board?queue=held&q=TCLU+67&carrier=p+1&sort=-eta");
  });
});

describe("isNarrowed", () => {
  it("counts search and filters, not the queue or the order", () => {
    expect(isNarrowed({ ...NONE, queue: "held", sort: parseSort("eta") })).toBe(false);
    expect(isNarrowed({ ...NONE, q: "a" })).toBe(true);
    expect(isNarrowed({ ...NONE, status: "grounded" })).toBe(true);
  });
});
