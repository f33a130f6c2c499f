import { DrizzleQueryError } from "drizzle-orm";
import { expect, it } from "vitest";
import { messageAndPlaces, messageOf } from "./start-error";

const hash = "scrypt$a-hash";
const failed = new DrizzleQueryError(
  "insert into users values ($1)",
  [hash],
  new Error("lost the connection"),
);

it("shows the cause of a failed query but not its values", () => {
  expect(messageOf(failed)).toBe("A query failed: lost the connection");
  expect(messageOf(new DrizzleQueryError("select $1", [hash]))).toBe("A query failed.");
  const shown = messageAndPlaces(failed);
  expect(shown).toMatch(/^A query failed: lost the connection\n +at .*start-error\.test\.ts/);
  expect(shown).not.toContain(hash);
});

it("shows other thrown values", () => {
  expect(messageOf(new AggregateError([new Error("a"), new Error("b")]))).toBe("a, b");
  expect(messageOf("text")).toBe("text");
  expect(messageAndPlaces(new Error("x"))).toMatch(/^x\n +at /);
});
