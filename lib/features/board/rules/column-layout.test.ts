import { describe, expect, it } from "vitest";
import { COLUMN_IDS } from "@/lib/domain/board-row/board-row-cells";
import { QUEUE_IDS } from "@/lib/domain/board-row/queues";
import {
  dashboardLayout,
  formatLayout,
  parseLayout,
  withColumn,
  withMoved,
  withWidths,
} from "./column-layout";
import { boardColumn } from "./columns";

const layout = (text: string) => parseLayout(text).layout ?? [];

describe("column layout", () => {
  it("is read back as written, with the number always first", () => {
    expect(formatLayout(layout("number:130,left,deadline:90"))).toBe("number:130,left,deadline:90");
    expect(formatLayout(layout("left,number:130"))).toBe("number:130,left");
    expect(parseLayout("")).toEqual({ layout: null, wrong: [] });
  });

  it("contains custom fields by api_slug", () => {
    expect(formatLayout(layout("number,field.po_number:90,left,field.Lot2"))).toBe(
      "number,field.po_number:90,left,field.Lot2",
    );
    expect(parseLayout("field.,field.a-b,field.x.y").wrong).toEqual(["field.", "field.a-b", "field.x.y"]);
    expect(formatLayout(withColumn(layout("number,note"), "field.lot", true))).toBe("number,note,field.lot");
    expect(formatLayout(withColumn(layout("number,field.lot"), "left", true))).toBe("number,left,field.lot");
    expect(boardColumn("field.lot", { lot: "Lot number" }).label).toBe("Lot number");
    expect(boardColumn("field.toString").label).toBe("toString");
  });

  it.each(["rubbish", "left:-4", "left:wide", "toString", "LEFT", "left;drop"])(
    "reports that %j is no layout",
    (text) => {
      expect(parseLayout(text)).toEqual({ layout: null, wrong: [text] });
    },
  );

  it("contains each column once, and only valid widths", () => {
    expect(parseLayout("left,left").wrong).toEqual(["left"]);
    expect(formatLayout(layout("number,left:1,note:9999"))).toBe(
      `number,left:${boardColumn("left").min},note:600`,
    );
  });

  it("fits the screen of a dashboard", () => {
    for (const queue of QUEUE_IDS) {
      const widths = dashboardLayout(queue).map(({ id, width }) => width ?? boardColumn(id).width);
      const width = widths.reduce((sum, each) => sum + each, 0);
      expect(width, queue).toBeLessThanOrEqual(1_440 - 196 - 40 - 2);
      const wide = dashboardLayout(queue, true);
      expect(wide.map(({ id }) => id)).toEqual([...dashboardLayout(queue).map(({ id }) => id), "whyToday"]);
      expect(width + boardColumn("whyToday").width, queue).toBeLessThanOrEqual(1_800 - 196 - 40 - 2);
    }
  });
});

describe("layout changes", () => {
  it("hide a column, and show it again at its default position", () => {
    const without = withColumn(layout("number,left,deadline,charges"), "deadline", false);
    expect(formatLayout(without)).toBe("number,left,charges");
    expect(formatLayout(withColumn(without, "deadline", true))).toBe("number,left,deadline,charges");
    expect(formatLayout(withColumn(layout("number"), "note", true))).toBe("number,note");
  });

  it("never hide the number", () => {
    const before = layout("number,left");
    expect(withColumn(before, "number", false)).toEqual(before);
    expect(withMoved(before, "number", 1)).toEqual(before);
    expect(formatLayout(withMoved(before, "left", 0))).toBe("number,left");
  });

  it("move a column among the others, within the ends", () => {
    const before = layout("number,left,deadline:80,charges");
    expect(formatLayout(withMoved(before, "deadline", 3))).toBe("number,left,charges,deadline:80");
    expect(formatLayout(withMoved(before, "charges", 1))).toBe("number,charges,left,deadline:80");
    expect(formatLayout(withMoved(before, "left", 99))).toBe("number,deadline:80,charges,left");
    expect(withMoved(before, "note", 1)).toEqual(before);
  });

  it("set widths in whole px within their bounds", () => {
    expect(formatLayout(withWidths(layout("number,left"), { left: 130.6, note: 50 }))).toBe(
      "number,left:131",
    );
  });

  it("define a position, a label and export fields for every column", () => {
    for (const id of COLUMN_IDS) {
      const column = boardColumn(id);
      expect(column.exports.length, id).toBeGreaterThan(0);
      expect(column.min, id).toBeLessThanOrEqual(column.narrow ?? column.width);
      expect(column.narrow ?? column.width, id).toBeLessThanOrEqual(column.width);
    }
  });
});
