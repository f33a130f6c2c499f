import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { logger } from "@/lib/platform/log";

/**
 * Records in the folder of a build that this process serves it; `folder` is "" for a build made by hand. Builds that no
 * process serves are removed when another one is activated. A folder that is not writable does not block the start.
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
