import { mkdirSync } from "node:fs";
import type { Children } from "@/scripts/up/child";
import { createChildren } from "@/scripts/up/children";

/** Where what they print goes where a benchmark has no folder for it; no commit takes it. */
const LOGS = ".cache";

/** Starts a benchmark's programs; what they print goes to files in this folder. */
export function openChildren(logsDir: string = LOGS): Children {
  mkdirSync(logsDir, { recursive: true });
  return createChildren(logsDir, { add: () => undefined, remove: () => undefined });
}
