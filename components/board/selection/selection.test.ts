import { afterEach, expect, it } from "vitest";
import { boardSelection, countSelected } from "./selection";

afterEach(() => boardSelection.clear());
const count = (total = 100) => countSelected(boardSelection.snapshot(), total);

it("selects and deselects a container", () => {
  boardSelection.toggle("a", 0);
  expect([boardSelection.has("a"), boardSelection.has("b"), count()]).toEqual([true, false, 1]);
  boardSelection.toggle("a", 0);
  expect([boardSelection.has("a"), count()]).toEqual([false, 0]);
});

it("selects all containers except the excluded ones, including containers not loaded", () => {
  boardSelection.toggle("a", 0);
  boardSelection.all("queue=held", "queue=held&sort=line");
  boardSelection.toggle("b", 1);
  expect([boardSelection.has("unread"), boardSelection.has("b"), count()]).toEqual([true, false, 99]);
  boardSelection.put(["b", "c"], true);
  expect([boardSelection.has("b"), count()]).toEqual([true, 100]);
});

it("starts a range at the last selected container", () => {
  expect(boardSelection.anchor()).toBeNull();
  boardSelection.toggle("a", 7);
  boardSelection.put(["b", "c"], true);
  expect([boardSelection.anchor(), count()]).toEqual([7, 3]);
  boardSelection.clear();
  expect([boardSelection.anchor(), count()]).toEqual([null, 0]);
});

it("notifies subscribers and no unsubscribed listener", () => {
  let received = 0;
  const leave = boardSelection.subscribe(() => {
    received += 1;
  });
  boardSelection.toggle("a", 0);
  leave();
  boardSelection.toggle("b", 0);
  expect(received).toBe(1);
});
