import { execFileSync, spawn } from "node:child_process";
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { buildEnvironment } from "@/scripts/up/environment";
import { processMark } from "@/scripts/up/process-mark";

/** A commit waits for TypeScript until this process has run for so long, in ms. */
const TYPES_MS = 4_500;
const LOGS = join(".cache", "pre-commit");
/** Names the TypeScript that an earlier commit did not wait for. */
const GOING_ON = join(LOGS, "types.pid");
const LOW_PRIORITY = 10;
const NEXT_TYPES = "next-env.d.ts";
const FORMATTED = /\.(?:[cm]?[jt]sx?|jsonc?|css)$/;
/** A change of one of these can change the type of something. */
const TYPED = /\.(?:ts|tsx|mts)$|^(?:tsconfig[\w.]*|package|package-lock)\.json$/;

/** Changed files that exist: `--cached` for staged ones. */
function changedFiles(...args: string[]): string[] {
  const listed = execFileSync("git", ["diff", "--name-only", "--diff-filter=ACMR", "-z", ...args], {
    encoding: "utf8",
  });
  return listed.split("\0").filter((path) => path !== "" && existsSync(path));
}

/** Whether a file that Next generates is missing, as in a clean clone. Without it no page can be checked. */
function lacksRouteTypes(): boolean {
  const text = existsSync(NEXT_TYPES) ? readFileSync(NEXT_TYPES, "utf8") : null;
  if (text === null) return true;
  return [...text.matchAll(/import "(.+?)"/g)].some(([, path = ""]) => !existsSync(path));
}

/** Starts a program of a package, with its output in a file, so that it can go on without this process. */
function start(name: string, program: string, args: string[]) {
  mkdirSync(LOGS, { recursive: true });
  const log = join(LOGS, `${name}.log`);
  const file = openSync(log, "w");
  const child = spawn(process.execPath, [join("node_modules", ...program.split("/")), ...args], {
    detached: true,
    env: buildEnvironment(),
    stdio: ["ignore", file, file],
  });
  closeSync(file);
  const problem = new Promise<string | null>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code) => resolve(code === 0 ? null : readFileSync(log, "utf8").trimEnd()));
  });
  // `problem`: its output if it failed, otherwise null.
  return { pid: child.pid, problem };
}

/** Waits until the TypeScript of an earlier commit has ended: two at once would both take twice as long. */
async function endOfEarlier(): Promise<void> {
  const [pid = "", mark] = existsSync(GOING_ON) ? readFileSync(GOING_ON, "utf8").split(" ") : [];
  while (pid !== "" && processMark(Number(pid)) === mark) await pause(50);
  rmSync(GOING_ON, { force: true });
}

/** Lets TypeScript go on without this process. */
function leave(pid: number): void {
  writeFileSync(GOING_ON, `${pid} ${processMark(pid)}`);
  try {
    setPriority(pid, LOW_PRIORITY);
  } catch {
    // It has just ended.
  }
}

async function findTypeErrors(limitMs: number): Promise<string | null> {
  let pid: number | undefined;
  const check = async () => {
    await endOfEarlier();
    if (lacksRouteTypes()) await start("typegen", "next/dist/bin/next", ["typegen"]).problem;
    const types = start("types", "typescript/bin/tsc", ["--noEmit", "-p", "."]);
    pid = types.pid;
    return types.problem;
  };
  const late = Symbol();
  const found = await Promise.race([check(), pause(Math.max(0, limitMs - performance.now()), late)]);
  if (found !== late) return found;
  if (pid !== undefined) leave(pid);
  console.error(
    "Types: not checked in time. TypeScript goes on, so the next commit is checked sooner. Run npm run check -- Types",
  );
  return null;
}

async function findFormatErrors(paths: string[]): Promise<string | null> {
  if (paths.length === 0) return null;
  const options = ["--error-on-warnings", "--no-errors-on-unmatched"];
  return start("format", "@biomejs/biome/bin/biome", ["check", ...options, ...paths]).problem;
}

/**
 * Checks format and lint of the staged files, and the types of the whole project, since a change may break another file.
 * TypeScript checks again only what changed since its last run. The files are read as they are in the folder. When this
 * process has run for `limitMs`, the commit does not wait for types any longer (docs/decisions/0034). Returns the exit
 * code.
 */
export async function checkStaged(limitMs = TYPES_MS): Promise<number> {
  const staged = changedFiles("--cached");
  const formatted = staged.filter((path) => FORMATTED.test(path));
  const unstaged = new Set(changedFiles());
  const partial = formatted.filter((path) => unstaged.has(path));
  if (partial.length > 0)
    console.error(`Checked as in the folder, because not all of it is staged: ${partial.join(", ")}`);
  const problems = await Promise.all([
    findFormatErrors(formatted),
    staged.some((path) => TYPED.test(path)) ? findTypeErrors(limitMs) : null,
  ]);
  const failed = problems.filter((output) => output !== null);
  for (const output of failed) console.error(output);
  if (failed.length > 0)
    console.error(
      "\nNot committed. npx biome check --write FILE formats; git commit --no-verify skips this.",
    );
  return failed.length > 0 ? 1 : 0;
}
