import { readFileSync } from "node:fs";
import { join } from "node:path";

let kept: string | null = null;

/** Which build this process serves, as it was when it first asked: a later one belongs to a later process. */
export function buildId(): string {
  kept ??= readBuildId();
  return kept;
}

function readBuildId(): string {
  try {
    return readFileSync(join(process.cwd(), ".next", "BUILD_ID"), "utf8").trim();
  } catch {
    return "not built";
  }
}
