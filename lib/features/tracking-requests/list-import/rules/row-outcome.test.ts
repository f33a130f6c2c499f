import { expect, it } from "vitest";
import { scacOf } from "@/lib/domain/numbers/carrier-codes";
import type { KnownNumber } from "@/lib/features/tracking-requests/rules/tracked-number";
import { knownNumberHref, knownNumberText } from "@/lib/features/tracking-requests/rules/tracked-number";
import { timeLeftText } from "./row-outcome";
import { statusOf, statusText } from "./row-status";
import type { ListRow } from "./rows";

it.each([
  [0, null],
  [89, null],
  [90, "about 1m"],
  [4_960, "about 56m"],
  [20_000, "about 3h 43m"],
])("estimates the time to process %i numbers under the rate limit", (waiting, message) =>
  expect(timeLeftText(waiting)).toBe(message),
);

const row = (more: Partial<ListRow>): ListRow => ({
  line: 7,
  cells: [],
  key: "MSKU9070323",
  ask: {
    number: "MSKU9070323",
    type: "container",
    scac: null,
    references: [],
    tags: [],
    customerPartyId: null,
  },
  problems: [],
  repeats: null,
  ...more,
});
const known: KnownNumber = { key: "MSKU9070323", state: "tracking", shipmentId: "s 1", containerId: null };
const KNOWN = new Map([[known.key, known]]);

it("returns the status of a row before the import and the reason it is not requested", () => {
  expect(statusOf(row({}), new Map(), false)).toBe("ready");
  expect(statusOf(row({}), KNOWN, false)).toBe("known");
  expect(statusOf(row({}), KNOWN, true)).toBe("ready");
  expect(statusOf(row({ repeats: 3 }), KNOWN, true)).toBe("repeated");
  expect(statusOf(row({ ask: null }), KNOWN, true)).toBe("wrong");
  expect(statusText(row({}), KNOWN, false)).toBe("Already tracked.");
  expect(statusText(row({ repeats: 3 }), KNOWN, false)).toBe("Duplicate of row 3.");
  expect(statusText(row({ ask: null, problems: ["One.", "Two."] }), KNOWN, false)).toBe("One. Two.");
  expect(statusText(row({}), new Map(), false)).toBeNull();
});

it("links a known number to its container, else its shipment, else nothing", () => {
  expect(knownNumberHref(known)).toBe("/shipments/s%201");
  expect(knownNumberHref({ ...known, containerId: "c/1" })).toBe("/containers/c%2F1");
  expect(knownNumberHref({ ...known, shipmentId: null })).toBeNull();
  expect(knownNumberText({ state: "asked" })).toMatch(/Waiting for the line/);
});

it.each([
  ["maeu", "MAEU"],
  ["Hapag Lloyd", "HLCU"],
  ["CMA CGM", "CMDU"],
  ["one", "ONEY"],
  ["X9Z1", "X9Z1"],
  ["Breakwater Dray", null],
  ["", null],
])("reads the line in %j", (text, scac) => expect(scacOf(text)).toBe(scac));
