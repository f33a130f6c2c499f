import { describe, expect, it } from "vitest";
import { openDatabase } from "./client";
import { isDatabaseFailure, isRefusedValue, mayBeOfStatement } from "./connection-errors";

const coded = (code: string, message = "x") => Object.assign(new Error(message), { code });
const failedQuery = (cause: Error) =>
  new Error('Failed query: insert into containers values ($1) params: {"empty_terminated_at": "timeout"}', {
    cause,
  });

describe("isRefusedValue", () => {
  it.each(["22P02", "22021", "22003", "22008"])("accepts %s in a nested cause", (code) => {
    expect(isRefusedValue(failedQuery(coded(code)))).toBe(true);
  });

  it.each(["23505", "42601", "57014", "22", "08006"])("rejects %s", (code) => {
    expect(isRefusedValue(failedQuery(coded(code)))).toBe(false);
  });

  it("rejects a value that is not an error", () => {
    for (const thrown of [null, "22P02", { code: "22P02" }, undefined])
      expect(isRefusedValue(thrown)).toBe(false);
  });
});

describe("mayBeOfStatement", () => {
  it.each(["57014", "53200", "53400"])("accepts %s in a nested cause", (code) => {
    expect(mayBeOfStatement(failedQuery(coded(code)))).toBe(true);
  });

  it.each(["53100", "53300", "57P01", "08006", "25006", "22P02", "ECONNREFUSED"])("rejects %s", (code) => {
    expect(mayBeOfStatement(failedQuery(coded(code)))).toBe(false);
  });
});

describe("isDatabaseFailure", () => {
  it.each([
    ...["53100", "53300", "57P01", "57P03", "57014", "58030", "08006"],
    ...["25006", "25P03", "55P03", "ECONNREFUSED"],
  ])("accepts the code %s in a nested cause", (code) =>
    expect(isDatabaseFailure(failedQuery(coded(code)))).toBe(true),
  );

  it.each([
    "Connection terminated unexpectedly",
    "Query read timeout",
    "timeout exceeded when trying to connect",
  ])("accepts the driver's message: %s", (text) => {
    expect(isDatabaseFailure(failedQuery(new Error(text)))).toBe(true);
  });

  it("accepts an unreachable server", async () => {
    const { pool } = openDatabase("postgresql://nobody@127.0.0.1:9/none");
    const error: unknown = await pool.query("select 1").catch((reason: unknown) => reason);
    expect(isDatabaseFailure(error)).toBe(true);
    await pool.end();
  });

  it.each(["22001", "22P02", "23505", "23514", "42P01", "40P01", "54000", "P0001"])(
    "rejects %s, regardless of the values in the query",
    (code) =>
      expect(isDatabaseFailure(failedQuery(coded(code, "Connection timeout in a value")))).toBe(false),
  );

  it.each([null, "timeout", new Error("empty_terminated_at: expected text"), new Error("timeout")])(
    "rejects the error %s",
    (error) => expect(isDatabaseFailure(error)).toBe(false),
  );
});
