import { join } from "node:path";
import { readSettings, type Settings } from "@/lib/platform/config/config";
import { heapArgs } from "@/scripts/up/heap";
import { messageOf } from "@/scripts/up/start-error";

/** Longer than the idle timeout of load balancers, as scripts/up/dashboard-programs.ts has it. */
const KEEP_ALIVE_MS = 65_000;
const WORKER_SEMI_SPACE_MB = 32;

/** The node arguments of each program of the image. */
const PROGRAMS: Record<string, (settings: Settings) => string[]> = {
  dashboard: ({ dashboardHeapMb }) => [...heapArgs(dashboardHeapMb), "server.js"],
  worker: ({ workerHeapMb }) => [...heapArgs(workerHeapMb, WORKER_SEMI_SPACE_MB), file("worker")],
  "tracking-service": ({ trackingServiceHeapMb }) => [
    ...heapArgs(trackingServiceHeapMb),
    file("tracking-service"),
  ],
  prepare: () => [file("prepare")],
  user: () => [file("user")],
  health: () => [file("health")],
};

const file = (name: string): string => join("programs", `${name}.mjs`);

/**
 * The first program of a container: becomes the requested one, with the heap of its setting. It is replaced, so that the
 * container's signals reach the program itself.
 */
function main([name = "dashboard", ...args]: string[]): void {
  const program = Object.hasOwn(PROGRAMS, name) ? PROGRAMS[name] : undefined;
  if (!program) throw new Error(`Usage: ${Object.keys(PROGRAMS).join(" | ")} [arguments]`);
  const settings = readSettings(process.env);
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
    HOSTNAME: settings.host,
    PORT: String(settings.port),
    NEXTAUTH_URL: settings.publicUrl,
    KEEP_ALIVE_TIMEOUT: String(KEEP_ALIVE_MS),
  };
  process.execve?.(process.execPath, [process.execPath, ...program(settings), ...args], env);
}

try {
  main(process.argv.slice(2));
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
