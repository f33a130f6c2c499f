import { type ChildProcess, execFile, spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";

export const START_MS = 60_000;
/** Next's exit code after a stop in order by SIGTERM. */
export const STOPPED = 143;
export const USER = { email: "ops@example.com", password: "a password of the image" };
const run = promisify(execFile);

/** How a program of the image is run: from its folder, or in a container. */
export type Runner = (program: string[], env: Record<string, string>) => { command: string; args: string[] };

export const fromFolder = (folder: string): Runner => {
  const start = join(folder, "programs", "start.mjs");
  return (program) => ({ command: process.execPath, args: [start, ...program] });
};

const environment = (env: Record<string, string>): NodeJS.ProcessEnv => ({
  NODE_ENV: "production",
  PATH: process.env.PATH,
  ...env,
});

export type Site = {
  folder: string;
  databaseUrl: string;
  trackingUrl: string;
  onEnd: (undo: () => unknown) => void;
};

/** Runs a program of the image to its end. Returns its output; throws with it on failure. */
export async function toItsEnd(
  runner: Runner,
  { folder }: Site,
  program: string[],
  env: Record<string, string>,
) {
  const { command, args } = runner(program, env);
  const { stdout } = await run(command, args, { cwd: folder, env: environment(env) });
  return stdout.trim();
}

export async function untilAnswered(url: string, child: ChildProcess): Promise<Response> {
  const until = Date.now() + START_MS;
  for (;;) {
    const response = await fetch(url).catch(() => null);
    if (response?.ok) return response;
    if (child.exitCode !== null) throw new Error(`the program at ${url} ended with code ${child.exitCode}`);
    if (Date.now() > until) throw new Error(`${url} did not answer 200 within ${START_MS / 1_000} s`);
    await pause(50);
  }
}

export function begin(
  runner: Runner,
  site: Site,
  program: string[],
  env: Record<string, string>,
): ChildProcess {
  const { command, args } = runner(program, env);
  const child: ChildProcess = spawn(command, args, {
    cwd: site.folder,
    env: environment(env),
    stdio: ["ignore", "inherit", "inherit"],
  });
  site.onEnd(async () => {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    if (child.exitCode === null && child.kill("SIGTERM")) await ended;
  });
  return child;
}
