import { describe, expect, it } from "vitest";
import { testDeadline, testRow } from "@/components/board/test-row";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import { changedFacts, type FactId, rowFact } from "@/lib/domain/board-row/row-facts";
import type { Locale } from "@/lib/platform/text/locale";
import { factText } from "./fact-text";

const NOW = new Date("2026-11-20T20:00:00Z");
const AT = "2026-11-20T19:00:00.000Z";
const LA = "America/Los_Angeles";

type Options = { author?: string; locale?: Locale; fact?: FactId };

/** "Label: was → is · source" of the change between two rows. */
function said(before: Partial<BoardRow>, after: Partial<BoardRow>, options: Options = {}): string {
  const [old, current] = [testRow("1", before), testRow("1", after)];
  const [fact = options.fact] = changedFacts(old, current);
  if (!fact) throw new Error("nothing changed");
  const of = (row: BoardRow): unknown => JSON.parse(JSON.stringify(rowFact(fact).of(row) ?? null));
  const change = { fact, at: AT, was: of(old), is: of(current), author: options.author ?? null };
  const { label, was, is, source } = factText(options.locale ?? "en-US", change, current, NOW);
  return `${label}: ${was} → ${is} · ${source}`;
}

const hold = (name: string, status = "hold", description: string | null = null) => ({
  name,
  status,
  description,
});
const eta = (at: string | null, zone: string | null = LA): Partial<BoardRow> => ({
  arrival: { place: "port", eta: at === null ? null : { at, zone }, firstEta: null, actual: null },
});

describe("the text of a change", () => {
  it("has the last free days and who reported the new one", () => {
    const to = testDeadline("2026-11-26", "2026-11-27T08:00:00Z");
    if (to.governing) to.governing.source = "terminal";
    const from = { deadline: testDeadline("2026-11-24", "2026-11-25T08:00:00Z") };
    expect(said(from, { deadline: to })).toBe("Last free day: Tue, Nov 24 → Thu, Nov 26 · Terminal");
    expect(said(from, { deadline: to }, { locale: "en-GB" })).toBe(
      "Last free day: Tue 24 Nov → Thu 26 Nov · Terminal",
    );
  });

  it("has every source where the earliest day is the same", () => {
    const day = testDeadline("2026-11-24", "2026-11-25T08:00:00Z");
    const both = {
      ...day,
      sources: [...day.sources, { source: "terminal" as const, on: "2026-11-27", zone: LA, applies: true }],
    };
    expect(said({ deadline: day }, { deadline: both })).toBe(
      "Last free day: Line LFD Tue, Nov 24 → Line LFD Tue, Nov 24, Terminal Fri, Nov 27 · Line LFD",
    );
  });

  it("has a missing value as none", () => {
    const none: BoardRow["deadline"] = {
      state: "not_reported",
      governing: null,
      sources: [],
      serviceNames: null,
    };
    expect(said({ deadline: none }, {})).toBe("Last free day: none → Fri, Nov 20 · Line LFD");
    expect(said(eta("2026-11-24T20:00:00Z"), eta(null))).toBe("ETA: Tue, Nov 24, 12:00 PM → none · Line");
  });

  it("says that a time is of an unknown zone", () => {
    expect(said(eta(null), eta("2026-11-24T20:00:00Z", null))).toBe(
      "ETA: none → Tue, Nov 24, 8:00 PM (zone unknown) · Line",
    );
  });

  it("has the holds, or that their details changed", () => {
    expect(said({ holds: [hold("customs")] }, { holds: [hold("customs", "pending"), hold("TMF")] })).toBe(
      "Holds: customs → customs pending, TMF · Terminal",
    );
    expect(said({ holds: [hold("other")] }, { holds: [hold("other", "hold", "Exam")] })).toBe(
      "Holds: other → other, details changed · Terminal",
    );
  });

  it("has reported charges only", () => {
    const sums = [
      { currency: "USD", minor: 65_000 },
      { currency: "CAD", minor: 4_000 },
    ];
    expect(said({}, { charges: { reported: true, lines: [], sums } })).toBe(
      "Charges: none reported → $650.00 + CA$40.00 · Terminal",
    );
  });

  it("has the user who wrote it as its source", () => {
    const planned = { plannedPickup: { at: "2026-11-24T15:00:00Z", zone: LA } };
    expect(said({}, planned, { author: "Ana" })).toBe("Planned pickup: none → Tue, Nov 24, 7:00 AM · Ana");
    expect(said({ note: "hot" }, {}, { author: "Ana" })).toBe("Note: hot → none · Ana");
    expect(said({ note: "hot" }, {})).toBe("Note: hot → none · Drayboard");
  });

  it("names the rail ramp for a container past the port, and cuts long texts", () => {
    const inland = { arrival: { ...testRow("1").arrival, place: "inland" as const } };
    expect(said(inland, { ...inland, holds: [hold("customs")] })).toBe("Holds: none → customs · Rail ramp");
    const { is } = factText(
      "en-US",
      { fact: "note", at: AT, was: null, is: "x".repeat(500), author: null },
      testRow("1"),
      NOW,
    );
    expect(is).toHaveLength(120);
  });
});
