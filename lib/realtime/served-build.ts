import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { logger } from "@/lib/platform/log";

/**
 * Notes in the folder of a build, "" for one made by hand, that this process serves it: builds nobody serves are removed
 * when another one is switched in. A folder that cannot be written stops no start.
 */
export function noteServedBuild(folder: string): void {
  if (folder === "") return;
  try {
    mkdirSync(join(folder, "served-by"), { recursive: true });
    writeFileSync(join(folder, "served-by", String(process.pid)), "");
  } catch (error) {
    logger("dashboard").warn({ err: error }, "the build's use could not be noted");
  }
}
