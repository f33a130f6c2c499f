import { spawnSync } from "node:child_process";

/** Calls every page, route and action as every caller. Prints the number of cells and of matching cells. */
const { status } = spawnSync(
  process.execPath,
  [
    "node_modules/vitest/vitest.mjs",
    "run",
    "lib/auth/access/access-matrix.test.ts",
    "e2e/access/matrix.test.ts",
  ],
  { stdio: "inherit", env: { ...process.env, ACCESS_MATRIX: "whole" } },
);
process.exitCode = status ?? 1;
