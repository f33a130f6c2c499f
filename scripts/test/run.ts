import { spawn } from "node:child_process";
import { signalGroup } from "@/scripts/up/process-mark";

/** Runs a program with its output shown; answers its exit code, 1 when it could not be run or was ended. */
export type Run = (command: string, args: string[], env: NodeJS.ProcessEnv) => Promise<number>;

let running: number | null = null;

export const run: Run = (command, args, env) =>
  new Promise((resolve) => {
    const child = spawn(command, args, { env, detached: true, stdio: ["ignore", "inherit", "inherit"] });
    running = child.pid ?? null;
    const end = (code: number | null) => {
      if (child.pid !== undefined) signalGroup(child.pid, "SIGKILL");
      running = null;
      resolve(code ?? 1);
    };
    child.once("error", (error) => {
      console.error(`${command}: ${error.message}`);
      end(1);
    });
    child.once("exit", (code) => end(code));
  });

/** Ends the program that runs now and all it has started; they have 3 s to tidy up. */
export function endRunning(): void {
  if (running === null) return;
  const pid = running;
  signalGroup(pid, "SIGTERM");
  setTimeout(() => signalGroup(pid, "SIGKILL"), 3_000);
}
