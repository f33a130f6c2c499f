import { join } from "node:path";
import type { Settings } from "@/lib/platform/config/config";
import { heapArgs, workerHeapArgs } from "@/scripts/up/node-options";

interface ImageProgram {
  nodeArgs(settings: Settings): string[];
  /** Settings that must be set: nothing chooses them in a container. */
  needs?: string[];
  /** The settings of the dashboard that it uses, if not all. The others are not validated for it. */
  uses?: string[];
}

const DASHBOARD_NEEDS = ["DATABASE_URL", "TRACKING_API_URL", "TRACKING_API_KEY", "NEXTAUTH_SECRET"];

/** The commands of an image, each with the file that runs it. */
export const IMAGE_PROGRAMS: Record<string, ImageProgram> = {
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
    uses: ["TRACKING_SERVICE_HEAP_MB"],
  },
  prepare: { nodeArgs: () => [file("prepare")], needs: ["DATABASE_URL"] },
  user: { nodeArgs: () => [file("user")], needs: ["DATABASE_URL"] },
  audit: { nodeArgs: () => [file("audit")], needs: ["DATABASE_URL"] },
  health: { nodeArgs: () => [file("health")] },
};

const file = (name: string): string => join("programs", `${name}.mjs`);
