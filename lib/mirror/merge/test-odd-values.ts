import { z } from "zod";
import { feeList, holdList, importDeadlines } from "@/lib/contract/container";
import {
  anyValue,
  code,
  coordinate,
  flag,
  instant,
  longText,
  number,
  text,
  textList,
  zone,
} from "@/lib/contract/values";
import { RECORD_SCHEMAS, type RecordKind } from "./record-types";

/** Two values of an attribute that can be read without conversion. */
type Pair = readonly [former: unknown, latter: unknown];

const DAY_1 = "2026-11-20T05:00:00Z";
const DAY_2 = "2026-11-24T06:00:00Z";
const PAIRS = new Map<unknown, Pair>([
  [anyValue, ["A1", ["B2"]]],
  [text, ["A1", "B2"]],
  [longText, ["Call first", "Gate 4"]],
  [code, ["grounded", "available"]],
  [zone, ["America/Chicago", "America/New_York"]],
  [flag, [false, true]],
  [number, [20, 40]],
  [coordinate, [40.5, 41.5]],
  [instant, [DAY_1, DAY_2]],
  [textList, [["PO-1"], ["PO-2"]]],
  [
    holdList,
    [[{ name: "customs", status: "hold", description: null }], [{ name: "TMF", status: "pending" }]],
  ],
  [
    feeList,
    [
      [{ type: "demurrage", amount: 120, currency_code: "USD" }],
      [{ type: "exam", amount: 80, currency_code: "USD" }],
    ],
  ],
  [
    importDeadlines,
    [
      { pickup_lfd_terminal: DAY_1, pickup_lfd_rail: DAY_1, pickup_lfd_line: DAY_1 },
      { pickup_lfd_terminal: DAY_2, pickup_lfd_rail: DAY_2, pickup_lfd_line: DAY_2 },
    ],
  ],
]);

/** The two values of an attribute. Those without a reader of their own, such as provided_data, are objects. */
function pairOf(schema: unknown): Pair {
  const kind = schema instanceof z.ZodPipe ? schema.in : schema;
  return PAIRS.get(kind) ?? [{ pickup_lfd: false }, { pickup_lfd: true }];
}

/** What replaces a value in the tests: by name, so that a failure says which. */
export const REPLACEMENTS: Readonly<Record<string, unknown>> = {
  null: null,
  "empty text": "",
  whitespace: " \t\n",
  "a number": 28_097,
  "a negative number": -1,
  "a boolean": true,
  "an object": { a: { b: 1 } },
  "a list": [1, "x"],
  "an empty list": [],
  "a list with null": [null],
  "a list of a text and null": ["PO-3", null],
  "a list of lists": [[null]],
  "a list of empty objects": [{}],
  "a list of members of the wrong type": [{ name: 7, type: null, status: [], amount: {} }],
  "text of digits": "28097",
  "text of a fraction": "12.5",
  "text of a boolean": "true",
  "odd text": "TBD",
  "a text of null": "null",
  "text with tags": "<b>G4</b>",
  "a date that is none": "2026-02-31T25:00:00Z",
  "a zone that is none": "Moon/Tranquility",
  "huge text": "x".repeat(30_000),
};

/** All attributes of a record with their former or latter values. */
export const wholeRecord = (kind: RecordKind, which: 0 | 1): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(RECORD_SCHEMAS[kind].schema.shape).map(([name, schema]) => [name, pairOf(schema)[which]]),
  );
