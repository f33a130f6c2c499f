import { spawnSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { DrizzleQueryError } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { beginRequest, hideInLog, openLog } from "./log";

/** Runs a program that logs to a full disk. Returns its exit. */
function logToFullDisk(module: string, call: string) {
  const full = openSync("/dev/full", "w");
  const code = `import * as log from "${module}"; for (let n = 0; n < 2000; n++) ${call}; setTimeout(() => process.exit(7), 50);`;
  const { status, signal } = spawnSync(
    process.execPath,
    ["--import", "tsx", "--input-type=module", "-e", code],
    { stdio: ["ignore", full, full] },
  );
  closeSync(full);
  return { status, signal };
}

describe.runIf(process.platform === "linux")("logging to a full disk", () => {
  it.each([
    [
      "dashboard and worker",
      "./lib/platform/log.ts",
      'log.logger("test").info({ text: "x".repeat(1000) }, "line")',
    ],
    [
      "tracking service",
      "./tracking-service/runtime/log.ts",
      'log.openLog("info").info({ text: "x".repeat(1000) }, "line")',
    ],
  ])("does not end the process: %s", (_, module, call) => {
    expect(logToFullDisk(module, call)).toEqual({ status: 7, signal: null });
  });
});

/** Secrets as they may reach a log line: by the name of a key, by a known value, by their shape. */
const PLANTED = {
  key: "planted-api-key-0001",
  value: "planted-webhook-secret-0002",
  bearer: "planted.bearer.token.0003",
  password: "planted-db-password-0004",
  parameter: "planted-session-id-0005",
};
hideInLog(PLANTED.value, "short");

function lineOf(write: (log: ReturnType<typeof openLog>) => void): {
  text: string;
  line: Record<string, unknown>;
} {
  let text = "";
  const log = openLog({
    write: (part) => {
      text += part;
    },
  });
  write(log);
  return { text, line: JSON.parse(text) };
}

describe("a log line", () => {
  it("holds no planted secret, wherever it is", () => {
    const query = new DrizzleQueryError(`select $1 from sessions`, [PLANTED.parameter], new Error("lost"));
    const failure = new Error(`sent ${PLANTED.value} with Bearer ${PLANTED.bearer}`, {
      cause: Object.assign(new Error(`connect postgresql://drayboard:${PLANTED.password}@localhost/db`), {
        cause: query,
      }),
    });
    const { text, line } = lineOf((log) =>
      log.error(
        {
          err: failure,
          headers: {
            authorization: `Token ${PLANTED.bearer}`,
            "x-api-key": PLANTED.key,
            Cookie: PLANTED.key,
          },
          request: [{ apiKey: PLANTED.key, nested: { url: `https://me:${PLANTED.password}@example.com` } }],
          note: `the secret is ${PLANTED.value}.`,
        },
        "failed",
      ),
    );
    for (const [how, secret] of Object.entries(PLANTED)) expect(text, how).not.toContain(secret);
    expect(text).toContain("[redacted]");
    expect(line).toMatchObject({ msg: "failed", note: "the secret is [redacted]." });
  });

  it("holds an error's type, code, message and stack, and those of its causes", () => {
    const cause = Object.assign(new TypeError("inner"), { code: "ECONNRESET" });
    const { line } = lineOf((log) => log.warn({ err: new Error("outer", { cause }) }, "failed"));
    expect(line.err).toMatchObject({
      type: "Error",
      message: "outer",
      stack: expect.stringContaining("log.test.ts"),
      cause: {
        type: "TypeError",
        code: "ECONNRESET",
        message: "inner",
        stack: expect.stringContaining("log.test.ts"),
      },
    });
  });

  it("ignores values too short to be a secret, and ends at cyclic data", () => {
    const cyclic: Record<string, unknown> = { short: "short" };
    cyclic.self = cyclic;
    expect(lineOf((log) => log.info({ cyclic }, "fine")).line.cyclic).toMatchObject({ short: "short" });
  });

  it("names the request it belongs to, and none outside of one", async () => {
    expect(lineOf((log) => log.info({}, "step")).line.request).toBeUndefined();
    const inRequest = async (id: string) => {
      beginRequest(id);
      await new Promise((resolve) => setTimeout(resolve, 5));
      return lineOf((log) => log.info({}, "step")).line.request;
    };
    expect(await Promise.all([inRequest("r-1"), inRequest("r-2")])).toEqual(["r-1", "r-2"]);
  });
});
