import { describe, expect, it } from "vitest";
import { EVERYTHING, readBoardQuery } from "@/lib/features/board/rules/board-address";
import { filterText } from "./messages";

const textOf = (address: string, names = {}) =>
  filterText(readBoardQuery(new URLSearchParams(address)).query, names);

describe("filter labels of a board", () => {
  it("are empty for the whole board, and ignore its queue, order, group and columns", () => {
    expect(filterText(EVERYTHING)).toEqual([]);
    expect(textOf("queue=held&sort=terminal&group=line&cols=number,left")).toEqual([]);
  });

  it.each([
    ["terminal=APM&terminal=TraPac", ["Terminal: APM, TraPac"]],
    ["carrier=p-1&carrier=none", ["Dray carrier: Lakeshore, none"]],
    ["appointment=without&left=..-1", ["Appointment: none booked", "Days left: past LFD"]],
    ["q=%3Cscript%3E", ["Search: <script>"]],
    ["field=gate%3DA", ["Custom field: gate: A"]],
    ["changed=1", ["Unseen changes"]],
    ["list=00000000-0000-4000-8000-000000000000", ["Pasted list of numbers"]],
    ["numbers=MSKU4807969,TCLU6718152", ["Numbers: MSKU4807969, TCLU6718152"]],
  ])("%s", (address, text) => {
    expect(textOf(address, { "p-1": "Lakeshore" })).toEqual(text);
  });

  it("name six values and count the rest", () => {
    const address = Array.from({ length: 9 }, (_, i) => `tag=t${i}`).join("&");
    expect(textOf(address)).toEqual(["Tag: t0, t1, t2, t3, t4, t5 and 3 more"]);
  });
});
