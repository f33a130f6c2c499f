import { describe, expect, it } from "vitest";
import { isFoundBy, isNearName, isNewName, nearestFirst } from "./party-names";

const parties = ["Harbor Dray", "Keystone Dray, Inc.", "キーストン"].map((name) => ({ name }));

describe("names of parties", () => {
  it.each([
    ["keystone dray inc", "Keystone Dray, Inc.", true],
    ["KEYSTONE-DRAY INC", " Keystone Dray, Inc.", true],
    ["Keystone", "Keystone Dray, Inc.", false],
    ["キーストン", "キーストン ", true],
    ["--", "-", false],
    ["--", " -- ", true],
  ])("%s is near %s: %s", (a, b, near) => {
    expect(isNearName(a, b)).toBe(near);
  });

  it.each([
    ["stone", ["Keystone Dray, Inc."]],
    ["dray inc", ["Keystone Dray, Inc."]],
    ["dray,", ["Harbor Dray", "Keystone Dray, Inc."]],
    ["", parties.map(({ name }) => name)],
    ["nobody", []],
  ])("are found by %j", (typed, names) => {
    expect(parties.filter((party) => isFoundBy(party, typed)).map(({ name }) => name)).toEqual(names);
  });

  it.each([
    ["keystone dray, inc. ", false],
    ["Keystone Dray Inc", true],
    [" ", false],
  ])("%j can be created: %s", (typed, isNew) => {
    expect(isNewName(parties, typed)).toBe(isNew);
  });

  it("are listed with the near match first", () => {
    expect(nearestFirst(parties, "keystone dray inc")[0]?.name).toBe("Keystone Dray, Inc.");
    expect(nearestFirst(parties, "")).toEqual(parties);
  });
});
