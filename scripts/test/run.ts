import { spawn } from "node:child_process";
import { signalGroup } from "@/scripts/up/process-mark";

/** Runs a program and shows its output. Returns its exit code, or 1 if it could not be run or ended by a signal. */
export type Run = (command: string, args: string[], env: NodeJS.ProcessEnv) => Promise<number>;

const running = new Set<number>();

export const run: Run = (command, args, env) =>
  new Promise((resolve) => {
    const child = spawn(command, args, { env, detached: true, stdio: ["ignore", "inherit", "inherit"] });
    const { pid } = child;
    if (pid !== undefined) running.add(pid);
    const end = (code: number | null) => {
      if (pid !== undefined) {
        signalGroup(pid, "SIGKILL");
        running.delete(pid);
      }
      resolve(code ?? 1);
    };
    child.once("error", (error) => {
      console.error(`${command}: ${error.message}`);
      end(1);
    });
    child.once("exit", (code) => end(code));
  });

/** Ends the running programs and their child processes. They have 3 s to clean up. */
export function endRunning(): void {
  for (const pid of running) {
    signalGroup(pid, "SIGTERM");
    setTimeout(() => signalGroup(pid, "SIGKILL"), 3_000);
  }
}
