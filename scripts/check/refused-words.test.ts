import { describe, expect, it } from "vitest";
import { findRefusedWords } from "./refused-words";

const inFile = (text: string, path = "lib/domain/x.ts") => findRefusedWords(new Map([[path, text]]));

describe("refused words", () => {
  it.each([
    ["const firstBox = 1;", '"Box": write container'],
    ["const BOX_LIST = 1;", '"BOX": write container'],
    ["// Reads the desk's own settings.", '"desk": write dashboard or team'],
    ['"Nothing was told."', '"told": write reported or notified'],
    ["select * from chases", '"chases": write follow-ups'],
    ["It was set aside.", '"set aside": write dead-lettered'],
    ['<Button look="main">', '"look=": write variant='],
  ])("finds %s", (text, problem) => {
    expect(inFile(`\n${text}`)).toEqual([`lib/domain/x.ts:2: ${problem}`]);
  });

  it("finds a refused word in a file's name", () => {
    expect(inFile("", "lib/domain/box-facts.ts")).toEqual([
      'lib/domain/box-facts.ts: the file\'s name has "box": write container',
    ]);
  });

  it.each([
    "const checkbox = inbox;",
    '<svg viewBox="0 0 1 1">',
    "box-shadow: none",
    '{ source: "/api/v1/boxes" }',
  ])("allows %s", (text) => {
    expect(inFile(text)).toEqual([]);
  });

  it("does not read migrations", () => {
    expect(inFile("create table chases ();", "lib/platform/database/migrations/0010_desk_work.sql")).toEqual(
      [],
    );
  });
});
