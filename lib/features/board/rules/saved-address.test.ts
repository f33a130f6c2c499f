import { describe, expect, it } from "vitest";
import { givenAddress, readGivenBoard } from "./saved-address";

const VIEW = "11111111-2222-4333-8444-555555555555";

describe("shared board address", () => {
  it("keeps the filter and the order, without the values of one user", () => {
    const requested = `queue=held&customer=Lakin&list=${VIEW}&sort=eta&view=${VIEW}&cols=number&group=line`;
    const address = `queue=held&customer=Lakin&list=${VIEW}&sort=eta`;
    expect(givenAddress(requested)).toEqual({ address, problem: null });
    expect(givenAddress("")).toEqual({ address: "", problem: null });
  });

  it("is rejected when narrowed to the unseen changes of one user", () => {
    const problem = "Remove the “Unseen changes” filter first. It can’t be shared.";
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
  ])("is rejected when a filter cannot be parsed: %s", (address) => {
    const [place] = address.split("=");
    const problem = expect.stringMatching(`^Invalid filter “${place}”: .* Set it again`);
    expect(readGivenBoard(`hold=customs&${address}`)).toEqual({ query: null, problem });
    expect(givenAddress(address)).toEqual({ address: null, problem });
  });

  it.each(["sort=rubbish", "group=rubbish", "view=x", `cols=${"x".repeat(601)}`])(
    "ignores an unparsable value that filters nothing: %s",
    (address) => {
      expect(givenAddress(`hold=customs&${address}`)).toEqual({ address: "hold=customs", problem: null });
    },
  );
});
