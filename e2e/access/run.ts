import { spawnSync } from "node:child_process";

/** Calls every page, route and action as everybody who may come, and prints how many cells there are and how many hold. */
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
