import { spawn } from "node:child_process";
import { parseArgs } from "node:util";

const { values } = parseArgs({ options: { rows: { type: "string", default: "5000" } } });
const rows = Number(values.rows);

/**
 * `npm run test:track [-- --rows N]`: the browser test of a list tracked end to end with this many rows. 5,000 take an
 * hour under the service's limit.
 */
if (Number.isInteger(rows) && rows >= 120 && rows <= 20_000) {
  const playwright = [
    "node_modules/@playwright/test/cli.js",
    "test",
    "track-list",
    "-g",
    "every row exactly once",
  ];
  const child = spawn(process.execPath, playwright, {
    stdio: "inherit",
    env: { ...process.env, TRACK_ROWS: String(rows) },
  });
  child.on("exit", (code) => {
    process.exitCode = code ?? 1;
  });
} else {
  console.error("Usage: npm run test:track [-- --rows N], N from 120 to 20000");
  process.exitCode = 2;
}
