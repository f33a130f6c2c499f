import { describe, expect, it } from "vitest";
import { combined } from "./combined";
import type { Source } from "./source";

function source(name: string, scacs: string[], more: Partial<Source> = {}): Source {
  return {
    name,
    listCatalogue: () => [{ type: "port", id: "p", code: "USLAX", attributes: { from: name } }],
    supports: (scac) => scacs.includes(scac),
    guessLines: () => [],
    responseDelayMs: () => 0,
    lookUp: () => ({ kind: "failed", reason: "not_found" }),
    ask: async () => null,
    route: async () => [],
    seaWay: () => null,
    start: () => ({ wake: () => undefined, stop: async () => undefined }),
    ...more,
  };
}

const INQUIRY = {
  requestId: "r",
  accountId: "a",
  number: "MAEU1234567",
  requestType: "bill_of_lading",
  scac: "MAEU",
  attempts: 0,
  firstRequestedAt: new Date(0),
} as const;

describe("several sources", () => {
  it("use the first source that supports a carrier, and no other", async () => {
    const requested: string[] = [];
    const answering = (name: string, scacs: string[]) =>
      source(name, scacs, {
        lookUp: () => {
          requested.push(name);
          return { kind: "failed", reason: "not_found" };
        },
      });
    const both = combined(
      answering("edi", ["MSCU"]),
      answering("dcsa", ["MAEU"]),
      answering("last", ["MAEU"]),
    );
    await both.lookUp(INQUIRY, new Date(0));
    expect(requested).toEqual(["dcsa"]);
    expect(both.supports("MSCU")).toBe(true);
    expect(both.supports("ZIMU")).toBe(false);
  });

  it("return each place once, from the first source that has it", () => {
    const [port, ...more] = combined(source("edi", []), source("dcsa", [])).listCatalogue();
    expect(port?.attributes).toEqual({ from: "edi" });
    expect(more).toEqual([]);
  });

  it("are all woken and stopped", async () => {
    const received: string[] = [];
    const loops = (name: string) =>
      source(name, [], {
        start: () => ({
          wake: () => received.push(`${name} woken`),
          stop: async () => {
            received.push(`${name} stopped`);
          },
        }),
      });
    const loop = combined(loops("edi"), loops("dcsa")).start(Object.create(null));
    loop.wake();
    await loop.stop();
    expect(received).toEqual(["edi woken", "dcsa woken", "edi stopped", "dcsa stopped"]);
  });
});
