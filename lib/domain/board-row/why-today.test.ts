import { describe, expect, it } from "vitest";
import { testDeadline, testRow } from "@/components/board/test-row";
import type { Money } from "@/lib/domain/charges/money";
import type { ReturnDue } from "@/lib/domain/deadlines/per-diem";
import type { BoardRow } from "./board-row";
import { whyToday } from "./why-today";

const LA = "America/Los_Angeles";
/** Friday, noon in Los Angeles. */
const NOW = "2026-11-20T20:00:00Z";
const CARRIER: Partial<BoardRow> = { drayCarriers: [{ roleId: "r-1", partyId: "p-1", name: "Harbor Dray" }] };
const CHECKED: Partial<BoardRow> = { ...CARRIER, checkedAt: NOW };

const why = (change: Partial<BoardRow>, at = NOW, locale: "en-US" | "en-GB" = "en-US") =>
  whyToday(locale, testRow("1", { ...CHECKED, ...change }), new Date(at));

const charges = (...sums: Money[]): BoardRow["charges"] => ({
  reported: true,
  lines: sums.map(({ currency, minor }) => ({
    type: "demurrage",
    label: "Demurrage",
    place: "terminal",
    currency,
    minor,
    excluded: false,
  })),
  sums,
});
const noDeadline = (state: "not_reported" | "not_discharged"): BoardRow["deadline"] => ({
  state,
  governing: null,
  sources: [],
  serviceNames: null,
});
const hold = (name: string, status = "hold") => ({ name, status, description: null });
const held = (...holds: BoardRow["holds"]): Partial<BoardRow> => ({
  readiness: { state: "held", label: "Held", reasons: [] },
  holds,
});

it("has state, deadline, what is missing and the charges", () => {
  const tuesday = testDeadline("2026-11-24", "2026-11-25T08:00:00Z");
  expect(why({ deadline: tuesday, charges: charges({ currency: "USD", minor: 65_000 }) })).toBe(
    "Ready, last free day Tue, no appointment, $650.00 reported so far",
  );
});

describe("the last free day", () => {
  const day = (on: string, endsAt: string) => ({ deadline: testDeadline(on, endsAt) });
  const part = (change: Partial<BoardRow>, at = NOW, locale: "en-US" | "en-GB" = "en-US") =>
    why({ ...change, checkedAt: at }, at, locale)
      .replace(/^Ready, /, "")
      .replace(/, no appointment$/, "");

  it.each([
    ["2026-11-20", "2026-11-21T08:00:00Z", "last free day today"],
    ["2026-11-21", "2026-11-22T08:00:00Z", "last free day tomorrow"],
    ["2026-11-26", "2026-11-27T08:00:00Z", "last free day Thu"],
    ["2026-11-27", "2026-11-28T08:00:00Z", "last free day Fri, Nov 27"],
    ["2027-01-04", "2027-01-05T08:00:00Z", "last free day Mon, Jan 4"],
    ["2026-11-19", "2026-11-20T08:00:00Z", "expired 1 day ago"],
    ["2026-11-17", "2026-11-18T08:00:00Z", "expired 3 days ago"],
  ])("%s is named by its distance", (on, endsAt, text) => {
    expect(part(day(on, endsAt))).toBe(text);
  });

  it("changes at midnight of the terminal, not of the reader", () => {
    const friday = day("2026-11-20", "2026-11-21T08:00:00Z");
    expect(part(friday, "2026-11-20T07:59:59Z")).toBe("last free day tomorrow");
    expect(part(friday, "2026-11-20T08:00:00Z")).toBe("last free day today");
    expect(part(friday, "2026-11-21T07:59:59Z")).toBe("last free day today");
    expect(part(friday, "2026-11-21T08:00:00Z")).toBe("expired 1 day ago");
  });

  it("is a day of 25 hours when the clocks are set back", () => {
    const sunday = day("2026-11-01", "2026-11-02T08:00:00Z");
    expect(part(sunday, "2026-11-01T07:00:00Z")).toBe("last free day today");
    expect(part(sunday, "2026-11-02T07:59:00Z")).toBe("last free day today");
    expect(part(sunday, "2026-11-02T08:00:00Z")).toBe("expired 1 day ago");
  });

  it("says that its zone is unknown", () => {
    const deadline = testDeadline("2026-11-24", "2026-11-25T00:00:00Z");
    if (deadline.governing) deadline.governing.zone = null;
    expect(part({ deadline })).toBe("last free day Tue (zone unknown)");
  });

  it("names the last gate where that is on an earlier day, and once it passed", () => {
    const deadline = testDeadline("2026-11-22", "2026-11-21T01:00:00Z");
    if (deadline.governing) deadline.governing.lastGate = { on: "2026-11-20", time: "17:00" };
    expect(part({ deadline })).toBe("last free day Sun, last gate today");
    expect(part({ deadline }, "2026-11-21T02:00:00Z")).toBe("last gate before the last free day passed");
  });

  it("is written as the reader writes days", () => {
    expect(part(day("2026-12-08", "2026-12-09T08:00:00Z"), NOW, "en-GB")).toBe("last free day Tue 8 Dec");
  });

  it("is named as missing once the container is discharged", () => {
    expect(part({ deadline: noDeadline("not_reported") })).toBe("last free day not reported");
  });
});

describe("the state", () => {
  const none = { deadline: noDeadline("not_discharged") };

  it.each([
    [[hold("customs")], "Held by customs"],
    [[hold("customs"), hold("freight")], "Held by customs and freight"],
    [
      [hold("customs"), hold("freight"), hold("TMF"), hold("USDA", "pending")],
      "Held by customs, freight and TMF, USDA hold pending",
    ],
    [[], "Held"],
  ])("names who holds it", (holds, text) => {
    expect(why({ ...held(...holds), ...none })).toBe(text);
  });

  it("names a hold that could not be read", () => {
    const readiness: BoardRow["readiness"] = {
      state: "held",
      label: "Held",
      reasons: [{ kind: "unreadable_hold", warning: false, text: "Could not read hold" }],
    };
    expect(why({ ...held(hold("customs"), hold("Could not read hold")), ...none, readiness })).toBe(
      "Held by customs, could not read hold",
    );
  });

  it("names a hold that the terminal reports as other in plain words", () => {
    const held: BoardRow["readiness"] = { state: "held", label: "Held", reasons: [] };
    const holds = (...names: string[]) =>
      names.map((name) => ({ name, status: "hold", description: null }) as BoardRow["holds"][number]);
    expect(why({ readiness: held, ...none, holds: holds("other") })).toBe("On hold for another reason");
    expect(why({ readiness: held, ...none, holds: holds("other", "customs") })).toBe(
      "Held by customs and another hold",
    );
  });

  it("is the reported status where that contradicts the terminal", () => {
    const readiness: BoardRow["readiness"] = { state: "not_available", label: "Not available", reasons: [] };
    const status = { value: "off_dock", label: "Available at shipper's" };
    expect(why({ readiness, ...none, status: { value: "grounded", label: "At terminal" } })).toBe(
      "Not available",
    );
    expect(why({ readiness, ...none, status })).toBe("Available at shipper's");
  });

  it("says when the terminal was not checked and what could not be read", () => {
    expect(why({ ...none, checkedAt: null })).toBe("Ready, no appointment, not checked in 24h");
    expect(why({ ...none, deletedUpstreamAt: NOW })).toBe(
      "Ready, no appointment, deleted by tracking service",
    );
  });

  const underWay = (eta: string | null, change: Partial<BoardRow> = {}): Partial<BoardRow> => ({
    ...none,
    readiness: { state: "not_discharged", label: "Not discharged", reasons: [] },
    status: { value: "on_ship", label: "On ship" },
    onTerminalGround: false,
    drayCarriers: [],
    arrival: {
      place: "port",
      eta: eta === null ? null : { at: eta, zone: LA },
      firstEta: null,
      actual: null,
    },
    ...change,
  });

  it("has the ETA of a container under way, and what holds it", () => {
    expect(why(underWay("2026-11-24T20:00:00Z"))).toBe("In transit, ETA Tue");
    expect(why(underWay("2026-11-19T20:00:00Z"))).toBe("In transit, ETA was yesterday");
    expect(why(underWay(null))).toBe("In transit, ETA not reported");
    expect(why(underWay("2026-11-24T20:00:00Z", { holds: [hold("customs")] }))).toBe(
      "In transit, ETA Tue, held by customs",
    );
    const rail: BoardRow["readiness"] = { state: "in_transit", label: "On rail", reasons: [] };
    expect(why(underWay("2026-11-24T20:00:00Z", { readiness: rail }))).toBe("On rail, ETA Tue");
  });

  it("has the arrival of a container that is still on the vessel", () => {
    const actual = { at: "2026-11-20T08:30:00Z", zone: LA };
    expect(why(underWay(null, { arrival: { place: "port", eta: null, firstEta: null, actual } }))).toBe(
      "Not discharged, arrived today",
    );
  });
});

describe("what is missing", () => {
  const none = { deadline: noDeadline("not_discharged") };
  const at = (text: string) => ({ at: text, zone: LA });

  it.each<[string, Partial<BoardRow>, string]>([
    ["an appointment", {}, "Ready, no appointment"],
    ["a carrier", { drayCarriers: [] }, "Ready, no appointment, no dray carrier"],
    ["no appointment of a held container", held(hold("TMF")), "Held by TMF"],
    ["nothing", { appointment: at("2026-11-20T22:00:00Z") }, "Ready, appointment today 2:00 PM"],
    ["a missed appointment", { appointment: at("2026-11-20T18:00:00Z") }, "Ready, appointment missed"],
    [
      "an appointment for a plan",
      { plannedPickup: at("2026-11-21T15:00:00Z") },
      "Ready, pickup planned tomorrow 7:00 AM, no appointment",
    ],
    [
      "a plan that was missed",
      { plannedPickup: at("2026-11-20T15:00:00Z") },
      "Ready, planned pickup missed, no appointment",
    ],
    [
      "a follow-up that is due",
      {
        ...held(hold("customs")),
        followUp: { holdName: "customs", owner: "Broker", nextCheckAt: NOW, zone: LA, promise: "" },
      },
      "Held by customs, follow-up due",
    ],
  ])("%s", (_, change, text) => {
    expect(why({ ...none, ...change })).toBe(text);
  });

  it("is an appointment before the last free day", () => {
    const change = {
      deadline: testDeadline("2026-11-20", "2026-11-21T08:00:00Z"),
      appointment: { at: "2026-11-23T18:00:00Z", zone: null },
    };
    expect(why(change)).toBe(
      "Ready, last free day today, appointment Mon 6:00 PM (zone unknown), after the last free day",
    );
  });
});

describe("a picked-up container", () => {
  const due = (change: Partial<ReturnDue>): ReturnDue => ({
    state: "due",
    on: "2026-11-24",
    endsAt: "2026-11-25T08:00:00Z",
    zone: LA,
    outAt: "2026-11-19T20:00:00Z",
    returnedAt: null,
    ...change,
  });
  const out: Partial<BoardRow> = {
    readiness: { state: "picked_up", label: "Picked up", reasons: [] },
    status: { value: "picked_up", label: "Picked up" },
    gateOut: { at: "2026-11-19T20:00:00Z", zone: LA },
    drayCarriers: [],
    onTerminalGround: false,
  };

  it.each<[string, Partial<BoardRow>, string]>([
    ["is due", { returnDue: due({}) }, "Picked up yesterday, empty due Tue"],
    ["is over", { returnDue: due({ on: "2026-11-17" }) }, "Picked up yesterday, empty due 3 days ago"],
    [
      "is due at an unknown place",
      { returnDue: due({ zone: null }) },
      "Picked up yesterday, empty due Tue (zone unknown)",
    ],
    [
      "has no terms",
      { returnDue: due({ state: "terms_not_set", on: null }) },
      "Picked up yesterday, empty not returned, per diem terms not set",
    ],
    [
      "is out by its status alone",
      { gateOut: null, returnDue: due({ state: "out_not_reported", on: null }) },
      "Picked up, empty not returned",
    ],
    [
      "has a planned return",
      { returnDue: due({}), plannedReturn: { at: "2026-11-21T17:00:00Z", zone: LA } },
      "Picked up yesterday, empty due Tue, return planned tomorrow 9:00 AM",
    ],
    [
      "missed its planned return",
      { returnDue: due({}), plannedReturn: { at: "2026-11-20T17:00:00Z", zone: LA } },
      "Picked up yesterday, empty due Tue, planned return missed",
    ],
    [
      "is back",
      { returnDue: due({ state: "returned" }), emptyReturned: { at: "2026-11-20T17:00:00Z", zone: LA } },
      "Picked up yesterday, empty returned today",
    ],
  ])("that %s", (_, change, text) => {
    expect(why({ ...out, ...change })).toBe(text);
  });
});

describe("charges", () => {
  const last = (reported: BoardRow["charges"]) =>
    why({ deadline: noDeadline("not_discharged"), charges: reported }).replace("Ready, no appointment", "");

  it("are listed by currency, and not at all where none are reported", () => {
    const [usd, cad] = [
      { currency: "USD", minor: 65_000 },
      { currency: "CAD", minor: 4_000 },
    ];
    expect(last(charges(usd, cad))).toBe(", $650.00 + CA$40.00 reported so far");
    expect(last(charges({ currency: null, minor: 1_000 }))).toBe(
      ", reported so far: 10.00, currency not reported",
    );
    expect(last({ reported: false, lines: [], sums: [] })).toBe("");
  });

  it("are not an amount while they are not posted or not a number", () => {
    expect(last(charges({ currency: "USD", minor: 0 }))).toBe(", charges not posted yet");
    const invalid = charges({ currency: "USD", minor: 0 });
    expect(last({ ...invalid, lines: invalid.lines.map((line) => ({ ...line, minor: null })) })).toBe(
      ", charges reported with an invalid amount",
    );
  });
});
