import { describe, expect, it } from "vitest";
import { givenAddress, readGivenBoard } from "./saved-address";

const VIEW = "11111111-2222-4333-8444-555555555555";

describe("a board given to others", () => {
  it("keeps its filter and its order, and nothing that is one person's", () => {
    const asked = `queue=held&customer=Lakin&list=${VIEW}&sort=eta&view=${VIEW}&cols=number&group=line`;
    const address = `queue=held&customer=Lakin&list=${VIEW}&sort=eta`;
    expect(givenAddress(asked)).toEqual({ address, problem: null });
    expect(givenAddress("")).toEqual({ address: "", problem: null });
  });

  it("is none where it is narrowed to what is news to one person", () => {
    const problem = "Take “changed” back first: it is yours alone, and no link can carry it.";
    expect(givenAddress("changed=1")).toEqual({ address: null, problem });
    expect(readGivenBoard("queue=held&changed=1")).toEqual({ query: null, problem });
  });

  it.each([
    "queue=nonsense",
    "ready=maybe",
    "customer=%00",
    "left=soon",
    "list=1",
    "numbers=12",
    "changed=yes",
    "depot=Pier",
  ])("is none where a filter cannot be read: %s", (address) => {
    const [place] = address.split("=");
    const problem = expect.stringMatching(`^The filter “${place}” cannot be read: .* Set it anew`);
    expect(readGivenBoard(`hold=customs&${address}`)).toEqual({ query: null, problem });
    expect(givenAddress(address)).toEqual({ address: null, problem });
  });

  it.each(["sort=rubbish", "group=rubbish", "view=x", `cols=${"x".repeat(601)}`])(
    "is as it was where what cannot be read narrows nothing: %s",
    (address) => {
      expect(givenAddress(`hold=customs&${address}`)).toEqual({ address: "hold=customs", problem: null });
    },
  );
});
