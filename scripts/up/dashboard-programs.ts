import { join } from "node:path";
import { addressOf, type Settings } from "@/lib/platform/config/config";
import type { Child, Children, Program } from "./child";
import { waitUntilHealthy } from "./health";
import { httpProbe, ipcProbe, type LivenessProbe } from "./liveness";
import { heapArgs, KEEP_ALIVE_MS, workerHeapArgs } from "./node-options";

const NEXT = join("node_modules", "next", "dist", "bin", "next");
const START_MS = 60_000;

/** The node arguments to run the built dashboard in one process, with a heap of at most `heapMb`. */
export function dashboardArgs(port: number, host: string, heapMb: number): string[] {
  const server = ["-p", String(port), "-H", host, "--keepAliveTimeout", String(KEEP_ALIVE_MS)];
  return [...heapArgs(heapMb), NEXT, "start", ...server];
}

/** The node arguments to run the worker, with an old generation of at most `heapMb`. */
export const workerArgs = (heapMb: number): string[] => [
  ...workerHeapArgs(heapMb),
  "--import",
  "tsx",
  "worker.ts",
];

export interface Started {
  program: Program;
  child: Child;
  probe: LivenessProbe;
}

/** Starts the worker. It has no port, so the start succeeds if it keeps running. */
export function startWorker(children: Children, settings: Settings, env: NodeJS.ProcessEnv): Started {
  const program = { name: "worker", args: workerArgs(settings.workerHeapMb), env, ipc: true };
  return { program, child: children.start(program), probe: ipcProbe(START_MS) };
}

/**
 * Starts the dashboard and waits until it reports its health. The health may be bad, because an upstream outage must
 * not prevent a start.
 */
export async function startDashboard(
  children: Children,
  settings: Settings,
  env: NodeJS.ProcessEnv,
): Promise<Started> {
  const program = {
    name: "dashboard",
    args: dashboardArgs(settings.port, settings.host, settings.dashboardHeapMb),
    env,
  };
  const child = children.start(program);
  const address = `${addressOf(settings.host, settings.port)}/api/health`;
  const check = async () => {
    const response = await fetch(address, { signal: AbortSignal.timeout(5_000) });
    await response.arrayBuffer();
    return response.headers.get("content-type")?.includes("json") ?? false;
  };
  await waitUntilHealthy({ name: "dashboard", child, timeoutMs: START_MS, check });
  return { program, child, probe: httpProbe(`${address}/live`, START_MS) };
}
