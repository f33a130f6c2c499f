import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { FAULTS_BY_AREA } from "./all-faults";
import { OutdatedFault, readMistake, withMistake } from "./planted-fault";

const all = Object.values(FAULTS_BY_AREA).flat();

describe("the planted faults", () => {
  it.each(Object.entries(FAULTS_BY_AREA))(
    "of %s are ten, each in a file of this folder or of lib/platform",
    (area, faults) => {
      expect(faults).toHaveLength(10);
      for (const { file } of faults) expect(file).toMatch(new RegExp(`^lib/(?:${area}|platform)/`));
    },
  );

  it("have names of their own and test files that exist", () => {
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
    expect(all.flatMap(({ tests }) => tests).filter((file) => !existsSync(file))).toEqual([]);
  });

  it.each(all)("$name: fits its file and compiles", async (fault) => {
    await readMistake(fault);
  });
});

describe("a planted fault", () => {
  const fault = { name: "no days", file: "a.ts", source: "days + 1", mistake: "days", tests: [] };

  it("replaces its source text", () => {
    expect(withMistake(fault, "const a = days + 1;")).toBe("const a = days;");
  });

  it.each(["const a = days + 2;", "const a = days + 1 + (days + 1);"])("is outdated for %s", (text) => {
    expect(() => withMistake(fault, text)).toThrow(OutdatedFault);
    expect(() => withMistake(fault, text)).toThrow(/"no days".+a\.ts/);
  });

  it("is outdated if its mistake does not compile", async () => {
    const [first] = all;
    if (!first) throw new Error("no fault");
    await expect(readMistake({ ...first, mistake: ")" })).rejects.toThrow(/does not compile/);
  });
});
