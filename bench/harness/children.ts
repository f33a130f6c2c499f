import { mkdirSync } from "node:fs";
import type { Children, Program } from "@/scripts/up/child";
import { createChildren } from "@/scripts/up/children";
import { bundledArgs } from "./bundle";

/** Folder for the output of programs if a benchmark has no folder of its own. It is not committed. */
const LOGS = ".cache";

/** Starts a benchmark's programs. Their output goes to files in this folder. */
export function openChildren(logsDir: string = LOGS): Children {
  mkdirSync(logsDir, { recursive: true });
  const children = createChildren(logsDir, { add: () => undefined, remove: () => undefined });
  const bundled = (program: Program) => ({ ...program, args: bundledArgs(program.args) });
  return {
    start: (program) => children.start(bundled(program)),
    run: (program, title) => children.run(bundled(program), title),
    stopAll: children.stopAll,
  };
}
