import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseHelp } from "./parse-help";
import type { HelpBlock } from "./rules";

/** The guide for users, by its path in the program's folder. */
export const HELP_FILE = join("docs", "using.md");

/** A line for readers of the file, which says where it is in the dashboard. */
const OF_THE_FILE = /^This page is also in Drayboard: .*\n/m;

let read: Promise<HelpBlock[]> | undefined;

/** The guide for users. It is read once: it changes only with the program. */
export function readHelp(): Promise<HelpBlock[]> {
  read ??= readFile(join(/* turbopackIgnore: true */ process.cwd(), HELP_FILE), "utf8").then((text) =>
    parseHelp(text.replace(OF_THE_FILE, "")),
  );
  read.catch(() => {
    read = undefined;
  });
  return read;
}
