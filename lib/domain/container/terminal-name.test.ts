import { describe, expect, it } from "vitest";
import { shortTerminalName } from "./terminal-name";

describe("shortTerminalName", () => {
  it.each([
    ["APM Terminals Pier 400", "APM Pier 400"],
    ["APM Terminals", "APM"],
    ["Everport Terminal Services", "Everport"],
    ["International Transportation Service", "Intl Transportation"],
    ["CN Brampton Intermodal Terminal", "CN Brampton"],
    ["PSA Halifax Atlantic Hub", "PSA Halifax Atlantic"],
    ["Savannah Off-Dock Yard", "Savannah Off-Dock"],
    ["Bayport Container Terminal", "Bayport CT"],
    ["Maher Terminals", "Maher"],
    ["Norfolk Southern Landers Intermodal", "NS Landers"],
    ["Union Pacific Joliet Intermodal", "UP Joliet"],
    ["BNSF Logistics Park Kansas City", "BNSF LP Kansas City"],
    ["Norfolk Southern", "Norfolk Southern"],
    ["Hub", "Hub"],
  ])("of %s is %s", (name, short) => expect(shortTerminalName(name)).toBe(short));
});
