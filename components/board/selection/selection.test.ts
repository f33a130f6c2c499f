import { afterEach, expect, it } from "vitest";
import { boardSelection, countSelected } from "./selection";

afterEach(() => boardSelection.clear());
const count = (total = 100) => countSelected(boardSelection.snapshot(), total);

it("selects a container and leaves it", () => {
  boardSelection.toggle("a", 0);
  expect([boardSelection.has("a"), boardSelection.has("b"), count()]).toEqual([true, false, 1]);
  boardSelection.toggle("a", 0);
  expect([boardSelection.has("a"), count()]).toEqual([false, 0]);
});

it("selects all but those that are left, also containers nobody has read", () => {
  boardSelection.toggle("a", 0);
  boardSelection.all("queue=held", "queue=held&sort=line");
  boardSelection.toggle("b", 1);
  expect([boardSelection.has("unread"), boardSelection.has("b"), count()]).toEqual([true, false, 99]);
  boardSelection.put(["b", "c"], true);
  expect([boardSelection.has("b"), count()]).toEqual([true, 100]);
});

it("begins ranges where something was last selected", () => {
  expect(boardSelection.anchor()).toBeNull();
  boardSelection.toggle("a", 7);
  boardSelection.put(["b", "c"], true);
  expect([boardSelection.anchor(), count()]).toEqual([7, 3]);
  boardSelection.clear();
  expect([boardSelection.anchor(), count()]).toEqual([null, 0]);
});

it("tells whoever listens, and nobody who left", () => {
  let heard = 0;
  const leave = boardSelection.subscribe(() => {
    heard += 1;
  });
  boardSelection.toggle("a", 0);
  leave();
  boardSelection.toggle("b", 0);
  expect(heard).toBe(1);
});
