import { expect, it } from "vitest";
import { readable } from "./show-line";

it("shows a log line as level, message and data, and any other line as it is", () => {
  const line = JSON.stringify({
    level: 40,
    time: "2026-11-24T16:21:00Z",
    pid: 7,
    part: "webhook",
    msg: "again",
    tries: 2,
  });
  expect(readable(line)).toBe("warn again part=webhook tries=2");
  for (const other of ["GET /board 200", "{ not JSON", '{"level":"info"}', ""])
    expect(readable(other)).toBe(other);
});

it("shows the stack of an error on lines of its own", () => {
  const err = { type: "Error", message: "no table", stack: "    at one\n    at two" };
  expect(readable(JSON.stringify({ level: 50, msg: "step failed", err }))).toBe(
    "error step failed\n    Error: no table\n    at one\n    at two",
  );
});
