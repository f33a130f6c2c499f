import { join } from "node:path";
import { readSettings, type Settings } from "@/lib/platform/config/config";
import { heapArgs, KEEP_ALIVE_MS, workerHeapArgs } from "@/scripts/up/node-options";
import { messageOf, StartError } from "@/scripts/up/start-error";

interface ImageProgram {
  nodeArgs(settings: Settings): string[];
  /** Settings that must be set: nothing chooses them in a container. */
  needs?: string[];
}

const DASHBOARD_NEEDS = ["DATABASE_URL", "TRACKING_API_URL", "TRACKING_API_KEY", "NEXTAUTH_SECRET"];

const PROGRAMS: Record<string, ImageProgram> = {
  dashboard: {
    nodeArgs: ({ dashboardHeapMb }) => [...heapArgs(dashboardHeapMb), "server.js"],
    needs: DASHBOARD_NEEDS,
  },
  worker: {
    nodeArgs: ({ workerHeapMb }) => [...workerHeapArgs(workerHeapMb), file("worker")],
    needs: DASHBOARD_NEEDS,
  },
  "tracking-service": {
    nodeArgs: ({ trackingServiceHeapMb }) => [...heapArgs(trackingServiceHeapMb), file("tracking-service")],
  },
  prepare: { nodeArgs: () => [file("prepare")], needs: ["DATABASE_URL"] },
  user: { nodeArgs: () => [file("user")], needs: ["DATABASE_URL"] },
  audit: { nodeArgs: () => [file("audit")], needs: ["DATABASE_URL"] },
  health: { nodeArgs: () => [file("health")] },
};

const file = (name: string): string => join("programs", `${name}.mjs`);

/**
 * The first program of a container: becomes the requested one, with the heap of its setting. It is replaced, so that the
 * container's signals reach the program itself.
 */
function main([name = "dashboard", ...args]: string[]): void {
  const program = Object.hasOwn(PROGRAMS, name) ? PROGRAMS[name] : undefined;
  if (!program) throw new StartError(`Usage: ${Object.keys(PROGRAMS).join(" | ")} [arguments]`);
  if (!process.execve) throw new StartError(`Node ${process.version} is too old. The image needs Node 24.`);
  const settings = readSettings(process.env);
  const missing = (program.needs ?? []).filter((setting) => !process.env[setting]);
  if (missing.length > 0) throw new StartError(`Set ${missing.join(", ")} for the program ${name}.`);
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
    HOSTNAME: settings.host,
    PORT: String(settings.port),
    NEXTAUTH_URL: settings.publicUrl,
    KEEP_ALIVE_TIMEOUT: String(KEEP_ALIVE_MS),
  };
  process.execve(process.execPath, [process.execPath, ...program.nodeArgs(settings), ...args], env);
}

try {
  main(process.argv.slice(2));
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
