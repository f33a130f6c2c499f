import { describe, expect, it } from "vitest";
import { isPress } from "./shortcut-registry";
import { KEY_IDS, KEY_PLACES, keyCaps, keyOf } from "./shortcuts";

const press = (key: string, held: Partial<Parameters<typeof isPress>[0]> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

describe("isPress", () => {
  it.each([
    ["j", press("j"), true],
    ["j", press("J", { shiftKey: true }), false],
    ["j", press("j", { ctrlKey: true }), false],
    ["j", press("j", { altKey: true }), false],
    ["?", press("?", { shiftKey: true }), true],
    ["/", press("/", { shiftKey: true }), true],
    ["mod+k", press("k", { ctrlKey: true }), true],
    ["mod+k", press("k", { metaKey: true }), true],
    ["mod+k", press("K", { ctrlKey: true }), true],
    ["mod+k", press("k"), false],
    ["mod+k", press("k", { ctrlKey: true, altKey: true }), false],
    ["shift+ArrowDown", press("ArrowDown", { shiftKey: true }), true],
    ["shift+ArrowDown", press("ArrowDown"), false],
    ["ArrowDown", press("ArrowDown", { shiftKey: true }), false],
    ["shift+J", press("J", { shiftKey: true }), true],
    ["shift+J", press("J"), false],
  ])("compares %s with %o: %s", (key, input, expected) => {
    expect(isPress(input, key)).toBe(expected);
  });
});

describe("shortcut table", () => {
  it("assigns each key once per scope and no global key in any other scope", () => {
    for (const place of KEY_PLACES) {
      const here = KEY_IDS.filter((id) => [place, "Everywhere"].includes(keyOf(id).place));
      const keys = here.flatMap((id) => keyOf(id).keys);
      expect(new Set(keys).size, place).toBe(keys.length);
    }
  });

  it("names the caps as printed on the keyboard", () => {
    expect(keyCaps("mod+k", true)).toEqual(["⌘", "K"]);
    expect(keyCaps("mod+k", false)).toEqual(["Ctrl", "K"]);
    expect(keyCaps("shift+ArrowDown", false)).toEqual(["shift", "↓"]);
    expect(keyCaps("?", false)).toEqual(["?"]);
  });
});
