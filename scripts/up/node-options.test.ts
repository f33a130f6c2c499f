import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { dashboardArgs, workerArgs } from "./dashboard-programs";
import { trackingProgram } from "./tracking-program";

const MB = 1024 * 1024;

it.each([
  ["dashboard", dashboardArgs(3_000, "127.0.0.1", 300), 24],
  ["worker", workerArgs(300), 96],
  ["tracking service", trackingProgram(300), 24],
])("limits the heap of the %s, independent of the machine's memory", (_name, args, youngMb) => {
  // Node's own options come before the program's name. The rest belong to the program.
  const options = args.slice(
    0,
    args.findIndex((arg) => !arg.startsWith("--max-")),
  );
  const limit = execFileSync(process.execPath, [...options, "-p", "v8.getHeapStatistics().heap_size_limit"]);
  expect(Number(limit) / MB).toBeGreaterThanOrEqual(300);
  expect(Number(limit) / MB).toBeLessThanOrEqual(306 + youngMb);
});
