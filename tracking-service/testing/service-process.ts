import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const START_MS = 60_000;

export type ServiceProcess = { kill(): Promise<void> };

/**
 * Starts the service as a separate process that can be killed. Resolves once it listens. `program` is the file of its
 * bundle.
 */
export async function startServiceProcess(
  program: string,
  environment: Record<string, string>,
): Promise<ServiceProcess> {
  const child: ChildProcess = spawn(process.execPath, [program, "serve"], {
    cwd: ROOT,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = once(child, "exit");
  let reported = "";
  let listening: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => {
    listening = resolve;
  });
  child.stderr?.on("data", (text) => {
    reported = `${reported}${text}`.slice(-4_000);
    if (reported.includes("tracking service listens")) listening();
  });
  const timer = setTimeout(() => child.kill("SIGKILL"), START_MS);
  const early = ended.then(() => {
    throw new Error(`the service ended before it listened: ${reported}`);
  });
  await Promise.race([ready, early]);
  clearTimeout(timer);
  early.catch(() => undefined);
  return {
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
