import { describe, expect, it } from "vitest";
import { checkEveryMs } from "@/tracking-service/sources/simulation/simulation";
import { generateAccount } from "./account";
import { isWithin } from "./figure";
import { accountFigures } from "./figures";

/** The longest interval of the simulation: what happens does not depend on it, and fewer checks take less time. */
const CHECK_EVERY_MS = checkEveryMs(100_000);
const START = Date.parse("2026-11-21T09:00:00Z");

describe.each(["drayboard/Drayboard", "harbor", "lakeshore"])("an account generated from %s", (seed) => {
  it("is within all targets", () => {
    const account = generateAccount(seed, 300, START, CHECK_EVERY_MS);
    expect(accountFigures(account).filter((figure) => !isWithin(figure))).toEqual([]);
  });
});
