import { DrizzleQueryError } from "drizzle-orm";
import { expect, it } from "vitest";
import { openLog } from "./log";

const SECRET = "whsec-nobody-may-see";

function logged(err: unknown): string {
  let lines = "";
  openLog("info", {
    write: (line) => {
      lines += line;
    },
  }).error({ err }, "request failed");
  return lines;
}

it("logs the database's message of a failed insert without the inserted values", () => {
  const reported = Object.assign(new Error('null value in column "url"'), {
    code: "23502",
    detail: `Failing row contains (w-1, ${SECRET}).`,
  });
  const line = logged(
    new DrizzleQueryError("insert into webhooks values ($1)", [SECRET, `\n    at ${SECRET}`], reported),
  );
  expect(line).not.toContain(SECRET);
  expect(line).not.toContain("insert into");
  expect(JSON.parse(line).err).toMatchObject({
    message: 'null value in column "url"',
    code: "23502",
    stack: expect.stringContaining("log.test.ts"),
  });
});

it("logs no details of a failed query without a cause", () => {
  expect(logged(new DrizzleQueryError("select $1", [SECRET]))).not.toContain(SECRET);
});

it("logs any other error completely, with its origin", () => {
  const { err } = JSON.parse(logged(new RangeError("too far")));
  expect(err).toMatchObject({
    type: "RangeError",
    message: "too far",
    stack: expect.stringMatching(/^ +at /),
  });
});

it.each([
  ["text", "text"],
  [null, "null"],
])("accepts a value that is no error: %j", (thrown, message) => {
  expect(JSON.parse(logged(thrown)).err.message).toBe(message);
});
