import { spawnSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** Runs a program that logs with its output on a disk without room; answers how it ended. */
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

describe.runIf(process.platform === "linux")("a log on a full disk", () => {
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
