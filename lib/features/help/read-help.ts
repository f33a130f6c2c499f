import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseHelp } from "./parse-help";
import type { HelpBlock } from "./rules";

let read: Promise<HelpBlock[]> | undefined;

/** The guide for users, docs/using.md. It is read once: it changes only with the program. */
export function readHelp(): Promise<HelpBlock[]> {
  read ??= readFile(join(/* turbopackIgnore: true */ process.cwd(), "docs/using.md"), "utf8").then(parseHelp);
  read.catch(() => {
    read = undefined;
  });
  return read;
}
