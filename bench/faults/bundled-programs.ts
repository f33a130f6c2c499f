import { bundle } from "@/bench/harness/bundle";
import type { Undo } from "@/bench/harness/clean-up";
import { type Programs, SHIPPED } from "@/bench/harness/fleet";

/** Of node's arguments for a program those that size its heap. */
const heapOf = (args: readonly string[]): string[] => args.filter((arg) => arg.startsWith("--max-"));

/** Worker and service bundled; the dashboard the production build, or its two open routes alone. */
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
