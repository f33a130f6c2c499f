import { bundle } from "@/bench/harness/bundle";
import type { Undo } from "@/bench/harness/clean-up";
import { type Programs, SHIPPED } from "@/bench/harness/fleet";

/** The node arguments of a program that set its heap size. */
const heapOf = (args: readonly string[]): string[] => args.filter((arg) => arg.startsWith("--max-"));

/** Bundles worker and service. The dashboard is the production build, or only its two public routes. */
export async function bundledPrograms(
  thin: boolean,
  onEnd: (undo: Undo) => void,
): Promise<Programs & { round: string[] }> {
  const worker = await bundle("worker.ts", onEnd);
  const service = await bundle("tracking-service/main.ts", onEnd);
  const round = await bundle("bench/faults/one-sync-run.ts", onEnd);
  const dashboard = thin ? await bundle("bench/faults/thin-dashboard.ts", onEnd) : null;
  return {
    worker: [...heapOf(SHIPPED.worker), worker],
    round: [round],
    service: [...heapOf(SHIPPED.service), service],
    dashboard: (port) => (dashboard === null ? SHIPPED.dashboard(port) : [dashboard, String(port)]),
  };
}
