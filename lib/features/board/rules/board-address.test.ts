import { describe, expect, it } from "vitest";
import { MAX_SEARCH } from "@/lib/platform/text/query-params";
import {
  type BoardQuery,
  boardHref,
  boardParams,
  EVERYTHING,
  isNarrowed,
  MAX_NUMBERS_IN_ADDRESS,
  rangeText,
  readBoardQuery,
  valueText,
  widened,
} from "./board-address";

const read = (address: string) => readBoardQuery(new URLSearchParams(address));
const VIEW = "11111111-2222-4333-8444-555555555555";

describe("board address", () => {
  it("shows every container in Drayboard's order by default", () => {
    expect(read("")).toEqual({ query: EVERYTHING, problems: [] });
    expect(boardHref(EVERYTHING)).toBe("/board");
  });

  it("is written and read back unchanged, with any characters in its values", () => {
    const query: BoardQuery = {
      ...EVERYTHING,
      queue: "held",
      q: "MSKU & 12",
      choices: {
        ...EVERYTHING.choices,
        terminal: ["Pier 400, LA", "A+B=C"],
        carrier: ["none", "p-1"],
        reference: ["=SUM(A1)", "مرجع", "x".repeat(300)],
        field: ["cost_center=A=B"],
        ready: ["held"],
      },
      left: { from: -2, to: 3 },
      changed: true,
      numbers: ["MSKU4807969"],
      list: VIEW,
      sort: [
        { by: "eta", descending: true },
        { by: "container", descending: false },
      ],
      group: "terminal",
      cols: "number:120,left",
      view: VIEW,
    };
    expect(read(boardParams(query).toString())).toEqual({ query, problems: [] });
  });

  it.each<[string, string, string]>([
    ["queue=rubbish", "queue", "rubbish"],
    ["queue=toString", "queue", "toString"],
    [`q=${"x".repeat(MAX_SEARCH + 1)}`, "q", "x".repeat(MAX_SEARCH + 1)],
    ["q=a%00b", "q", "a\0b"],
    ["terminal=%00", "terminal", "\0"],
    [`status=${"x".repeat(301)}`, "status", "x".repeat(301)],
    ["ready=yes", "ready", "yes"],
    ["appointment=constructor", "appointment", "constructor"],
    ["stale=old", "stale", "old"],
    ["field=no-value", "field", "no-value"],
    ["left=soon", "left", "soon"],
    ["left=3..1", "left", "3..1"],
    ["left=..", "left", ".."],
    ["left=1.5", "left", "1.5"],
    ["left=--2", "left", "--2"],
    ["left=1234", "left", "1234"],
    ["changed=yes", "changed", "yes"],
    ["numbers=MSKU4807969,12", "numbers", "12"],
    ["list=1", "list", "1"],
    ["view=../etc", "view", "../etc"],
    ["sort=rubbish", "sort", "rubbish"],
    ["sort=--eta", "sort", "--eta"],
    ["sort=eta,-eta", "sort", "-eta"],
    ["group=status", "group", "status"],
    ["teminal=Pier", "teminal", "Pier"],
  ])("reports the path of the invalid parameter %s, and ignores its value", (address, place, value) => {
    const { query, problems } = read(address);
    expect(problems).toMatchObject([{ place, value }]);
    expect(isNarrowed({ ...query, numbers: [] })).toBe(false);
    expect(query.sort.length).toBeLessThan(2);
  });

  it("keeps valid values next to invalid ones", () => {
    const { query, problems } = read("terminal=Pier&ready=ready&ready=maybe&sort=eta,rubbish&left=0..2");
    expect(query).toMatchObject({ left: { from: 0, to: 2 }, sort: [{ by: "eta" }] });
    expect(query.choices).toMatchObject({ terminal: ["Pier"], ready: ["ready"] });
    expect(problems.map(({ place }) => place)).toEqual(["sort", "ready"]);
  });

  it("ignores parameters of other features", () => {
    expect(readBoardQuery(new URLSearchParams("offset=100&limit=5"), ["offset", "limit"]).problems).toEqual(
      [],
    );
  });

  it("takes each value once, and limits the count of numbers", () => {
    expect(read("line=MAEU&line=MAEU&line=").query.choices.line).toEqual(["MAEU"]);
    const many = Array.from({ length: MAX_NUMBERS_IN_ADDRESS + 1 }, (_, at) => `MSKU${1_000_000 + at}`);
    const { query, problems } = read(`numbers=${many.join(",")}`);
    expect(query.numbers).toHaveLength(MAX_NUMBERS_IN_ADDRESS);
    expect(problems).toHaveLength(1);
  });

  it.each<[string, string]>([
    ["left=-3..-1", "-3 to -1 day"],
    ["left=..-1", "past LFD"],
    ["left=..2", "at most 2 days"],
    ["left=4..", "at least 4 days"],
    ["left=0", "0 days"],
    ["left=1", "1 day"],
  ])("shows %s as %s", (address, text) => {
    const { left } = read(address).query;
    expect(left && rangeText(left)).toBe(text);
  });
});

describe("narrowed board", () => {
  it.each(["q=1", "left=0", "changed=1", "numbers=MSKU4807969", `list=${VIEW}`, "stale=stale", "tag=hot"])(
    "is narrowed by %s until the query is widened",
    (address) => {
      const { query } = read(`${address}&queue=held&sort=eta&group=line&cols=number&view=${VIEW}`);
      expect(isNarrowed(query)).toBe(true);
      const wide = widened(query);
      expect(isNarrowed(wide)).toBe(false);
      expect(boardParams(wide).toString()).toBe(`view=${VIEW}&queue=held&sort=eta&group=line&cols=number`);
    },
  );

  it("is not narrowed by a queue, order or group", () => {
    expect(isNarrowed(read("queue=held&sort=eta&group=line").query)).toBe(false);
  });
});

it("labels values that are not in a fixed list", () => {
  expect(valueText("appointment", "without")).toBe("none booked");
  expect(valueText("field", "cost_center=A=B")).toBe("cost_center: A=B");
  expect(valueText("hold", "customs")).toBe("customs");
});
