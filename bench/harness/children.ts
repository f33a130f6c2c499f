import { mkdirSync } from "node:fs";
import type { Children } from "@/scripts/up/child";
import { createChildren } from "@/scripts/up/children";

/** Folder for the output of programs if a benchmark has no folder of its own. It is not committed. */
const LOGS = ".cache";

/** Starts a benchmark's programs. Their output goes to files in this folder. */
export function openChildren(logsDir: string = LOGS): Children {
  mkdirSync(logsDir, { recursive: true });
  return createChildren(logsDir, { add: () => undefined, remove: () => undefined });
}
