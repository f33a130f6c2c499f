import { bundle } from "@/bench/harness/bundle";
import type { Undo } from "@/bench/harness/clean-up";
import { type Programs, SHIPPED } from "@/bench/harness/fleet";

const HEAP = "--max-semi-space-size=4";

/** Worker and service bundled; the dashboard the production build, or its two open routes alone. */
export async function bundledPrograms(
  thin: boolean,
  onEnd: (undo: Undo) => void,
): Promise<Programs & { round: string[] }> {
  const worker = await bundle("worker.ts", onEnd);
  const service = await bundle("tracking-service/main.ts", onEnd);
  const round = await bundle("bench/faults/one-round.ts", onEnd);
  const dashboard = thin ? await bundle("bench/faults/thin-dashboard.ts", onEnd) : null;
  return {
    worker: [worker],
    round: [round],
    service: [HEAP, service],
    dashboard: (port) => (dashboard === null ? SHIPPED.dashboard(port) : [dashboard, String(port)]),
  };
}
